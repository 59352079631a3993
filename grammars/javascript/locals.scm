[(statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body)] @scope.block

(function_expression name: (identifier) @binding.self)
(generator_function name: (identifier) @binding.self)
(class name: (_) @binding.self)

; ---- parameters

; grammars: tree-sitter-javascript
(formal_parameters [
  (identifier) @binding.value
  (assignment_pattern left: (identifier) @binding.value)])
; grammars: all
(arrow_function parameter: (identifier) @binding.value)
(catch_clause parameter: (identifier) @binding.value)

; ---- patterns, of parameters and of variables

; const { name } = target
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @binding.alias @member)
  value: [(identifier) (member_expression) (this)] @target)
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @member value: (identifier) @binding.alias))
  value: [(identifier) (member_expression) (this)] @target)

(object_pattern (shorthand_property_identifier_pattern) @binding.value)
(object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding.value))
(pair_pattern value: (identifier) @binding.value)
(pair_pattern value: (assignment_pattern left: (identifier) @binding.value))
(array_pattern (identifier) @binding.value)
(array_pattern (assignment_pattern left: (identifier) @binding.value))
(rest_pattern (identifier) @binding.value)

; ---- variables

(lexical_declaration (variable_declarator
  name: (identifier) @binding.instance
  value: (new_expression constructor: [(identifier) (member_expression)] @target)))
(lexical_declaration (variable_declarator
  name: (identifier) @binding.alias
  value: [(identifier) (member_expression) (this)] @target))
(lexical_declaration (variable_declarator name: (identifier) @binding.alias value: (assignment_expression left: (_) @target)))
(lexical_declaration (variable_declarator
  name: (identifier) @binding.alias
  value: [
    (call_expression function: [(identifier) (member_expression)] @target)
    (await_expression "await" @member (call_expression function: [(identifier) (member_expression)] @target))])
  (#set! target "result"))
(lexical_declaration (variable_declarator name: (identifier) @binding.declared !value))
(lexical_declaration (variable_declarator name: (identifier) @binding.value))

(variable_declaration (variable_declarator
  name: (identifier) @binding.instance
  value: (new_expression constructor: [(identifier) (member_expression)] @target)
  (#set! bind "hoisted")))
(variable_declaration (variable_declarator
  name: (identifier) @binding.alias
  value: [(identifier) (member_expression) (this)] @target
  (#set! bind "hoisted")))
(variable_declaration (variable_declarator
  name: (identifier) @binding.alias
  value: (assignment_expression left: (_) @target)
  (#set! bind "hoisted")))
(variable_declaration (variable_declarator
  name: (identifier) @binding.alias
  value: [
    (call_expression function: [(identifier) (member_expression)] @target)
    (await_expression "await" @member (call_expression function: [(identifier) (member_expression)] @target))])
  (#set! bind "hoisted")
  (#set! target "result"))
(variable_declaration (variable_declarator name: (identifier) @binding.declared !value (#set! bind "hoisted")))
(variable_declaration (variable_declarator name: (identifier) @binding.hoisted))

(for_in_statement left: (identifier) @binding.value)

; ---- assignments

; nothing yet
(assignment_expression left: (identifier) @binding.none right: [(null) (undefined)])
(assignment_expression
  left: (identifier) @binding.instance
  right: (new_expression constructor: [(identifier) (member_expression)] @target)
  (#set! bind "declaring"))
(assignment_expression
  left: (identifier) @binding.alias
  right: [(identifier) (member_expression) (this)] @target
  (#set! bind "declaring"))
(assignment_expression
  left: (identifier) @binding.alias
  right: [
    (call_expression function: [(identifier) (member_expression)] @target)
    (await_expression "await" @member (call_expression function: [(identifier) (member_expression)] @target))]
  (#set! bind "declaring")
  (#set! target "result"))
(assignment_expression left: (identifier) @binding.value (#set! bind "declaring"))
(augmented_assignment_expression left: (identifier) @binding.value (#set! bind "declaring"))

; ---- what a function gives: the same from each of its returns

(return_statement [(null) (undefined)] @binding.none)
(return_statement
  (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
  (#set! name "return")
  (#set! bind "hoisted"))
(return_statement
  [(identifier) (member_expression) (this)] @target @binding.alias
  (#set! name "return")
  (#set! bind "hoisted"))
(return_statement
  [
    (call_expression function: [(identifier) (member_expression)] @target)
    (await_expression "await" @member (call_expression function: [(identifier) (member_expression)] @target))
  ] @binding.alias
  (#set! name "return")
  (#set! bind "hoisted")
  (#set! target "result"))
(return_statement (_) @binding.value (#set! name "return") (#set! bind "hoisted"))
(arrow_function
  body: (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
  (#set! name "return"))
(arrow_function
  body: (call_expression function: [(identifier) (member_expression)] @target) @binding.alias
  (#set! name "return")
  (#set! target "result"))

; ---- members

; `this.run = this.run.bind(this)` changes nothing that is known here
(assignment_expression
  left: (member_expression object: (this) property: (property_identifier) @binding.none) @_left
  right: (call_expression function: (member_expression object: (_) @_method property: (property_identifier) @_bind))
  (#eq? @_left @_method)
  (#eq? @_bind "bind"))
(assignment_expression
  left: (member_expression property: (_) @binding.none)
  right: [(null) (undefined) (unary_expression operator: "void") (object) (arrow_function) (function_expression) (generator_function) (class)])
(assignment_expression
  left: (member_expression
    object: [(identifier) (this) (member_expression)] @owner
    property: [(property_identifier) (private_property_identifier)] @binding.instance)
  right: (new_expression constructor: [(identifier) (member_expression)] @target))
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
    property: (property_identifier) @binding.alias)
  right: [(identifier) (member_expression)] @target
  (#eq? @_prototype "prototype"))
(assignment_expression
  left: (member_expression
    object: [(identifier) (this) (member_expression)] @owner
    property: [(property_identifier) (private_property_identifier)] @binding.alias)
  right: [(identifier) (member_expression) (this)] @target)
(assignment_expression
  left: (member_expression
    object: [(identifier) (this) (member_expression)] @owner
    property: [(property_identifier) (private_property_identifier)] @binding.alias)
  right: (assignment_expression left: (_) @target))
(assignment_expression
  left: (member_expression
    object: [(identifier) (this) (member_expression)] @owner
    property: [(property_identifier) (private_property_identifier)] @binding.alias)
  right: [
    (call_expression function: [(identifier) (member_expression)] @target)
    (await_expression "await" @member (call_expression function: [(identifier) (member_expression)] @target))]
  (#set! target "result"))
(assignment_expression
  left: (member_expression
    object: [(identifier) (this) (member_expression)] @owner
    property: [(property_identifier) (private_property_identifier)] @binding.value)
  right: (_))

; grammars: tree-sitter-javascript
(field_definition
  property: (_) @binding.instance
  value: (new_expression constructor: [(identifier) (member_expression)] @target))
(field_definition property: (_) @binding.alias value: [(identifier) (member_expression)] @target)
(field_definition
  property: (_) @binding.alias
  value: (call_expression function: [(identifier) (member_expression)] @target)
  (#set! target "result"))
(field_definition property: (_) @binding.none value: [(null) (undefined)])
(field_definition property: (_) @binding.value value: (_))
; grammars: all

(variable_declarator value: (object [
  (shorthand_property_identifier) @binding.alias @target
  (pair key: (property_identifier) @binding.alias value: [(identifier) (member_expression)] @target)
  (pair
    key: (property_identifier) @binding.instance
    value: (new_expression constructor: [(identifier) (member_expression)] @target))]))
