(call_expression function: (identifier) @name arguments: (arguments) @args) @call.call
(call_expression function: (identifier) @name arguments: (template_string)) @call.tag

; `(await make()).run()`
(call_expression
  function: (member_expression
    object: (parenthesized_expression (await_expression
      "await" @member
      (call_expression function: [(identifier) (member_expression)] @target))) @receiver
    property: [(property_identifier) (private_property_identifier)] @name)
  arguments: (arguments) @args
  (#set! target "result")) @call.call

; `(await value).run()`
(call_expression
  function: (member_expression
    object: (parenthesized_expression (await_expression "await" @member [(identifier) (member_expression)] @target)) @receiver
    property: [(property_identifier) (private_property_identifier)] @name)
  arguments: (arguments) @args
  (#set! target "path")) @call.call

; `new Type().run()`
(call_expression
  function: (member_expression
    object: [
      (new_expression constructor: [(identifier) (member_expression)] @target)
      (parenthesized_expression (new_expression constructor: [(identifier) (member_expression)] @target))] @receiver
    property: [(property_identifier) (private_property_identifier)] @name)
  arguments: (arguments) @args) @call.call
(call_expression
  function: (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @name)
  arguments: (arguments) @args) @call.call
(call_expression
  function: (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @name)
  arguments: (template_string)) @call.tag
(call_expression
  function: (subscript_expression object: (_) @receiver index: (string (string_fragment) @name))
  arguments: (arguments) @args) @call.call

; `(0, lib.run)(x)`, as compilers write it
(call_expression
  function: (parenthesized_expression (sequence_expression
    (number)
    (member_expression object: (_) @receiver property: (property_identifier) @name)))
  arguments: (arguments) @args) @call.call
(call_expression
  function: (parenthesized_expression (sequence_expression (number) (identifier) @name))
  arguments: (arguments) @args) @call.call

; `(run)(x)`, `(value.run)(x)`
(call_expression function: (parenthesized_expression (identifier) @name) arguments: (arguments) @args) @call.call
(call_expression
  function: (parenthesized_expression (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @name))
  arguments: (arguments) @args) @call.call

; what is called is itself a value; a function written there and called at once has no name and is no call of one
(call_expression function: [(subscript_expression) (call_expression)] @name arguments: (arguments) @args) @call.pointer

(call_expression function: (super) @name arguments: (arguments) @args) @call.super

(new_expression constructor: (identifier) @name arguments: (arguments)? @args) @call.new
(new_expression
  constructor: (member_expression object: (_) @receiver property: (property_identifier) @name)
  arguments: (arguments)? @args) @call.new

; a decorator with arguments is a call expression already
(decorator) @decorator
(decorator (identifier) @name) @call.decorator
(decorator (member_expression object: (_) @receiver property: (property_identifier) @name)) @call.decorator

; elements in lower case are the platform's own
; grammars: tree-sitter-javascript, tree-sitter-tsx
(jsx_opening_element name: (identifier) @name (#match? @name "^[^a-z]")) @call.jsx
(jsx_self_closing_element name: (identifier) @name (#match? @name "^[^a-z]")) @call.jsx
(jsx_opening_element name: (member_expression object: (_) @receiver property: (property_identifier) @name)) @call.jsx
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (property_identifier) @name)) @call.jsx
; grammars: all
