; A boundary begins at the declaration's own first word or, of a function bound to a name, at that name; decorators and
; comments above are outside, `export` stands on the same line. A function that is the value of a name is one definition,
; by that name; one with a name of its own only is known by it inside itself.

; ---- scopes

[(function_declaration) (function_expression) (generator_function) (generator_function_declaration) (method_definition)] @scope.function
(arrow_function) @scope.arrow
(class_body) @scope.class
(class name: (_)) @scope.block

; ---- declarations

(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(class_declaration name: (_) @name body: (_) @body @opens) @definition.class

(method_definition "get" name: (_) @name body: (_) @body) @definition.getter
(method_definition "set" name: (_) @name body: (_) @body) @definition.setter
(method_definition "static" name: (_) @name body: (_) @body (#set! flag "static")) @definition.method
(method_definition name: (_) @name body: (_) @body) @definition.method

; ---- default exports without a name

(export_statement "default"
  value: [
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (arrow_function body: (_) @body)] @definition.function
  (#set! name "default")) @export.local
(export_statement "default" value: (class body: (_) @body @opens) @definition.class (#set! name "default")) @export.local
(export_statement "default" value: (object) @opens @definition.constant (#set! name "default")) @export.local
(export_statement "default"
  value: [(call_expression) (new_expression) (await_expression) (array) (template_string) (string) (number)] @definition.constant
  (#set! name "default")) @export.local

; ---- functions and classes bound to a name

(lexical_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens) @definition.function)

(variable_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens) @definition.function
  (#set! bind "hoisted"))

(variable_declarator name: (identifier) @name value: (class body: (_) @body @opens)) @definition.class

(assignment_expression
  left: (identifier) @name
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens
  (#set! bind "declaring")) @definition.function

(assignment_expression left: (identifier) @name right: (class body: (_) @body @opens) (#set! bind "declaring")) @definition.class

; module.exports = function name() {}
(assignment_expression
  left: (member_expression) @owner
  right: [
    (function_expression name: (identifier) @name body: (_) @body)
    (generator_function name: (identifier) @name body: (_) @body)] @opens
  (#eq? @owner "module.exports")
  (#set! exported "export=")) @definition.function
(assignment_expression
  left: (member_expression) @owner
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens
  (#eq? @owner "module.exports")
  (#set! name "exports")
  (#set! exported "export=")) @definition.function
(assignment_expression
  left: (member_expression) @owner
  right: (class name: (_) @name body: (_) @body @opens)
  (#eq? @owner "module.exports")
  (#set! exported "export=")) @definition.class
(assignment_expression
  left: (member_expression) @owner
  right: (class body: (_) @body @opens)
  (#eq? @owner "module.exports")
  (#set! name "exports")
  (#set! exported "export=")) @definition.class

; Type.prototype.method = function () {}
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens
  (#eq? @_prototype "prototype")) @definition.function

; exports.name, object.name, this.name = function () {}
(assignment_expression
  left: (member_expression
    object: [(identifier) (this) (member_expression)] @owner
    property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens) @definition.function
(assignment_expression
  left: (member_expression
    object: [(identifier) (this) (member_expression)] @owner
    property: [(property_identifier) (private_property_identifier)] @name)
  right: (class body: (_) @body @opens)) @definition.class

; of any other value
(assignment_expression
  left: (member_expression property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens
  (#set! bind "none")) @definition.function

(pair
  key: [(property_identifier) (string) (number) (computed_property_name)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)] @opens) @definition.function
(pair key: [(property_identifier) (string)] @name value: (class body: (_) @body @opens)) @definition.class

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
(class_declaration (class_heritage [(identifier) (member_expression)] @base)) @base.of
(variable_declarator value: (class (class_heritage [(identifier) (member_expression)] @base))) @base.of
(assignment_expression right: (class (class_heritage [(identifier) (member_expression)] @base))) @base.of
(export_statement value: (class (class_heritage [(identifier) (member_expression)] @base)) @base.of)
(class (class_heritage [(identifier) (member_expression)] @base)) @base.of
; grammars: all

; what an object literal begins by spreading, it inherits
(variable_declarator value: (object . (spread_element [(identifier) (member_expression)] @base))) @base.of

; ---- object literals with functions own their members

(assignment_expression left: (member_expression) @owner right: (object) @scope.object (#eq? @owner "module.exports"))
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
  right: (object) @scope.object
  (#eq? @_prototype "prototype"))
(variable_declarator value: (object) @scope.object)
(assignment_expression right: (object) @scope.object)
(export_statement value: (object) @scope.object)
(object [
  (method_definition)
  (pair value: [(arrow_function) (function_expression) (generator_function) (class)])]) @scope.object

(variable_declarator
  name: (identifier) @name
  value: (object [
    (method_definition)
    (pair value: [(arrow_function) (function_expression) (generator_function) (class)])]) @opens) @definition.constant

(pair
  key: [(property_identifier) (string)] @name
  value: (object [
    (method_definition)
    (pair value: [(arrow_function) (function_expression) (generator_function) (class)])]) @opens) @definition.property

(assignment_expression
  left: (member_expression
    object: [(identifier) (this) (member_expression)] @owner
    property: (property_identifier) @name)
  right: (object [
    (method_definition)
    (pair value: [(arrow_function) (function_expression) (generator_function) (class)])]) @opens
  (#not-eq? @name "prototype")
  (#not-eq? @name "exports")) @definition.property

; ---- module-level names

(program [
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: (object) @opens) @definition.constant)
  (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: (object) @opens) @definition.constant))])
(program [
  (lexical_declaration (variable_declarator name: (identifier) @name value: (object) @opens) @definition.variable)
  (variable_declaration (variable_declarator name: (identifier) @name value: (object) @opens) @definition.variable)
  (export_statement declaration: (_ (variable_declarator name: (identifier) @name value: (object) @opens) @definition.variable))])

; const app = exports = module.exports = {}
(program [
  (lexical_declaration (variable_declarator
    name: (identifier) @name
    value: [
      (assignment_expression right: (object) @opens)
      (assignment_expression right: (assignment_expression right: (object) @opens))]) @definition.variable)
  (variable_declaration (variable_declarator
    name: (identifier) @name
    value: [
      (assignment_expression right: (object) @opens)
      (assignment_expression right: (assignment_expression right: (object) @opens))]) @definition.variable)])

(program [
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)
  (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))])
(program [
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
  (export_statement declaration: (_ (variable_declarator name: (identifier) @name) @definition.variable))])

(program (lexical_declaration kind: "const" (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @definition.constant
  (pair_pattern value: (identifier) @name @definition.constant)]))))
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @definition.constant
  (pair_pattern value: (identifier) @name @definition.constant)])))))
