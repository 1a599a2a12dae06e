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

; `b` of `var a, b = 1, 2`

(source_file
  [
    (const_declaration
      (const_spec
        name: (identifier)
        ","
        name: (identifier) @further.const @name))
    (var_declaration
      (var_spec
        name: (identifier)
        ","
        name: (identifier) @further.const @name))
    (var_declaration
      (var_spec_list
        (var_spec
          name: (identifier)
          ","
          name: (identifier) @further.const @name)))
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
      type: [
        (type_identifier) @base.extends
        (qualified_type) @base.extends
        (generic_type
          type: (_) @base.extends)
      ])))

(interface_type
  (type_elem
    .
    [
      (type_identifier) @base.extends
      (qualified_type) @base.extends
      (generic_type
        type: (_) @base.extends)
    ]
    .))

; Interfaces that a type implements: `var _ I = (*T)(nil)`, `T{}`, `&T{}` and `new(T)`

(var_spec
  name: (identifier) @_blank
  type: [
    (type_identifier) @base.asserted
    (qualified_type) @base.asserted
    (generic_type
      type: (_) @base.asserted)
  ]
  value: (expression_list
    [
      (call_expression
        function: (parenthesized_expression
          (unary_expression
            "*"
            operand: [
              (identifier)
              (selector_expression)
            ] @base.subject))
        arguments: (argument_list
          (nil)))
      (call_expression
        function: (identifier)
        arguments: (argument_list
          [
            (type_identifier)
            (qualified_type)
          ] @base.subject))
      (type_conversion_expression
        type: (parenthesized_type
          (pointer_type
            (generic_type
              type: (_) @base.subject)))
        operand: (nil))
      (composite_literal
        type: [
          (type_identifier) @base.subject
          (qualified_type) @base.subject
          (generic_type
            type: (_) @base.subject)
        ])
      (unary_expression
        "&"
        operand: (composite_literal
          type: [
            (type_identifier) @base.subject
            (qualified_type) @base.subject
            (generic_type
              type: (_) @base.subject)
          ]))
    ])
  (#eq? @_blank "_"))

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

; Variables, whose types decide what calls of their methods mean

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      name: (identifier)) @variable.receiver))

(function_declaration
  parameters: (parameter_list
    (parameter_declaration
      name: (identifier)) @variable.declared))

(function_declaration
  result: (parameter_list
    (parameter_declaration
      name: (identifier)) @variable.declared))

(method_declaration
  parameters: (parameter_list
    (parameter_declaration
      name: (identifier)) @variable.declared))

(method_declaration
  result: (parameter_list
    (parameter_declaration
      name: (identifier)) @variable.declared))

(func_literal
  parameters: (parameter_list
    (parameter_declaration
      name: (identifier)) @variable.declared))

(func_literal
  result: (parameter_list
    (parameter_declaration
      name: (identifier)) @variable.declared))

(variadic_parameter_declaration
  name: (identifier) @variable.untyped)

(struct_type
  (field_declaration_list
    (field_declaration
      name: (field_identifier)) @variable.field))

[
  (var_spec)
  (short_var_declaration)
] @variable.declared

(const_spec
  name: (identifier) @variable.untyped)

(range_clause
  left: (expression_list
    (identifier) @variable.untyped))

(receive_statement
  left: (expression_list
    (identifier) @variable.untyped))

(type_switch_statement
  alias: (expression_list
    (identifier) @variable.untyped))
