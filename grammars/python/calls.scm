(call function: (identifier) @name arguments: (_) @args) @call.call

(call
  function: (attribute object: (_) @receiver attribute: (identifier) @name)
  arguments: (_) @args) @call.call

; what is called is itself a value: `table[key]()`, `make()()`
(call function: [(subscript) (call) (parenthesized_expression)] @name arguments: (_) @args) @call.pointer

; a decorator without arguments calls the name; with arguments it is a call expression already
(decorator (identifier) @name) @call.decorator
(decorator (attribute object: (_) @receiver attribute: (identifier) @name)) @call.decorator
