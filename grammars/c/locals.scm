(compound_statement) @scope.block
(for_statement) @scope.block

; The parameters of a declaration, a type or a pointer are names of their own; a definition's belong to the function.
(declaration declarator: [
  (function_declarator parameters: (_) @scope.block)
  (pointer_declarator declarator: (function_declarator parameters: (_) @scope.block))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator parameters: (_) @scope.block)))
  (init_declarator declarator: (function_declarator parameters: (_) @scope.block))
])
(field_declaration declarator: (function_declarator parameters: (_) @scope.block))
(field_declaration declarator: (pointer_declarator declarator: (function_declarator parameters: (_) @scope.block)))
(type_definition declarator: (function_declarator parameters: (_) @scope.block))
(type_definition declarator: (pointer_declarator declarator: (function_declarator parameters: (_) @scope.block)))
(parameter_declaration declarator: (function_declarator parameters: (_) @scope.block))
(function_declarator declarator: (parenthesized_declarator (pointer_declarator)) parameters: (_) @scope.block)
(abstract_function_declarator parameters: (_) @scope.block)

; prototypes, and macros that end: what the name means then is not for this file alone to say, but that it is weak or
; has internal linkage is
(parameter_declaration declarator: (function_declarator declarator: (identifier) @binding.value))
((declaration
  [(attribute_specifier (argument_list (identifier) @_weak)) (attribute_declaration (attribute name: (identifier) @_weak))]
  declarator: [
    (function_declarator declarator: (identifier) @binding.external)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @binding.external))
  ])
  (#any-of? @_weak "weak" "__weak__")
  (#set! flag "weak"))
((function_declarator
  declarator: (identifier) @binding.external
  (attribute_specifier (argument_list (identifier) @_weak)))
  (#any-of? @_weak "weak" "__weak__")
  (#set! flag "weak"))
(declaration
  (storage_class_specifier "static")
  declarator: [
    (function_declarator declarator: (identifier) @binding.external)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @binding.external))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @binding.external)))
    (function_declarator declarator: (parenthesized_declarator (identifier) @binding.external))
  ]
  (#set! flag "internal"))
(function_declarator declarator: (identifier) @binding.external)
(function_declarator declarator: (parenthesized_declarator (identifier) @binding.external))
; `API int (f)(void);` is read as a function `int` that takes an f and returns a function
(function_declarator declarator: (function_declarator
  declarator: (identifier)
  parameters: (parameter_list . (parameter_declaration . type: (type_identifier) @binding.external .) .)))
((preproc_call directive: (preproc_directive) @_undef argument: (preproc_arg) @binding.external)
  (#eq? @_undef "#undef"))

; A pointer to a function that nothing else is assigned to stands for it: a local one, or one that no other file sees.
(declaration
  (storage_class_specifier "static")
  declarator: (init_declarator
    declarator: [
      (function_declarator declarator: (parenthesized_declarator (pointer_declarator
        declarator: (identifier) @binding.alias)))
      (identifier) @binding.alias
    ]
    value: [(identifier) @target (pointer_expression "&" argument: (identifier) @target)]))
(translation_unit (declaration declarator: (init_declarator declarator: [
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.value)))
  (identifier) @binding.value
])))
(preproc_ifdef (declaration declarator: (init_declarator declarator: [
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.value)))
  (identifier) @binding.value
])))
(preproc_if (declaration declarator: (init_declarator declarator: [
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.value)))
  (identifier) @binding.value
])))
(preproc_else (declaration declarator: (init_declarator declarator: [
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.value)))
  (identifier) @binding.value
])))
(preproc_elif (declaration declarator: (init_declarator declarator: [
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.value)))
  (identifier) @binding.value
])))
(declaration_list (declaration declarator: (init_declarator declarator: [
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding.value)))
  (identifier) @binding.value
])))
(init_declarator
  declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator
    declarator: (identifier) @binding.alias)))
  value: [(identifier) @target (pointer_expression "&" argument: (identifier) @target)])
(declaration
  type: (type_identifier)
  declarator: (init_declarator
    declarator: (identifier) @binding.alias
    value: [(identifier) @target (pointer_expression "&" argument: (identifier) @target)]))
(assignment_expression left: (identifier) @binding.value (#set! bind "declaring"))

(parameter_declaration declarator: (identifier) @binding.value)
(parameter_list (identifier) @binding.value)
(pointer_declarator declarator: (identifier) @binding.value)
(array_declarator declarator: (identifier) @binding.value)
(parenthesized_declarator (identifier) @binding.value)
(attributed_declarator (identifier) @binding.value)
(init_declarator declarator: (identifier) @binding.value)
(declaration declarator: (identifier) @binding.value)

; Variables, of which the sweep keeps the file's own. The first of a declaration stands for the whole of it.
(declaration (storage_class_specifier "extern")) @definition.none
(declaration (MISSING ";")) @definition.none
(declaration
  (type_qualifier "const")
  declarator: [
    (identifier) @name
    (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (init_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    ])
  ]) @definition.constant
(declaration
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
    ])
    (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
    ])))
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: [
        (identifier) @name
        (pointer_declarator declarator: (identifier) @name)
        (array_declarator declarator: (identifier) @name)
      ])
      (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])
      (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)
      ])))
    ])
  ]) @definition.variable
(declaration
  declarator: (_)
  ","
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
    ])))
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
      (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)
      ])))
    ])
  ] @definition.variable)
