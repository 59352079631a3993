; A function's boundary begins at `def` (or `async`), a class's at `class`: decorators stand outside these nodes.

(function_definition
  name: (identifier) @name
  body: (_) @body) @definition.function @scope.function

(class_definition
  name: (identifier) @name
  body: (_) @body @opens) @definition.class

(class_definition body: (_) @scope.class)

(class_definition
  superclasses: (argument_list [(identifier) (attribute)] @base)) @base.of

(class_definition
  superclasses: (argument_list (subscript value: [(identifier) (attribute)] @base))) @base.of

; a lambda bound to a name is that name's function
(assignment
  left: (identifier) @name
  right: (lambda body: (_) @body) @opens) @definition.function

(lambda) @scope.function

(decorated_definition
  (decorator [(identifier) (attribute)] @name)
  definition: (_) @decorated.by)

(decorated_definition
  (decorator (call function: [(identifier) (attribute)] @name))
  definition: (_) @decorated.by)

(type_alias_statement left: (type (identifier) @name)) @definition.type
