; inherits: javascript

(program (export_statement declaration: (ambient_declaration [
  (function_signature name: (_) @name)
  (class_declaration name: (_) @name)
  (interface_declaration name: (_) @name)
  (type_alias_declaration name: (_) @name)
  (enum_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name)
  (module name: (_) @name)
  (internal_module name: (_) @name)])) @export.local)
(program (export_statement declaration: (ambient_declaration (_ (variable_declarator name: (identifier) @name)))) @export.local)
(program (export_statement "=" (identifier) @local (#set! exported "export=")) @export.local)
(program (export_statement (import_alias . (identifier) @name)) @export.local)
