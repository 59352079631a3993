; attributes and what they take look like calls
(function_declarator (call_expression) @call.none)
(attribute_specifier (argument_list (call_expression) @call.none))
(attribute (argument_list (call_expression) @call.none))

; `API type name(int);` is read as a declaration `API type` and a call
((declaration (MISSING ";"))
  .
  (expression_statement [
    (call_expression function: (identifier) @binding.external) @call.none
    (pointer_expression argument: (call_expression function: (identifier) @binding.external) @call.none)
  ]))

(call_expression function: (identifier) @name arguments: (_) @args) @call.call

; `(f)(x, y)` keeps a macro from being expanded; with one argument it is rather a cast, `(size_t)(x)`
(call_expression
  function: (parenthesized_expression (identifier) @name)
  arguments: [(argument_list "," ) (argument_list . "(" . ")")] @args) @call.call
(call_expression function: (parenthesized_expression (identifier))) @call.none

; `(*f)(x)` is `f(x)` whether f is a function or a pointer to one
(call_expression
  function: (parenthesized_expression (pointer_expression argument: (identifier) @name))
  arguments: (_) @args) @call.call

; through a member, an element, or any other value: where it goes is known only when the program runs
(call_expression
  function: (field_expression argument: (_) @receiver field: (field_identifier) @name)
  arguments: (_) @args) @call.pointer
(call_expression
  function: (parenthesized_expression [
    (field_expression argument: (_) @receiver field: (field_identifier) @name)
    (pointer_expression argument: (field_expression argument: (_) @receiver field: (field_identifier) @name))
  ])
  arguments: (_) @args) @call.pointer
(call_expression
  function: (subscript_expression argument: [
    (identifier) @name
    (field_expression argument: (_) @receiver field: (field_identifier) @name)
  ])
  arguments: (_) @args) @call.pointer
(call_expression
  function: [(call_expression) (subscript_expression) (parenthesized_expression)] @name
  arguments: (_) @args) @call.pointer

; `FOR_ALL(item) { … }` inside a function is read as the definition of one; at the top it is one (definitions.scm)
(translation_unit (function_definition declarator: (parenthesized_declarator)) @call.none)
(function_definition
  declarator: (parenthesized_declarator (identifier) @_void)
  (#eq? @_void "void")) @call.none
(function_definition type: (type_identifier) @name declarator: (parenthesized_declarator (identifier) @args)) @call.call
