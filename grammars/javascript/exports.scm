(program (export_statement . "export" . declaration: (_ name: (_) @name)) @export.local)
(program (export_statement declaration: (_ (variable_declarator name: (identifier) @name))) @export.local)
(program (export_statement declaration: (_ (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
  (rest_pattern (identifier) @name)
  (pair_pattern value: (identifier) @name)
  (pair_pattern value: (assignment_pattern left: (identifier) @name))])))) @export.local)
(program (export_statement declaration: (_ (variable_declarator name: (array_pattern (identifier) @name)))) @export.local)

(program (export_statement !source (export_clause (export_specifier name: (_) @name !alias))) @export.local)
(program (export_statement !source (export_clause (export_specifier name: (_) @local alias: [
  (identifier) @name
  (string (string_fragment) @name)]))) @export.local)
(program (export_statement "default" declaration: (_ name: (_) @local) (#set! exported "default")) @export.local)
(program (export_statement "default" value: (identifier) @local (#set! exported "default")) @export.local)

(export_statement
  (export_clause (export_specifier name: [(identifier) (string)] @name !alias))
  source: (string (string_fragment) @module)) @export.reexport
(export_statement
  (export_clause (export_specifier name: [(identifier) (string)] @local alias: [
    (identifier) @name
    (string (string_fragment) @name)]))
  source: (string (string_fragment) @module)) @export.reexport
; grammars: tree-sitter-javascript
(export_statement
  (export_clause (export_specifier "default" !alias))
  source: (string (string_fragment) @module)
  (#set! exported "default")
  (#set! name "default")) @export.reexport
(export_statement
  (export_clause (export_specifier . "default" @local alias: (identifier) @name))
  source: (string (string_fragment) @module)) @export.reexport
(export_statement
  (export_clause (export_specifier name: (_) @local alias: "default"))
  source: (string (string_fragment) @module)
  (#set! exported "default")) @export.reexport
; grammars: all
(export_statement . "export" . "*" . "from" source: (string (string_fragment) @module)) @export.star
(export_statement (namespace_export (_) @name) source: (string (string_fragment) @module)) @export.star-as

; module.exports = name; exports.name = value
(assignment_expression
  left: (member_expression) @owner @binding.alias
  right: [(identifier) (member_expression)] @target
  (#eq? @owner "module.exports")
  (#set! exported "export="))
(assignment_expression
  left: (member_expression) @owner @binding.instance
  right: (new_expression constructor: [(identifier) (member_expression)] @target)
  (#eq? @owner "module.exports")
  (#set! exported "export="))
(assignment_expression
  left: (member_expression) @owner @binding.value
  right: [(call_expression) (ternary_expression) (binary_expression) (await_expression)]
  (#eq? @owner "module.exports")
  (#set! exported "export="))
; const name = module.exports = {}
(variable_declarator
  name: (identifier) @target
  value: [
    (assignment_expression left: (member_expression) @owner right: (object))
    (assignment_expression right: (assignment_expression left: (member_expression) @owner right: (object)))]
  (#eq? @owner "module.exports")
  (#set! exported "export=")) @binding.alias
