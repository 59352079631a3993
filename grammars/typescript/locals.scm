; inherits: javascript

; a type parameter is what it extends, or nobody knows what
(type_parameter name: (type_identifier) @binding.typed constraint: (constraint (_) @type))
(type_parameter name: (type_identifier) @binding.value)

; ---- parameters; a declared type outweighs what is assigned

(required_parameter pattern: (identifier) @binding.typed type: (type_annotation (_) @type))
(optional_parameter pattern: (identifier) @binding.typed type: (type_annotation (_) @type))
(required_parameter pattern: [(identifier) @binding.value (rest_pattern (identifier) @binding.value)])
(optional_parameter pattern: (identifier) @binding.value)

; constructor(private readonly name: Type)
(required_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @local
  type: (type_annotation (_) @type)
  (#set! owner "this")) @binding.typed
(optional_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @local
  type: (type_annotation (_) @type)
  (#set! owner "this")) @binding.typed

; ---- what a function gives

([
  (function_declaration return_type: (type_annotation (_) @type) @binding.typed)
  (generator_function_declaration return_type: (type_annotation (_) @type) @binding.typed)
  (function_expression return_type: (type_annotation (_) @type) @binding.typed)
  (arrow_function return_type: (type_annotation (_) @type) @binding.typed)
  (method_definition return_type: (type_annotation (_) @type) @binding.typed)
  (function_signature return_type: (type_annotation (_) @type) @binding.typed)
  (method_signature return_type: (type_annotation (_) @type) @binding.typed)
  (abstract_method_signature return_type: (type_annotation (_) @type) @binding.typed)
] (#set! name "return"))

; `const value = await make<Type>()`, parsed as a call of what is awaited
(variable_declarator name: (identifier) @local value: [
  (call_expression function: (await_expression "await" @member [(identifier) (member_expression)] @target)) @binding.result
  (non_null_expression (call_expression function: [(identifier) (member_expression)] @target)) @binding.result
  (non_null_expression (identifier) @target) @binding.alias
  (non_null_expression (member_expression) @target) @binding.alias
  (as_expression . (object)) @binding.none
  (satisfies_expression . (object)) @binding.none
  (as_expression (_) (_) @type .) @binding.typed])
; grammars: tree-sitter-typescript
(variable_declarator name: (identifier) @local value: (type_assertion (type_arguments (_) @type)) @binding.typed)
; grammars: all

; ---- fields

(public_field_definition name: (_) @binding.typed type: (type_annotation (_) @type))
(public_field_definition name: (_) @local value: [
  (null) @binding.declared
  (undefined) @binding.declared
  (new_expression constructor: [(identifier) (member_expression)] @target) @binding.instance
  (identifier) @target @binding.alias
  (member_expression) @target @binding.alias
  (call_expression function: [(identifier) (member_expression)] @target) @binding.result])
(public_field_definition name: (_) @local value: (_) @binding.value)
(public_field_definition name: (_) @binding.declared !value)

(property_signature name: (_) @binding.typed type: (type_annotation (_) @type))

; ---- variables

(variable_declarator name: (identifier) @binding.typed type: (type_annotation (_) @type))

; type Name = Other
(type_alias_declaration name: (_) @local value: [
  (type_identifier)
  (nested_type_identifier)
  (generic_type)
  (union_type)
  (intersection_type)
  (array_type)
  (readonly_type)
  (parenthesized_type)] @type) @binding.type

(import_alias . (identifier) @binding.alias [(identifier) (nested_identifier)] @target)
