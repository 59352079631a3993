(import_statement source: (string (string_fragment) @module)) @import.from
(import_clause . (identifier) @local) @import.default
(namespace_import (identifier) @local) @import.namespace
(import_specifier name: [(identifier) (string)] @name @local !alias) @import.named
(import_specifier name: [(identifier) (string)] @name alias: (identifier) @local) @import.named
; grammars: tree-sitter-javascript
(import_specifier "default" alias: (identifier) @local) @import.default
; grammars: all
(import_statement . "import" . source: (string (string_fragment) @module)) @import.effect

; const name = require("module"), const { name } = require("module"), const local = require("module").name
(variable_declarator
  name: (identifier) @local
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")) @import.require
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name @local
    (pair_pattern key: (property_identifier) @name value: (identifier) @local)])
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")) @import.named
(variable_declarator
  name: (identifier) @local
  value: (member_expression
    object: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @module)))
    property: (property_identifier) @name)
  (#eq? @_require "require")) @import.named
; const local = __importDefault(require("module")), as compilers write it: local.default is the module's default
(variable_declarator
  name: (identifier) @local
  value: (call_expression
    function: [(identifier) (member_expression)] @_interop
    arguments: (arguments . (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @module)))))
  (#eq? @_require "require")
  (#match? @_interop "(__importDefault|__importStar|interopRequire(Default|Wildcard))$")) @import.namespace
(expression_statement . (call_expression
  function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @module))
  (#eq? @_require "require"))) @import.effect

; const { name } = await import("module")
(variable_declarator
  name: (identifier) @local
  value: (await_expression (call_expression
    function: (import)
    arguments: (arguments . (string (string_fragment) @module))))) @import.namespace
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name @local
    (pair_pattern key: (property_identifier) @name value: (identifier) @local)])
  value: (await_expression (call_expression
    function: (import)
    arguments: (arguments . (string (string_fragment) @module))))) @import.named

; exports.name = require("module"), module.exports = require("module"), exports.name = require("module").name
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @local)
  right: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")) @import.require
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @local)
  right: (member_expression
    object: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @module)))
    property: (property_identifier) @name)
  (#eq? @_require "require")) @import.named
; { name: require("module") }
(pair
  key: (property_identifier) @local
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @module)))
  (#eq? @_require "require")
  (#set! bind "member")) @import.require
