; inherits: javascript

; `value!.run()`, `run!()`
(call_expression
  function: (member_expression
    object: (non_null_expression [(identifier) (member_expression)] @receiver)
    property: [(property_identifier) (private_property_identifier)] @name)
  arguments: (arguments) @args) @call.call
(call_expression function: (non_null_expression (identifier) @name) arguments: (arguments) @args) @call.call
(call_expression
  function: (non_null_expression (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @name))
  arguments: (arguments) @args) @call.call

; `typeof import("module")` calls nothing
(type_query (call_expression) @call.none)

; `await run<Type>()` and `await value.run<Type>()` are parsed as calls of what is awaited
(call_expression function: (await_expression (identifier) @name) arguments: (arguments) @args) @call.call
(call_expression
  function: (await_expression (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @name))
  arguments: (arguments) @args) @call.call

; `(run as Type)()`, `(value.run as Type)()`
(call_expression
  function: (parenthesized_expression (as_expression . (identifier) @name))
  arguments: (arguments) @args) @call.call
(call_expression
  function: (parenthesized_expression (as_expression . (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @name)))
  arguments: (arguments) @args) @call.call

; `(value as Type).run()`, `(<Type>value).run()`
(call_expression
  function: (member_expression
    object: (parenthesized_expression (as_expression (_) (_) @type .)) @receiver
    property: [(property_identifier) (private_property_identifier)] @name)
  arguments: (arguments) @args) @call.call
; grammars: tree-sitter-typescript
(call_expression
  function: (member_expression
    object: (parenthesized_expression (type_assertion (type_arguments (_) @type))) @receiver
    property: [(property_identifier) (private_property_identifier)] @name)
  arguments: (arguments) @args) @call.call
; grammars: all
