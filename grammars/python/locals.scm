[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope.block

; the first positional parameter of a method is the object (or, of a class method, the class)
(function_definition
  parameters: (parameters . [
    (identifier) @binding.receiver
    (typed_parameter . (identifier) @binding.receiver)
    (default_parameter name: (identifier) @binding.receiver)]))

(parameters (identifier) @binding.value)
(lambda_parameters (identifier) @binding.value)
(default_parameter name: (identifier) @binding.value)
(typed_default_parameter name: (identifier) @binding.value)
(typed_parameter . (identifier) @binding.value)
(list_splat_pattern (identifier) @binding.value)
(dictionary_splat_pattern (identifier) @binding.value)

; a name's first assignment at module level defines a variable
(assignment
  left: (identifier) @name @binding.alias
  right: [(identifier) (attribute)] @target) @definition.variable
(assignment
  left: (identifier) @name @binding.instance
  right: (call function: [(identifier) (attribute)] @target)) @definition.variable
(assignment left: (identifier) @name @binding.value) @definition.variable
(augmented_assignment left: (identifier) @binding.value)

; what is assigned to an attribute of something in sight is a member of it, and hides a method of that name
(assignment
  left: (attribute object: (identifier) @owner attribute: (identifier) @local)
  right: (call function: [(identifier) (attribute)] @target)) @binding.instance
(assignment
  left: (attribute object: (identifier) @owner attribute: (identifier) @local)
  right: [(identifier) (attribute)] @target) @binding.alias
(assignment
  left: (attribute object: (identifier) @owner attribute: (identifier) @local)
  right: (none)) @binding.declared
(assignment left: (attribute object: (identifier) @owner attribute: (identifier) @local)) @binding.value
(named_expression name: (identifier) @binding.hoisted)

(pattern_list (identifier) @binding.value)
(tuple_pattern (identifier) @binding.value)
(list_pattern (identifier) @binding.value)

(for_statement left: (identifier) @binding.value)
(for_in_clause left: (identifier) @binding.value)
(as_pattern_target (identifier) @binding.value)
(as_pattern_target (tuple (identifier) @binding.value))
(case_pattern (dotted_name . (identifier) @binding.value .))
(case_pattern (splat_pattern (identifier) @binding.value))

(global_statement (identifier) @binding.global)
(nonlocal_statement (identifier) @binding.nonlocal)
