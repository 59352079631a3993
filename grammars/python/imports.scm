(import_statement name: (dotted_name) @module) @import.path

(import_statement
  name: (aliased_import name: (dotted_name) @module alias: (identifier) @local)) @import.namespace

(import_from_statement module_name: (_) @module name: (dotted_name) @name) @import.named

(import_from_statement
  module_name: (_) @module
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @local)) @import.named

(import_from_statement module_name: (_) @module (wildcard_import)) @import.star
