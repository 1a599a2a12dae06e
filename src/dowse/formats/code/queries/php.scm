; Definitions

(class_declaration
  name: (_) @name
  body: (_) @body) @definition.class

[
  (interface_declaration
    name: (_) @name
    body: (_) @body)
  (trait_declaration
    name: (_) @name
    body: (_) @body)
] @definition.interface

(enum_declaration
  name: (_) @name
  body: (_) @body) @definition.enum

(function_definition
  name: (_) @name
  body: (_) @body) @definition.function

(method_declaration
  name: (_) @name) @definition.method

(method_declaration
  body: (_) @body)

(const_declaration
  (const_element
    .
    (name) @name) @definition.const) @wrapper

; define('NAME', 1);
((function_call_expression
  function: (name) @_define
  arguments: (arguments
    .
    (argument
      [
        (string
          .
          (string_content) @name
          .)
        (encapsed_string
          .
          (string_content) @name
          .)
      ]))) @definition.const
  (#eq? @_define "define"))

(attribute_list) @lead

(comment) @comment

; Base classes, interfaces and traits

(base_clause
  [
    (name)
    (qualified_name)
  ] @base.extends)

(class_interface_clause
  [
    (name)
    (qualified_name)
  ] @base.implements)

(declaration_list
  (use_declaration
    [
      (name)
      (qualified_name)
    ] @base.implements))

; Imports

(namespace_use_declaration) @import.statement @import.tree

([
  (require_expression
    (string
      (string_content) @import.relative))
  (require_once_expression
    (string
      (string_content) @import.relative))
  (include_expression
    (string
      (string_content) @import.relative))
  (include_once_expression
    (string
      (string_content) @import.relative))
  (require_expression
    (binary_expression
      right: (string
        (string_content) @import.relative)))
  (require_once_expression
    (binary_expression
      right: (string
        (string_content) @import.relative)))
]) @import.statement

; Calls

(function_call_expression
  function: [
    (name)
    (qualified_name)
  ] @reference.call)

[
  (member_call_expression)
  (nullsafe_member_call_expression)
  (scoped_call_expression)
] @call.whole

(arguments) @call.arguments

(object_creation_expression
  [
    (name)
    (qualified_name)
  ] @reference.call)

; Variables, whose types decide what calls of their methods mean

(simple_parameter) @variable.declared

(property_promotion_parameter) @variable.promoted

(variadic_parameter
  name: (_) @variable.untyped)

(property_declaration) @variable.field

(assignment_expression
  left: (variable_name)) @variable.assigned

(assignment_expression
  left: (list_literal
    (variable_name) @variable.untyped))

(foreach_statement
  (variable_name) @variable.untyped)

(foreach_statement
  (pair
    (variable_name) @variable.untyped))

(catch_clause
  name: (_) @variable.untyped)
