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

(_ return_type: (type_annotation (this_type) @target) @binding.alias (#set! name "return"))
(_ return_type: (type_annotation (generic_type
    name: (type_identifier) @_promise
    type_arguments: (type_arguments . [
      (type_identifier) @target
      (nested_type_identifier) @target
      (generic_type name: (_) @target)
      (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)] .)))
  @binding.typed
  (#eq? @_promise "Promise")
  (#set! name "await"))
(_ return_type: (type_annotation [
    (type_identifier) @target
    (nested_type_identifier) @target
    (generic_type name: (_) @target)
    (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)])
  @binding.typed
  (#set! name "return"))
(_ return_type: (type_annotation) @binding.typed (#set! name "return"))

; `const value = await make<Type>()`, parsed as a call of what is awaited
(variable_declarator
  name: (identifier) @binding.alias
  value: (call_expression function: (await_expression "await" @member [(identifier) (member_expression)] @target))
  (#set! target "result"))
(variable_declarator
  name: (identifier) @binding.alias
  value: (non_null_expression (call_expression function: [(identifier) (member_expression)] @target))
  (#set! target "result"))

; ---- fields

(public_field_definition name: (_) @binding.typed type: (type_annotation [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)
  (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)]))
(public_field_definition name: (_) @binding.typed type: (_))
(public_field_definition
  name: (_) @binding.instance
  value: (new_expression constructor: [(identifier) (member_expression)] @target))
(public_field_definition name: (_) @binding.alias value: [(identifier) (member_expression)] @target)
(public_field_definition
  name: (_) @binding.alias
  value: (call_expression function: [(identifier) (member_expression)] @target)
  (#set! target "result"))
(public_field_definition name: (_) @binding.none value: [(null) (undefined)])
(public_field_definition name: (_) @binding.value value: (_))

(interface_body (property_signature name: (_) @binding.typed type: (type_annotation [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)
  (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)])))
(type_alias_declaration value: (object_type (property_signature name: (_) @binding.typed type: (type_annotation [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)
  (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)]))))

; ---- variables

; a literal's own members are nearer than those of the type it is declared to be
(lexical_declaration kind: "const" (variable_declarator name: (identifier) @binding.none type: (_) value: (object [
  (method_definition)
  (pair value: [(arrow_function) (function_expression) (generator_function) (class)])])))
(variable_declarator name: (identifier) @binding.typed type: (type_annotation [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)
  (union_type . [(type_identifier) (nested_type_identifier)] @target . (literal_type [(null) (undefined)]) .)]))
(variable_declarator name: (identifier) @binding.typed type: (_))
(variable_declarator name: (identifier) @binding.instance value: (as_expression (_) [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)] .))
; grammars: tree-sitter-typescript
(variable_declarator name: (identifier) @binding.instance value: (type_assertion (type_arguments [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)])))
; grammars: all
(variable_declarator name: (identifier) @binding.alias value: (non_null_expression [(identifier) (member_expression)] @target))

; type Name = Other
(type_alias_declaration name: (_) @local value: [
  (type_identifier) @target
  (nested_type_identifier) @target
  (generic_type name: (_) @target)]) @binding.instance

(import_alias . (identifier) @binding.alias [(identifier) (nested_identifier)] @target)

(variable_declarator value: [
  (as_expression . (object (shorthand_property_identifier) @binding.alias @target))
  (satisfies_expression . (object (shorthand_property_identifier) @binding.alias @target))
  (as_expression . (object (pair key: (property_identifier) @binding.alias value: [(identifier) (member_expression)] @target)))
  (satisfies_expression . (object (pair key: (property_identifier) @binding.alias value: [(identifier) (member_expression)] @target)))])
