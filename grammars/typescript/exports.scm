; inherits: javascript

(export_statement declaration: (ambient_declaration . (_ name: (_) @name))) @export.local
(export_statement declaration: (ambient_declaration . [(lexical_declaration) (variable_declaration)] @declares.exported))
(export_statement . "export" . "=" . (identifier) @local (#set! exported "export=")) @export.local
(export_statement . "export" . (import_alias . (identifier) @name)) @export.local
