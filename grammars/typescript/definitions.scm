; inherits: javascript

; ---- scopes

[
  (function_signature)
  (method_signature)
  (abstract_method_signature)
  (function_type)
  (constructor_type)
  (call_signature)
  (construct_signature)
] @scope.function
; type parameters are seen in the whole declaration and nowhere else
[
  (class_declaration type_parameters: (_))
  (abstract_class_declaration type_parameters: (_))
  (interface_declaration type_parameters: (_))
  (type_alias_declaration type_parameters: (_))
] @scope.block
(interface_body) @scope.class
(object_type) @scope.object
[(internal_module body: (_) @scope.namespace) (module body: (_) @scope.namespace)]

; ---- declarations

(abstract_class_declaration name: (_) @name body: (_) @body @opens) @definition.class
(interface_declaration name: (_) @name body: (_) @body @opens) @definition.interface
(type_alias_declaration name: (_) @name value: (object_type) @body @opens) @definition.type
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(internal_module name: (_) @name body: (_) @body @opens) @definition.namespace
(module name: (_) @name body: (_) @body @opens) @definition.namespace

; behind the modifiers that JavaScript has not
(method_definition . [(accessibility_modifier) (override_modifier)] . "get" . name: (_) @name body: (_) @body) @definition.getter
(method_definition . [(accessibility_modifier) (override_modifier)] . "set" . name: (_) @name body: (_) @body) @definition.setter
(method_definition . (accessibility_modifier) . (override_modifier) . "get" . name: (_) @name body: (_) @body) @definition.getter
(method_definition . (accessibility_modifier) . (override_modifier) . "set" . name: (_) @name body: (_) @body) @definition.setter
(method_definition . (accessibility_modifier) . "static" name: (_) @name body: (_) @body (#set! flag "static")) @definition.method

(function_signature name: (identifier) @name (#set! flag "declaration")) @definition.function
(method_signature "get" . name: (_) @name (#set! flag "declaration")) @definition.getter
(method_signature "set" . name: (_) @name (#set! flag "declaration")) @definition.setter
(method_signature name: (_) @name (#set! flag "declaration")) @definition.method
(abstract_method_signature name: (_) @name (#set! flag "declaration")) @definition.method
(property_signature name: (property_identifier) @name type: (type_annotation (object_type) @opens)) @definition.property

(public_field_definition
  name: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens) @definition.function
(public_field_definition name: (_) @name value: (class body: (_) @body @opens)) @definition.class

; parameter properties are members of the class
(required_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @name (#set! owner "this")) @definition.property
(optional_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @name (#set! owner "this")) @definition.property

; const api = { … } as const
(variable_declarator
  name: (identifier) @name
  value: [(as_expression . (object) @opens) (satisfies_expression . (object) @opens)]) @definition.variable

; ---- bases

(class_declaration [name: (_) type_parameters: (_)] . (class_heritage (extends_clause value: [(identifier) (member_expression)] @base))) @base.of
(class_declaration [name: (_) type_parameters: (_)] . (class_heritage (implements_clause [
  (type_identifier) @base
  (nested_type_identifier) @base
  (generic_type name: (_) @base)]))) @base.of
(abstract_class_declaration [name: (_) type_parameters: (_)] . (class_heritage (extends_clause value: [(identifier) (member_expression)] @base))) @base.of
(abstract_class_declaration [name: (_) type_parameters: (_)] . (class_heritage (implements_clause [
  (type_identifier) @base
  (nested_type_identifier) @base
  (generic_type name: (_) @base)]))) @base.of
(class [name: (_) type_parameters: (_)] . (class_heritage (extends_clause value: [(identifier) (member_expression)] @base))) @base.of
(variable_declarator value: (class (class_heritage (extends_clause value: [(identifier) (member_expression)] @base)))) @base.of
(assignment_expression right: (class (class_heritage (extends_clause value: [(identifier) (member_expression)] @base)))) @base.of
(export_statement value: (class (class_heritage (extends_clause value: [(identifier) (member_expression)] @base))) @base.of)
(interface_declaration [name: (_) type_parameters: (_)] . (extends_type_clause [
  (type_identifier) @base
  (nested_type_identifier) @base
  (generic_type name: (_) @base)])) @base.of
