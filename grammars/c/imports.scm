; the specifier keeps its quotes or angle brackets: they decide where it is looked for
(preproc_include path: [(string_literal) (system_lib_string)] @module) @import.star
