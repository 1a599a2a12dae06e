; Definitions

[
  (class_declaration
    name: (_) @name)
  (struct_declaration
    name: (_) @name)
  (record_declaration
    name: (_) @name)
] @definition.class

(interface_declaration
  name: (_) @name) @definition.interface

(enum_declaration
  name: (_) @name) @definition.enum

(_
  body: (declaration_list) @body)

(_
  body: (enum_member_declaration_list) @body)

[
  (method_declaration
    name: (_) @name)
  (constructor_declaration
    name: (_) @name)
  (destructor_declaration
    name: (_) @name)
] @definition.method

(local_function_statement
  name: (_) @name) @definition.function

[
  (method_declaration
    body: (_) @body)
  (constructor_declaration
    body: (_) @body)
  (destructor_declaration
    body: (_) @body)
  (operator_declaration
    body: (_) @body)
  (local_function_statement
    body: (_) @body)
]

(operator_declaration
  operator: _ @name) @definition.method

; `operator Rope`
(conversion_operator_declaration
  "operator" @name
  type: (_) @name.end) @definition.method

(conversion_operator_declaration
  body: (_) @body)

[
  (property_declaration
    name: (_) @name)
  (event_declaration
    name: (_) @name)
  (indexer_declaration
    "this" @name)
] @definition.property

(event_field_declaration) @wrapper

(event_field_declaration
  (variable_declaration
    (variable_declarator
      name: (_) @name) @definition.property))

[
  (property_declaration
    accessors: (_) @body)
  (property_declaration
    value: (_) @body)
  (event_declaration
    accessors: (_) @body)
  (indexer_declaration
    accessors: (_) @body)
]

(delegate_declaration
  name: (_) @name) @definition.type

((field_declaration
  (modifier) @_modifier
  (variable_declaration
    (variable_declarator
      name: (_) @name) @definition.const)) @wrapper
  (#any-of? @_modifier "const" "readonly"))

(attribute_list) @lead

(comment) @comment

; Base classes; interfaces have names such as IList.

((class_declaration
  (base_list
    (_) @base.extends))
  (#not-match? @base.extends "^(\\w+\\.)*I[A-Z]|\\)$"))

((class_declaration
  (base_list
    (_) @base.implements))
  (#match? @base.implements "^(\\w+\\.)*I[A-Z]"))

((record_declaration
  (base_list
    (_) @base.extends))
  (#not-match? @base.extends "^(\\w+\\.)*I[A-Z]|\\)$"))

((record_declaration
  (base_list
    (_) @base.implements))
  (#match? @base.implements "^(\\w+\\.)*I[A-Z]"))

(primary_constructor_base_type
  type: (_) @base.extends)

(struct_declaration
  (base_list
    (_) @base.implements))

(interface_declaration
  (base_list
    (_) @base.extends))

; Imports

(using_directive
  [
    (identifier)
    (qualified_name)
    (alias_qualified_name)
    (generic_name)
  ] @import.module
  .) @import.statement

(using_directive
  name: (identifier) @import.alias)

; `global using` opens a namespace for the other files of the project

(using_directive
  "global" @import.public)

; Namespaces of the file, as names under which it offers all that it has; one inside of another counts as that one

(compilation_unit
  (namespace_declaration
    name: (_) @import.statement @import.namespace))

(compilation_unit
  (preproc_if
    (namespace_declaration
      name: (_) @import.statement @import.namespace)))

(file_scoped_namespace_declaration
  name: (_) @import.statement @import.namespace)

; Calls

(invocation_expression
  function: [
    (identifier)
    (generic_name)
    (member_access_expression)
    (member_binding_expression)
    (conditional_access_expression)
  ] @reference.call)

(object_creation_expression
  type: (_) @reference.call)

; Variables, whose types decide what calls of their methods mean

[
  (variable_declaration)
  (parameter)
  (foreach_statement)
  (catch_declaration)
  (declaration_pattern)
  (declaration_expression)
] @variable.declared

(property_declaration) @variable.property

(type_parameter) @variable.type

; `b` of `Cup a, b;`

(variable_declaration
  (variable_declarator)
  (variable_declarator
    name: (identifier) @variable.untyped))

(tuple_pattern
  name: (identifier) @variable.untyped)

(recursive_pattern
  name: (identifier) @variable.untyped)

(from_clause
  name: (identifier) @variable.untyped)

(let_clause
  .
  (identifier) @variable.untyped)

(implicit_parameter) @variable.untyped

(parameter
  !type
  name: (identifier) @variable.untyped)
