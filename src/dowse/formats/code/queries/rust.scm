; Definitions

(function_item
  name: (_) @name
  body: (_) @body) @definition.function

(function_signature_item
  name: (_) @name) @definition.function

(macro_definition
  name: (_) @name
  (macro_rule) @body) @definition.function

[
  (struct_item
    name: (_) @name)
  (union_item
    name: (_) @name)
] @definition.class

(struct_item
  body: (field_declaration_list) @body)

(union_item
  body: (_) @body)

(enum_item
  name: (_) @name
  body: (_) @body) @definition.enum

(trait_item
  name: (_) @name
  body: (_) @body) @definition.interface

[
  (type_item
    name: (_) @name)
  (associated_type
    name: (_) @name)
] @definition.type

(mod_item
  name: (_) @name
  body: (_) @body) @definition.module

(source_file
  [
    (const_item
      name: (_) @name)
    (static_item
      name: (_) @name)
  ] @definition.const)

(declaration_list
  [
    (const_item
      name: (_) @name)
    (static_item
      name: (_) @name)
  ] @definition.const)

; Members of an implementation belong to its type; those of a trait are as public as the type.
(impl_item
  type: [
    (type_identifier) @name
    (generic_type
      type: (type_identifier) @name)
    (scoped_type_identifier
      name: (_) @name)
    (generic_type
      type: (scoped_type_identifier
        name: (_) @name))
    (reference_type
      type: (type_identifier) @name)
  ]) @scope.type

(impl_item
  trait: (_) @access @base.implements)

(trait_item
  bounds: (trait_bounds
    [
      (type_identifier)
      (scoped_type_identifier)
      (generic_type)
    ] @base.extends))

(attribute_item) @lead

[
  (line_comment)
  (block_comment)
] @comment

(source_file
  (line_comment
    (inner_doc_comment_marker)) @doc.file)

((attribute_item) @_attribute
  .
  (macro_definition
    name: (_) @export.name)
  (#match? @_attribute "macro_export"))

; Imports

(use_declaration
  argument: (_) @import.tree) @import.statement

(use_declaration
  (visibility_modifier) @import.public)

(extern_crate_declaration
  name: (_) @import.module) @import.statement

(extern_crate_declaration
  alias: (_) @import.alias)

(mod_item
  name: (_) @import.relative
  !body) @import.statement

; Calls

(call_expression
  function: [
    (identifier)
    (field_expression)
    (scoped_identifier)
  ] @reference.call)

(call_expression
  function: (generic_function
    function: (_) @reference.call))

; Variables, whose types decide what calls of their methods mean

[
  (parameter)
  (let_declaration)
] @variable.declared

(field_declaration) @variable.field

(closure_parameters) @variable.untyped

(let_condition
  pattern: (_) @variable.untyped)

(match_pattern) @variable.untyped

(for_expression
  pattern: (_) @variable.untyped)
