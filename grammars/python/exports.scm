; `__all__` names what `from module import *` brings; what is not written out in it may be any name
(assignment
  left: (identifier) @_all
  right: [
    (list (string) @name @export.local)
    (tuple (string) @name @export.local)
    (binary_operator (list (string) @name @export.local))]
  (#eq? @_all "__all__"))
(augmented_assignment
  left: (identifier) @_all
  right: [
    (list (string) @name @export.local)
    (tuple (string) @name @export.local)
    (binary_operator (list (string) @name @export.local))]
  (#eq? @_all "__all__"))
(assignment
  left: (identifier) @_all
  right: [
    (list [(list_splat) (identifier) (attribute) (call)])
    (tuple [(list_splat) (identifier) (attribute) (call)])
    (attribute)
    (binary_operator)
    (call)
    (conditional_expression)
    (identifier)
    (list_comprehension)] @export.star
  (#eq? @_all "__all__"))
(augmented_assignment
  left: (identifier) @_all
  right: [
    (list [(list_splat) (identifier) (attribute) (call)])
    (tuple [(list_splat) (identifier) (attribute) (call)])
    (attribute)
    (binary_operator)
    (call)
    (conditional_expression)
    (identifier)
    (list_comprehension)] @export.star
  (#eq? @_all "__all__"))
((call function: (attribute object: (identifier) @_all)) @export.star (#eq? @_all "__all__"))
