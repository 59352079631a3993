; inherits: javascript

(type_parameter name: (type_identifier) @binding.value)

; ---- parameters; a declared type outweighs what is assigned

(required_parameter pattern: (identifier) @binding.typed type: (type_annotation [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)
  (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)]))
(optional_parameter pattern: (identifier) @binding.typed type: (type_annotation [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)
  (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)]))
(required_parameter pattern: [(identifier) @binding.value (rest_pattern (identifier) @binding.value)])
(optional_parameter pattern: (identifier) @binding.value)

; constructor(private readonly name: Type)
(required_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @local
  type: (type_annotation [
    (type_identifier) @target
    (nested_type_identifier) @target
    (generic_type name: (_) @target)
    (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)])
  (#set! owner "this")) @binding.typed
(optional_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @local
  type: (type_annotation [
    (type_identifier) @target
    (nested_type_identifier) @target
    (generic_type name: (_) @target)])
  (#set! owner "this")) @binding.typed

; ---- what a function gives

(function_declaration return_type: (type_annotation (generic_type
    name: (type_identifier) @_promise
    type_arguments: (type_arguments . [
      (type_identifier) @target
      (nested_type_identifier) @target
      (generic_type name: (_) @target)
      (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)] .)) @binding.typed)
  (#eq? @_promise "Promise")
  (#set! name "await"))
(function_declaration return_type: (type_annotation [
    (this_type) @target @binding.alias
    (type_identifier) @target @binding.typed
    (nested_type_identifier) @target @binding.typed
    (generic_type name: (_) @target) @binding.typed
    (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .) @binding.typed])
  (#set! name "return"))
(function_expression return_type: (type_annotation (generic_type
    name: (type_identifier) @_promise
    type_arguments: (type_arguments . [
      (type_identifier) @target
      (nested_type_identifier) @target
      (generic_type name: (_) @target)
      (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)] .)) @binding.typed)
  (#eq? @_promise "Promise")
  (#set! name "await"))
(function_expression return_type: (type_annotation [
    (this_type) @target @binding.alias
    (type_identifier) @target @binding.typed
    (nested_type_identifier) @target @binding.typed
    (generic_type name: (_) @target) @binding.typed
    (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .) @binding.typed])
  (#set! name "return"))
(arrow_function return_type: (type_annotation (generic_type
    name: (type_identifier) @_promise
    type_arguments: (type_arguments . [
      (type_identifier) @target
      (nested_type_identifier) @target
      (generic_type name: (_) @target)
      (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)] .)) @binding.typed)
  (#eq? @_promise "Promise")
  (#set! name "await"))
(arrow_function return_type: (type_annotation [
    (this_type) @target @binding.alias
    (type_identifier) @target @binding.typed
    (nested_type_identifier) @target @binding.typed
    (generic_type name: (_) @target) @binding.typed
    (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .) @binding.typed])
  (#set! name "return"))
(method_definition return_type: (type_annotation (generic_type
    name: (type_identifier) @_promise
    type_arguments: (type_arguments . [
      (type_identifier) @target
      (nested_type_identifier) @target
      (generic_type name: (_) @target)
      (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)] .)) @binding.typed)
  (#eq? @_promise "Promise")
  (#set! name "await"))
(method_definition return_type: (type_annotation [
    (this_type) @target @binding.alias
    (type_identifier) @target @binding.typed
    (nested_type_identifier) @target @binding.typed
    (generic_type name: (_) @target) @binding.typed
    (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .) @binding.typed])
  (#set! name "return"))
(function_signature return_type: (type_annotation (generic_type
    name: (type_identifier) @_promise
    type_arguments: (type_arguments . [
      (type_identifier) @target
      (nested_type_identifier) @target
      (generic_type name: (_) @target)
      (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)] .)) @binding.typed)
  (#eq? @_promise "Promise")
  (#set! name "await"))
(function_signature return_type: (type_annotation [
    (this_type) @target @binding.alias
    (type_identifier) @target @binding.typed
    (nested_type_identifier) @target @binding.typed
    (generic_type name: (_) @target) @binding.typed
    (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .) @binding.typed])
  (#set! name "return"))
(method_signature return_type: (type_annotation (generic_type
    name: (type_identifier) @_promise
    type_arguments: (type_arguments . [
      (type_identifier) @target
      (nested_type_identifier) @target
      (generic_type name: (_) @target)
      (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)] .)) @binding.typed)
  (#eq? @_promise "Promise")
  (#set! name "await"))
(method_signature return_type: (type_annotation [
    (this_type) @target @binding.alias
    (type_identifier) @target @binding.typed
    (nested_type_identifier) @target @binding.typed
    (generic_type name: (_) @target) @binding.typed
    (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .) @binding.typed])
  (#set! name "return"))
(abstract_method_signature return_type: (type_annotation (generic_type
    name: (type_identifier) @_promise
    type_arguments: (type_arguments . [
      (type_identifier) @target
      (nested_type_identifier) @target
      (generic_type name: (_) @target)
      (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)] .)) @binding.typed)
  (#eq? @_promise "Promise")
  (#set! name "await"))
(abstract_method_signature return_type: (type_annotation [
    (this_type) @target @binding.alias
    (type_identifier) @target @binding.typed
    (nested_type_identifier) @target @binding.typed
    (generic_type name: (_) @target) @binding.typed
    (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .) @binding.typed])
  (#set! name "return"))

; `const value = await make<Type>()`, parsed as a call of what is awaited
(variable_declarator name: (identifier) @local value: [
  (call_expression function: (await_expression "await" @member [(identifier) (member_expression)] @target)) @binding.result
  (non_null_expression (call_expression function: [(identifier) (member_expression)] @target)) @binding.result
  (non_null_expression (identifier) @target) @binding.alias
  (non_null_expression (member_expression) @target) @binding.alias
  (as_expression (_) (type_identifier) @target .) @binding.instance
  (as_expression (_) (nested_type_identifier) @target .) @binding.instance
  (as_expression (_) (generic_type name: (_) @target) .) @binding.instance
  (as_expression . (object)) @binding.none
  (satisfies_expression . (object)) @binding.none])
; grammars: tree-sitter-typescript
(variable_declarator name: (identifier) @local value: (type_assertion (type_arguments [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)])) @binding.instance)
; grammars: all

; ---- fields

(public_field_definition name: (_) @binding.typed type: (type_annotation [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)
  (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)]))
(public_field_definition name: (_) @binding.typed type: (_))
(public_field_definition name: (_) @local value: [
  (null) @binding.declared
  (undefined) @binding.declared
  (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
  (identifier) @target @binding.alias
  (member_expression) @target @binding.alias
  (call_expression function: [(identifier) (member_expression)] @target) @binding.result])
(public_field_definition name: (_) @local value: (_) @binding.value)
(public_field_definition name: (_) @binding.declared !value)

(property_signature name: (_) @binding.typed type: (type_annotation [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)
  (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)]))

; ---- variables

(variable_declarator name: (identifier) @binding.typed type: (type_annotation [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)
  (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)]))
(variable_declarator name: (identifier) @binding.typed type: (_))

; type Name = Other
(type_alias_declaration name: (_) @local value: [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)]) @binding.instance

(import_alias . (identifier) @binding.alias [(identifier) (nested_identifier)] @target)
