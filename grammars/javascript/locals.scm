[(statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body)] @scope.block

; ---- where a test says what a name is; behind a branch that leaves, to the end of the block

(if_statement
  condition: (parenthesized_expression
    (binary_expression left: (identifier) @name operator: "instanceof" right: [(identifier) (member_expression)] @type))
  consequence: (_) @scope.narrow)
(if_statement
  condition: (parenthesized_expression (binary_expression
    [
      (binary_expression left: (identifier) @name operator: "instanceof" right: [(identifier) (member_expression)] @type)
      (binary_expression operator: "&&"
        (binary_expression left: (identifier) @name operator: "instanceof" right: [(identifier) (member_expression)] @type))
    ]
    operator: "&&"))
  consequence: (_) @scope.narrow)
(binary_expression
  left: [
    (binary_expression left: (identifier) @name operator: "instanceof" right: [(identifier) (member_expression)] @type)
    (binary_expression operator: "&&"
      (binary_expression left: (identifier) @name operator: "instanceof" right: [(identifier) (member_expression)] @type))
  ]
  operator: "&&"
  right: (_) @scope.narrow)
(binary_expression
  left: (unary_expression operator: "!" argument: (parenthesized_expression
    (binary_expression left: (identifier) @name operator: "instanceof" right: [(identifier) (member_expression)] @type)))
  operator: "||"
  right: (_) @scope.narrow)
(ternary_expression
  condition: (binary_expression left: (identifier) @name operator: "instanceof" right: [(identifier) (member_expression)] @type)
  consequence: (_) @scope.narrow)
(statement_block
  (if_statement
    condition: (parenthesized_expression (unary_expression operator: "!" argument: (parenthesized_expression
      (binary_expression left: (identifier) @name operator: "instanceof" right: [(identifier) (member_expression)] @type))))
    consequence: [
      (return_statement)
      (throw_statement)
      (continue_statement)
      (break_statement)
      (statement_block [(return_statement) (throw_statement) (continue_statement) (break_statement)] .)]
    !alternative) @scope.narrow) @body

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
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @binding.alias @member
    (pair_pattern key: (property_identifier) @member value: (identifier) @binding.alias)])
  value: [(identifier) (member_expression) (this)] @target)

(object_pattern (shorthand_property_identifier_pattern) @binding.value)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding.value)
(pair_pattern value: (identifier) @binding.value)
(pair_pattern value: (assignment_pattern left: (identifier) @binding.value))
(array_pattern (identifier) @binding.value)
(array_pattern (assignment_pattern left: (identifier) @binding.value))
(rest_pattern (identifier) @binding.value)

; ---- variables; what holds nothing yet is what it will be assigned

(variable_declarator name: (identifier) @local value: [
  (null) @binding.declared
  (undefined) @binding.declared
  (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
  (identifier) @target @binding.alias
  (member_expression) @target @binding.alias
  (this) @target @binding.alias
  (assignment_expression left: (_) @target) @binding.alias
  (call_expression function: [(identifier) (member_expression)] @target) @binding.result
  (await_expression "await" @member (call_expression function: [(identifier) (member_expression)] @target)) @binding.result
  (object) @binding.none])
(variable_declarator name: (identifier) @local value: (_) @binding.value)
(variable_declarator name: (identifier) @binding.declared !value)

(for_in_statement kind: "var") @declares.hoisted
(for_in_statement
  kind: _
  left: (identifier) @binding.alias
  operator: "of"
  right: [(identifier) (member_expression) (call_expression function: [(identifier) (member_expression)])] @target
  (#set! target "item"))
(for_in_statement kind: _ left: (identifier) @binding.value)
(for_in_statement !kind left: (identifier) @binding.value (#set! bind "declaring"))

; ---- assignments

(assignment_expression
  left: (identifier) @local
  right: [
    (null) @binding.none
    (undefined) @binding.none
    (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
    (identifier) @target @binding.alias
    (member_expression) @target @binding.alias
    (this) @target @binding.alias
    (call_expression function: [(identifier) (member_expression)] @target) @binding.result
    (await_expression "await" @member (call_expression function: [(identifier) (member_expression)] @target)) @binding.result]
  (#set! bind "declaring"))
(assignment_expression left: (identifier) @local right: (_) @binding.value (#set! bind "declaring"))
(augmented_assignment_expression left: (identifier) @binding.value (#set! bind "declaring"))

; ---- what a function gives: the same from each of its returns

(return_statement . [
  (null) @binding.none
  (undefined) @binding.none
  (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
  (identifier) @target @binding.alias
  (member_expression) @target @binding.alias
  (this) @target @binding.alias
  (call_expression function: [(identifier) (member_expression)] @target) @binding.result
  (await_expression "await" @member (call_expression function: [(identifier) (member_expression)] @target)) @binding.result]
  (#set! name "return")
  (#set! bind "hoisted"))
(return_statement . (_) @binding.value (#set! name "return") (#set! bind "hoisted"))
(arrow_function body: [
  (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
  (call_expression function: [(identifier) (member_expression)] @target) @binding.result]
  (#set! name "return"))

; ---- members

; `this.run = this.run.bind(this)` changes nothing that is known here
(assignment_expression
  left: (member_expression object: (this)) @_left
  right: (call_expression function: (member_expression object: (_) @_method property: (property_identifier) @_bind)) @binding.none
  (#eq? @_left @_method)
  (#eq? @_bind "bind"))
(assignment_expression
  left: (member_expression object: (_) @owner property: [(property_identifier) (private_property_identifier)] @local)
  right: [
    (null) @binding.none
    (undefined) @binding.none
    (unary_expression operator: "void") @binding.none
    (object) @binding.none
    (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
    (identifier) @target @binding.alias
    (member_expression) @target @binding.alias
    (this) @target @binding.alias
    (assignment_expression left: (_) @target) @binding.alias
    (call_expression function: [(identifier) (member_expression)] @target) @binding.result
    (await_expression "await" @member (call_expression function: [(identifier) (member_expression)] @target)) @binding.result])
(assignment_expression
  left: (member_expression object: (_) @owner property: [(property_identifier) (private_property_identifier)] @local)
  right: (_) @binding.value)

; object["name"] = value
(assignment_expression
  left: (subscript_expression object: (_) @owner index: (string (string_fragment) @local))
  right: (_) @binding.value)

; grammars: tree-sitter-javascript
(field_definition property: (_) @local value: [
  (null) @binding.declared
  (undefined) @binding.declared
  (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
  (identifier) @target @binding.alias
  (member_expression) @target @binding.alias
  (call_expression function: [(identifier) (member_expression)] @target) @binding.result])
(field_definition property: (_) @local value: (_) @binding.value)
(field_definition property: (_) @binding.declared !value)
; grammars: all

((shorthand_property_identifier) @binding.alias @target (#set! bind "member"))
(pair key: (property_identifier) @local value: [
  (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
  (identifier) @target @binding.alias
  (member_expression) @target @binding.alias]
  (#set! bind "member"))

; what an object spreads behind its first members overwrites them
(object (_) . (spread_element) @binding.spread) @body
