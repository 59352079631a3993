; A `.h` file may belong to C++; it is read as C. What stands in the body of a macro is text to the grammar: no symbols,
; no calls.

; Functions. A macro in the head (`API int f(void)`) leaves an error beside the declarator and the definition whole.
; A `static` one has internal linkage. All belong to the file: one inside another is what an unclosed brace makes.

; what is left of a statement that the grammar gave up on
(function_definition
  declarator: (function_declarator declarator: (identifier) @_word)
  (#any-of? @_word "if" "for" "while" "switch" "return")) @definition.none

; `int ATTRIBUTE(nonnull) f(int a) {`: the name stands before the last parenthesis, macros by convention in capitals
(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @_macro (call_expression function: (identifier) @name) .)
    (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @_macro (call_expression function: (identifier) @name) .))
  ]
  body: (_) @body
  (#match? @_macro "^[A-Z][A-Z0-9_]*$")
  (#not-match? @name "^([A-Z][A-Z0-9_]*|if|for|while|switch|return)$")
  (#set! flag "exported")
  (#set! bind "file")) @definition.function

; A function that a macro defines goes by the macro's last argument, `TEST(suite, name) {`: that is what people look for.
(function_definition
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list (parameter_declaration . type: (type_identifier) @name .) .))
  body: (_) @body
  (#match? @_macro "^[A-Z][A-Z0-9_]*$")
  (#set! bind "file")) @definition.function
(translation_unit
  (expression_statement
    (call_expression function: (identifier) arguments: (argument_list (identifier) @name .)))
  .
  (compound_statement) @body @definition.function)

; a weak one gives way to another file's: it is not bound, so that the linker is asked here too
(function_definition
  [(attribute_specifier (argument_list (identifier) @_weak)) (attribute_declaration (attribute name: (identifier) @_weak))]
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]
  body: (_) @body
  (#any-of? @_weak "weak" "__weak__")
  (#set! flag "exported weak")
  (#set! bind "none")) @definition.function
; by the usual macro
(function_definition
  [(type_identifier) @_weak (ERROR (identifier) @_weak)]
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]
  body: (_) @body
  (#any-of? @_weak "__weak" "__WEAK" "WEAK")
  (#set! flag "exported weak")
  (#set! bind "none")) @definition.function

(function_definition
  (storage_class_specifier "static")
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name))))
  ]
  body: (_) @body
  (#set! flag "internal")
  (#set! bind "file")) @definition.function

(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
    (pointer_declarator declarator: (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name))))
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name))))
  ]
  body: (_) @body
  (#set! flag "exported")
  (#set! bind "file")) @definition.function

; `int CALLCONV main(void) {` is read as a declaration `int CALLCONV` and a definition of type `main`
(function_definition
  type: (type_identifier) @name
  declarator: (parenthesized_declarator (identifier) @_void)
  body: (_) @body
  (#eq? @_void "void")
  (#set! flag "exported")
  (#set! bind "file")) @definition.function
(translation_unit
  (function_definition
    type: (type_identifier)
    declarator: (parenthesized_declarator (identifier) @name)
    body: (_) @body) @definition.function)

(function_definition) @scope.function

; Struct, union and enum tags have a namespace of their own.

(struct_specifier name: (type_identifier) @name body: (_) @body (#set! bind "none")) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body (#set! bind "none")) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body (#set! bind "none")) @definition.enum

(type_definition
  type: (struct_specifier !name body: (_) @body)
  declarator: [(type_identifier) (pointer_declarator declarator: (type_identifier))] @name) @definition.struct
(type_definition
  type: (union_specifier !name body: (_) @body)
  declarator: [(type_identifier) (pointer_declarator declarator: (type_identifier))] @name) @definition.union
(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.enum

(type_definition
  declarator: [
    (type_identifier) @name
    (primitive_type) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (type_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator declarator: (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))
  ]) @definition.type

(type_definition
  declarator: (_)
  ","
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ] @definition.type)

; an include guard defines nothing anyone looks for
(preproc_ifdef
  name: (identifier) @_guard
  .
  (preproc_def name: (identifier) @_defined !value) @definition.none
  (#eq? @_guard @_defined))

(preproc_def name: (identifier) @name (#set! bind "file")) @definition.macro
(preproc_function_def name: (identifier) @name value: (_) @body (#set! bind "file")) @definition.macro
(preproc_function_def name: (identifier) @name (#set! bind "file")) @definition.macro
