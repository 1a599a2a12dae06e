; Definitions

(function_declaration
  name: (identifier) @name
  body: (_)? @body) @definition.function

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @owner
        (pointer_type
          (type_identifier) @owner)
        (generic_type
          type: (type_identifier) @owner)
        (pointer_type
          (generic_type
            type: (type_identifier) @owner))
      ]))
  name: (field_identifier) @name
  body: (_)? @body) @definition.function

(type_spec
  name: (type_identifier) @name
  type: (struct_type
    (field_declaration_list) @body)) @definition.class

(type_spec
  name: (type_identifier) @name
  type: (interface_type
    "{" @body)) @definition.interface

(type_spec
  name: (type_identifier) @name
  type: [
    (array_type)
    (channel_type)
    (function_type)
    (generic_type)
    (map_type)
    (parenthesized_type)
    (pointer_type)
    (qualified_type)
    (slice_type)
    (type_identifier)
  ]) @definition.type

(type_alias
  name: (type_identifier) @name) @definition.type

(interface_type
  (method_elem
    name: (field_identifier) @name) @definition.method)

(source_file
  [
    (const_declaration
      (const_spec
        name: (identifier) @name) @definition.const)
    (var_declaration
      (var_spec
        name: (identifier) @name) @definition.const)
    (var_declaration
      (var_spec_list
        (var_spec
          name: (identifier) @name) @definition.const))
  ])

[
  (type_declaration)
  (const_declaration)
  (var_declaration)
] @wrapper.keyword

(comment) @comment

(package_clause) @package.clause

; Embedded types

(struct_type
  (field_declaration_list
    (field_declaration
      !name
      type: (_) @base.extends)))

(interface_type
  (type_elem
    .
    [
      (type_identifier)
      (qualified_type)
      (generic_type)
    ] @base.extends
    .))

; Imports

(import_spec
  path: (_) @import.path) @import.statement

(import_spec
  name: [
    (package_identifier)
    (blank_identifier)
  ] @import.alias)

(import_spec
  name: (dot) @import.all)

; Calls

(call_expression
  function: [
    (identifier)
    (selector_expression)
    (parenthesized_expression)
  ] @reference.call)

; `f[int](x)` may be a call or a conversion to a type.
(type_conversion_expression
  type: (generic_type
    type: (_) @reference.call))
