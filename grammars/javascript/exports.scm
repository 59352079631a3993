(export_statement source: (string (string_fragment) @module)) @import.from

(export_statement . "export" . declaration: (_ name: (_) @name)) @export.local
(export_statement declaration: [(lexical_declaration) (variable_declaration)] @declares.exported)

(export_specifier name: (_) @name !alias) @export.local
(export_specifier name: (_) @local alias: [(identifier) (string)] @name) @export.local
(export_statement . "export" . "default" . declaration: (_ name: (_) @local) (#set! exported "default")) @export.local
(export_statement decorator: (_) "export" . "default" . declaration: (_ name: (_) @local) (#set! exported "default")) @export.local
(export_statement value: (identifier) @local (#set! exported "default")) @export.local

; grammars: tree-sitter-javascript
; `default` is a keyword here
(export_specifier "default" !alias (#set! exported "default") (#set! name "default")) @export.local
(export_specifier . "default" @local alias: [(identifier) (string)] @name) @export.local
(export_specifier name: (_) @local alias: "default" (#set! exported "default")) @export.local
; grammars: all
(export_statement . "export" . "*" . "from") @export.star
(namespace_export (_) @name) @export.star-as

; const name = module.exports = {}
(variable_declarator
  name: (identifier) @target
  value: [
    (assignment_expression left: (member_expression object: (identifier) @owner property: (property_identifier) @local) right: (object))
    (assignment_expression right: (assignment_expression
      left: (member_expression object: (identifier) @owner property: (property_identifier) @local)
      right: (object)))]) @binding.alias
