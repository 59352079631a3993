(import_statement (import_clause (identifier) @local) source: (string (string_fragment) @module)) @import.default
(import_statement
  (import_clause (namespace_import (identifier) @local))
  source: (string (string_fragment) @module)) @import.namespace
(import_statement
  (import_clause (named_imports (import_specifier name: (identifier) @name @local !alias)))
  source: (string (string_fragment) @module)) @import.named
(import_statement
  (import_clause (named_imports (import_specifier name: (identifier) @name alias: (identifier) @local)))
  source: (string (string_fragment) @module)) @import.named
(import_statement
  (import_clause (named_imports (import_specifier name: (string (string_fragment) @name) alias: (identifier) @local)))
  source: (string (string_fragment) @module)) @import.named
; grammars: tree-sitter-javascript
(import_statement
  (import_clause (named_imports (import_specifier "default" alias: (identifier) @local)))
  source: (string (string_fragment) @module)) @import.default
; grammars: all
(import_statement . "import" . source: (string (string_fragment) @module)) @import.effect

; const { name } = await import("module")
(variable_declarator
  name: (identifier) @local
  value: (await_expression (call_expression
    function: (import)
    arguments: (arguments . (string (string_fragment) @module))))) @import.namespace
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name @local)
  value: (await_expression (call_expression
    function: (import)
    arguments: (arguments . (string (string_fragment) @module))))) @import.named
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @name value: (identifier) @local))
  value: (await_expression (call_expression
    function: (import)
    arguments: (arguments . (string (string_fragment) @module))))) @import.named

; const name = require("module")
(lexical_declaration (variable_declarator
  name: (identifier) @local
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")) @import.require)
(variable_declaration (variable_declarator
  name: (identifier) @local
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")
  (#set! bind "hoisted")) @import.require)
; const { name } = require("module")
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name @local)
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")
  (#set! bind "hoisted")) @import.named
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @name value: (identifier) @local))
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")
  (#set! bind "hoisted")) @import.named
; const local = require("module").name
(variable_declarator
  name: (identifier) @local
  value: (member_expression
    object: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @module)))
    property: (property_identifier) @name)
  (#eq? @_require "require")
  (#set! bind "hoisted")) @import.named
; const local = __importDefault(require("module")), as compilers write it: local.default is the module's default
(variable_declarator
  name: (identifier) @local
  value: (call_expression
    function: [(identifier) (member_expression)] @_interop
    arguments: (arguments . (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @module)))))
  (#eq? @_require "require")
  (#match? @_interop "(__importDefault|__importStar|interopRequire(Default|Wildcard))$")
  (#set! bind "hoisted")) @import.namespace
(expression_statement (call_expression
  function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @module))
  (#eq? @_require "require"))) @import.effect

; exports.name = require("module"), module.exports = require("module")
(assignment_expression
  left: (member_expression) @owner @local
  right: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")
  (#eq? @owner "module.exports")
  (#set! exported "export=")) @import.require
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @local)
  right: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")
  (#not-eq? @owner "module")) @import.require
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @local)
  right: (member_expression
    object: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @module)))
    property: (property_identifier) @name)
  (#eq? @_require "require")
  (#not-eq? @owner "module")) @import.named
; module.exports = { name: require("module") }
(assignment_expression right: (object (pair
  key: (property_identifier) @local
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")) @import.require))
