[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope.block

; what stands in a branch may be something else where another is taken
(if_statement) @declares.branch
(try_statement) @declares.branch

; ---- where a test says what a name is; behind `assert` and a branch that leaves, to the end of the block

(if_statement
  condition: (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .))
  consequence: (block) @scope.narrow
  (#eq? @_test "isinstance"))
(elif_clause
  condition: (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .))
  consequence: (block) @scope.narrow
  (#eq? @_test "isinstance"))
(while_statement
  condition: (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .))
  body: (block) @scope.narrow
  (#eq? @_test "isinstance"))
(if_statement
  condition: (boolean_operator
    [
      (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .))
      (boolean_operator operator: "and"
        (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .)))
    ]
    operator: "and")
  consequence: (block) @scope.narrow
  (#eq? @_test "isinstance"))
(boolean_operator
  left: (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .))
  operator: "and"
  right: (_) @scope.narrow
  (#eq? @_test "isinstance"))
(boolean_operator
  left: (boolean_operator operator: "and"
    (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .)))
  operator: "and"
  right: (_) @scope.narrow
  (#eq? @_test "isinstance"))
(boolean_operator
  left: (not_operator argument:
    (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .)))
  operator: "or"
  right: (_) @scope.narrow
  (#eq? @_test "isinstance"))
(conditional_expression
  . (_) @scope.narrow
  . (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .))
  (#eq? @_test "isinstance"))
(block
  (assert_statement . (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .))) @scope.narrow
  (#eq? @_test "isinstance")) @body
(block
  (if_statement
    condition: (not_operator argument:
      (call function: (identifier) @_test arguments: (argument_list . (identifier) @name . (_) @type .)))
    consequence: (block [(return_statement) (raise_statement) (continue_statement) (break_statement)] .)
    !alternative) @scope.narrow
  (#eq? @_test "isinstance")) @body

; ---- parameters; a declared type outweighs what is assigned

; the first positional parameter of a method is the object (or, of a class method, the class)
(function_definition
  parameters: (parameters . [
    (identifier) @binding.receiver
    (typed_parameter . (identifier) @binding.receiver type: (type) @type)
    (typed_default_parameter name: (identifier) @binding.receiver type: (type) @type)
    (default_parameter name: (identifier) @binding.receiver)]))

(typed_parameter . (identifier) @binding.typed type: (type) @type)
(typed_default_parameter name: (identifier) @binding.typed type: (type) @type)
(parameters (identifier) @binding.value)
(lambda_parameters (identifier) @binding.value)
(default_parameter name: (identifier) @binding.value)
(typed_parameter . (list_splat_pattern (identifier) @binding.value))
(typed_parameter . (dictionary_splat_pattern (identifier) @binding.value))
(list_splat_pattern (identifier) @binding.value)
(dictionary_splat_pattern (identifier) @binding.value)

; ---- what a function gives: as it declares, else the same from each of its returns

(function_definition "async" return_type: (type) @type @binding.typed (#set! name "await"))
(function_definition return_type: (type) @type @binding.typed (#set! name "return"))
(return_statement (none) @binding.none)
(return_statement (call function: [(identifier) (attribute)] @target) @binding.result (#set! name "return") (#set! bind "hoisted"))
(return_statement (identifier) @target @binding.alias (#set! name "return") (#set! bind "hoisted"))
(return_statement (attribute) @target @binding.alias (#set! name "return") (#set! bind "hoisted"))
(return_statement (_) @binding.value (#set! name "return") (#set! bind "hoisted"))
; a generator gives something else
((yield) @binding.value (#set! name "return") (#set! bind "hoisted"))

; ---- variables

; T = TypeVar("T", bound=Type)
(assignment
  left: (identifier) @name @binding.typed
  right: (call
    function: [(identifier) @_variable (attribute attribute: (identifier) @_variable)]
    arguments: (argument_list (keyword_argument name: (identifier) @_bound value: (_) @type)))
  (#eq? @_variable "TypeVar")
  (#eq? @_bound "bound")) @definition.variable
(assignment left: (identifier) @name @binding.typed type: (type) @type) @definition.variable
; `method = classmethod(method)`, a decorator written out
(assignment
  left: (identifier) @_name @binding.none
  right: (call function: (identifier) @_decorator arguments: (argument_list . (identifier) @_of .))
  (#any-of? @_decorator "classmethod" "staticmethod")
  (#eq? @_name @_of))
; a name's first assignment at module level defines a variable
(assignment
  left: (identifier) @name @binding.alias
  right: [(identifier) (attribute)] @target) @definition.variable
(assignment
  left: (identifier) @name @binding.result
  right: (call function: [(identifier) (attribute)] @target)) @definition.variable
(assignment
  left: (identifier) @name @binding.alias
  right: (await (call) @target)
  (#set! member "await")) @definition.variable
(assignment left: (identifier) @name @binding.value) @definition.variable
(augmented_assignment left: (identifier) @binding.value)
(type_alias_statement left: (type (identifier) @binding.type) right: (type) @type)

; what is assigned to an attribute of something in sight is a member of it, and hides a method of that name
(assignment left: (attribute object: (identifier) @owner attribute: (identifier) @local) type: (type) @type) @binding.typed
(assignment
  left: (attribute object: (identifier) @owner attribute: (identifier) @local)
  right: (call function: [(identifier) (attribute)] @target)) @binding.result
(assignment
  left: (attribute object: (identifier) @owner attribute: (identifier) @local)
  right: [(identifier) (attribute)] @target) @binding.alias
(assignment
  left: (attribute object: (identifier) @owner attribute: (identifier) @local)
  right: (none)) @binding.declared
(assignment left: (attribute object: (identifier) @owner attribute: (identifier) @local)) @binding.value

(named_expression
  name: (identifier) @binding.result
  value: (call function: [(identifier) (attribute)] @target)
  (#set! bind "hoisted"))
(named_expression
  name: (identifier) @binding.alias
  value: [(identifier) (attribute)] @target
  (#set! bind "hoisted"))
(named_expression name: (identifier) @binding.hoisted)

(pattern_list (identifier) @binding.value)
(tuple_pattern (identifier) @binding.value)
(list_pattern (identifier) @binding.value)

(for_statement
  left: (identifier) @name
  right: [(identifier) (attribute) (call function: [(identifier) (attribute)])] @target
  body: (block) @scope.narrow
  (#set! target "item"))
(for_statement
  left: (identifier) @binding.alias
  right: [(identifier) (attribute) (call function: [(identifier) (attribute)])] @target
  (#set! target "item"))
(for_statement left: (identifier) @binding.value)
(for_in_clause
  left: (identifier) @binding.alias
  right: [(identifier) (attribute) (call function: [(identifier) (attribute)])] @target
  (#set! target "item"))
(for_in_clause left: (identifier) @binding.value)

; with make() as value, except Type as value
(with_statement "async"
  (with_clause (with_item value: (as_pattern
    . [(identifier) (attribute) (call function: [(identifier) (attribute)])] @target
    alias: (as_pattern_target (identifier) @name))))
  body: (block) @scope.narrow
  (#set! member "__aenter__().await"))
(with_statement
  . "with"
  (with_clause (with_item value: (as_pattern
    . [(identifier) (attribute) (call function: [(identifier) (attribute)])] @target
    alias: (as_pattern_target (identifier) @name))))
  body: (block) @scope.narrow
  (#set! member "__enter__()"))
(except_clause
  value: (as_pattern . [(identifier) (attribute) (tuple)] @type alias: (as_pattern_target (identifier) @name))
  (block) @scope.narrow)
(with_statement "async" (with_clause (with_item value: (as_pattern
  . [(identifier) (attribute) (call function: [(identifier) (attribute)])] @target
  alias: (as_pattern_target (identifier) @binding.alias))))
  (#set! member "__aenter__().await"))
(with_item value: (as_pattern
  . [(identifier) (attribute) (call function: [(identifier) (attribute)])] @target
  alias: (as_pattern_target (identifier) @binding.alias))
  (#set! member "__enter__()"))
(as_pattern_target (identifier) @binding.value)
(as_pattern_target (tuple (identifier) @binding.value))
(case_pattern (dotted_name . (identifier) @binding.value .))
(case_pattern (splat_pattern (identifier) @binding.value))

(global_statement (identifier) @binding.global)
(nonlocal_statement (identifier) @binding.nonlocal)
