; A boundary begins at the declaration's own first word or, of a function bound to a name, at that name; decorators and
; comments above are outside, `export` stands on the same line. A function that is the value of a name is one definition,
; by that name; one with a name of its own only is known by it inside itself.
;
; What makes these fast: a pattern begins at the rarest node that will do and reaches its parts by fields, so that it ends
; early; one that waits for any child of a class, an object or the program would wait through all that is inside.

; ---- scopes

[(function_declaration) (function_expression) (generator_function) (generator_function_declaration) (method_definition)] @scope.function
(arrow_function) @scope.arrow
(class_body) @scope.class
(class name: (_)) @scope.block

; ---- declarations

(variable_declaration) @declares.hoisted
(lexical_declaration kind: "const") @declares.constant

(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(class_declaration name: (_) @name body: (_) @body @opens) @definition.class

(method_definition . "get" . name: (_) @name body: (_) @body) @definition.getter
(method_definition . "set" . name: (_) @name body: (_) @body) @definition.setter
(method_definition . "static" name: (_) @name body: (_) @body (#set! flag "static")) @definition.method
; grammars: tree-sitter-javascript
(method_definition . (decorator) . "get" . name: (_) @name body: (_) @body) @definition.getter
(method_definition . (decorator) . "set" . name: (_) @name body: (_) @body) @definition.setter
(method_definition . (decorator) . "static" name: (_) @name body: (_) @body (#set! flag "static")) @definition.method
; grammars: all
(method_definition name: (_) @name body: (_) @body) @definition.method

; ---- default exports without a name

(export_statement value: [
    (function_expression !name body: (_) @body)
    (generator_function !name body: (_) @body)
    (arrow_function body: (_) @body)] @definition.function
  (#set! name "default")) @export.local
(export_statement value: (class !name body: (_) @body @opens) @definition.class (#set! name "default")) @export.local
(export_statement value: (object) @opens @definition.constant (#set! name "default")) @export.local
(export_statement
  value: [(call_expression) (new_expression) (await_expression) (array) (template_string) (string) (number)] @definition.constant
  (#set! name "default")) @export.local

; ---- functions and classes bound to a name

(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body @opens)) @definition.class

(assignment_expression
  left: (identifier) @name
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens
  (#set! bind "declaring")) @definition.function
(assignment_expression left: (identifier) @name right: (class body: (_) @body @opens) (#set! bind "declaring")) @definition.class

; exports.name, module.exports, Type.prototype.name, object.name, this.name = function () {}
(assignment_expression
  left: (member_expression object: (_) @owner property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens) @definition.function
(assignment_expression
  left: (member_expression object: (_) @owner property: [(property_identifier) (private_property_identifier)] @name)
  right: (class body: (_) @body @opens)) @definition.class

(pair
  key: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens) @definition.function
(pair key: (_) @name value: (class body: (_) @body @opens)) @definition.class

; grammars: tree-sitter-javascript
(field_definition
  property: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens) @definition.function
(field_definition property: (_) @name value: (class body: (_) @body @opens)) @definition.class
; grammars: all

; known inside itself only
(function_expression name: (identifier) @name body: (_) @body (#set! bind "none")) @definition.function
(generator_function name: (identifier) @name body: (_) @body (#set! bind "none")) @definition.function
(class name: (_) @name body: (_) @body @opens (#set! bind "none")) @definition.class

; ---- bases

; grammars: tree-sitter-javascript
(class_declaration name: (_) . (class_heritage [(identifier) (member_expression)] @base)) @base.of
(variable_declarator value: (class (class_heritage [(identifier) (member_expression)] @base))) @base.of
(assignment_expression right: (class (class_heritage [(identifier) (member_expression)] @base))) @base.of
(export_statement value: (class (class_heritage [(identifier) (member_expression)] @base)) @base.of)
(class name: (_) . (class_heritage [(identifier) (member_expression)] @base)) @base.of
; grammars: all

; what an object literal begins by spreading, it inherits
(variable_declarator value: (object . (spread_element [(identifier) (member_expression)] @base))) @base.of

; ---- object literals own their members; in a function only those that hold functions are definitions

(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports) @owner
  right: (object) @scope.object
  (#eq? @owner "module.exports"))
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
  right: (object) @scope.object
  (#eq? @_prototype "prototype"))
(object) @scope.object

(variable_declarator name: (identifier) @name value: (object) @opens) @definition.variable
(pair key: [(property_identifier) (string)] @name value: (object) @opens) @definition.property
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @name)
  right: (object) @opens
  (#not-any-of? @name "prototype" "exports")) @definition.property
; const app = exports = module.exports = {}
(variable_declarator
  name: (identifier) @name
  value: [
    (assignment_expression right: (object) @opens)
    (assignment_expression right: (assignment_expression right: (object) @opens))]) @definition.variable

; ---- module-level names

(variable_declarator name: (identifier) @name) @definition.variable
(variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @definition.variable
  (pair_pattern value: (identifier) @name @definition.variable)]))
