; Definitions

[
  (class_declaration
    name: (_) @name
    body: (_) @body)
  (record_declaration
    name: (_) @name
    body: (_) @body)
] @definition.class

[
  (interface_declaration
    name: (_) @name
    body: (_) @body)
  (annotation_type_declaration
    name: (_) @name
    body: (_) @body)
] @definition.interface

(enum_declaration
  name: (_) @name
  body: (_) @body) @definition.enum

[
  (method_declaration
    name: (_) @name
    body: (_)? @body)
  (constructor_declaration
    name: (_) @name
    body: (_) @body)
  (compact_constructor_declaration
    name: (_) @name
    body: (_) @body)
  (annotation_type_element_declaration
    name: (_) @name)
] @definition.method

((field_declaration
  (modifiers) @_modifiers
  declarator: (variable_declarator
    name: (_) @name) @definition.const) @wrapper
  (#match? @_modifiers "static[^(]*final|final[^(]*static"))

(constant_declaration
  declarator: (variable_declarator
    name: (_) @name) @definition.const) @wrapper

(modifiers
  [
    (marker_annotation)
    (annotation)
  ] @lead)

[
  (line_comment)
  (block_comment)
] @comment

(package_declaration) @package.clause

; The package of the file, as a name under which it offers all that it has

(package_declaration
  [
    (scoped_identifier)
    (identifier)
  ] @import.statement @import.package)

; Base classes and interfaces

(superclass
  (_) @base.extends)

(super_interfaces
  (type_list
    (_) @base.implements))

(extends_interfaces
  (type_list
    (_) @base.extends))

(object_creation_expression
  type: (_) @base.anonymous
  (class_body))

; Imports

(import_declaration
  [
    (scoped_identifier)
    (identifier)
  ] @import.tree) @import.statement

(import_declaration
  (asterisk) @import.all)

; Calls

(method_invocation) @call.whole

(argument_list) @call.arguments

(object_creation_expression
  type: (_) @reference.call)

(explicit_constructor_invocation
  constructor: (_) @reference.call)

; Variables, whose types decide what calls of their methods mean

[
  (local_variable_declaration)
  (field_declaration)
  (formal_parameter)
  (spread_parameter)
  (catch_formal_parameter)
  (resource)
  (enhanced_for_statement)
  (type_pattern)
  (record_pattern_component)
] @variable.declared

(type_parameter) @variable.type

; `b` of `Cup a, b;`

(local_variable_declaration
  (variable_declarator)
  (variable_declarator
    name: (identifier) @variable.untyped))

(field_declaration
  (variable_declarator)
  (variable_declarator
    name: (identifier) @variable.untyped))

(instanceof_expression
  name: (_)) @variable.pattern

(lambda_expression
  parameters: [
    (identifier)
    (inferred_parameters)
  ] @variable.untyped)
