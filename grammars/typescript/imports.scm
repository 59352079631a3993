; inherits: javascript

(import_statement (import_require_clause (identifier) @local source: (string (string_fragment) @module))) @import.require
