(call function: (identifier) @name arguments: (_) @args) @call.call

; `super(C, self)` may begin anywhere in the hierarchy
(call
  function: (attribute
    object: (call function: (identifier) @_super arguments: (argument_list . [(identifier) (attribute)] @target . (_) .))
    attribute: (identifier) @name)
  arguments: (_) @args
  (#eq? @_super "super")
  (#set! target "behind")) @call.call
(call
  function: (attribute
    object: (call function: (identifier) @_super arguments: (argument_list (_)))
    attribute: (identifier) @name)
  arguments: (_) @args
  (#eq? @_super "super")) @call.pointer

; `(await make()).run()`
(call
  function: (attribute
    object: (parenthesized_expression (await [(identifier) (attribute) (call)] @target))
    attribute: (identifier) @name)
  arguments: (_) @args
  (#set! target "path")
  (#set! member "await")) @call.call

(call
  function: (attribute object: (_) @receiver attribute: (identifier) @name)
  arguments: (_) @args) @call.call

; what is called is itself a value: `table[key]()`, `make()()`
(call function: [(subscript) (call) (parenthesized_expression)] @name arguments: (_) @args) @call.pointer

; a decorator without arguments calls the name; with arguments it is a call expression already
(decorator (identifier) @name) @call.decorator
(decorator (attribute object: (_) @receiver attribute: (identifier) @name)) @call.decorator
