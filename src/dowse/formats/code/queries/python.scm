; Definitions

(function_definition
  name: (identifier) @name
  body: (_) @body) @definition.function

(class_definition
  name: (identifier) @name
  body: (_) @body) @definition.class

(decorated_definition) @wrapper

(decorator) @lead

(type_alias_statement
  left: (type
    [
      (identifier) @name
      (generic_type
        (identifier) @name)
    ])) @definition.type

; A name that the module assigns, at its top level or under a condition.
((module
  (expression_statement
    (assignment
      left: (identifier) @name) @definition.const))
  (#not-match? @name "^__"))

(module
  [
    (if_statement
      (_
        (expression_statement
          (assignment
            left: (identifier) @name) @definition.const)))
    (if_statement
      (else_clause
        (_
          (expression_statement
            (assignment
              left: (identifier) @name) @definition.const))))
    (try_statement
      (_
        (expression_statement
          (assignment
            left: (identifier) @name) @definition.const)))
    (try_statement
      (except_clause
        (block
          (expression_statement
            (assignment
              left: (identifier) @name) @definition.const))))
  ])

; Documentation

(module
  .
  (comment)*
  .
  (expression_statement
    (string) @doc))

(function_definition
  body: (block
    .
    (expression_statement
      (string) @doc)))

(class_definition
  body: (block
    .
    (expression_statement
      (string) @doc)))

(comment) @comment

; Exports

((assignment
  left: (identifier) @_name
  right: [
    (list)
    (tuple)
  ]) @export.list
  (#eq? @_name "__all__"))

((assignment
  left: (identifier) @_name
  right: (_
    (string
      (string_content) @export.name)))
  (#eq? @_name "__all__"))

((augmented_assignment
  left: (identifier) @_name
  right: (_
    (string
      (string_content) @export.name)))
  (#eq? @_name "__all__"))

; References

(call
  function: (_) @reference.call)

; A decorator is called with what it decorates; `@x.setter` is one of the property x.
(decorator
  [
    (identifier)
    (attribute)
  ] @reference.call
  (#not-match? @reference.call "\\.(setter|getter|deleter)$"))

(class_definition
  superclasses: (argument_list
    [
      (identifier)
      (attribute)
    ] @base.extends))

(class_definition
  superclasses: (argument_list
    (subscript
      value: (_) @base.extends)))

[
  (import_statement)
  (import_from_statement)
] @import.statement

(import_statement
  name: (dotted_name) @import.module)

(import_statement
  name: (aliased_import
    name: (dotted_name) @import.module
    alias: (identifier) @import.alias))

(import_from_statement
  module_name: (_) @import.module)

(import_from_statement
  name: (dotted_name) @import.name)

(import_from_statement
  name: (aliased_import
    name: (dotted_name) @import.name
    alias: (identifier) @import.alias))

(import_from_statement
  (wildcard_import) @import.all)

; Variables: the class of some is known

(assignment
  left: [
    (identifier)
    (attribute
      object: (identifier))
  ]) @variable.assigned

(assignment
  left: [
    (identifier)
    (attribute
      object: (identifier))
  ]
  right: (call
    function: [
      (identifier)
      (attribute
        object: (identifier))
      (attribute
        object: (attribute
          object: (identifier)))
    ])) @variable.created

[
  (typed_parameter)
  (typed_default_parameter)
] @variable.typed

(assignment
  left: [
    (pattern_list)
    (tuple_pattern)
    (list_pattern)
  ] @variable.untyped)

(augmented_assignment
  left: [
    (identifier)
    (attribute
      object: (identifier))
  ] @variable.untyped)

(named_expression
  name: (identifier) @variable.untyped)

(for_statement
  left: (_) @variable.untyped)

(for_in_clause
  left: (_) @variable.untyped)

(as_pattern_target) @variable.untyped

(case_clause
  (case_pattern) @variable.untyped)

(default_parameter
  name: (_) @variable.untyped)

(parameters
  [
    (identifier)
    (list_splat_pattern)
    (dictionary_splat_pattern)
  ] @variable.untyped)

(lambda_parameters
  [
    (identifier)
    (list_splat_pattern)
    (dictionary_splat_pattern)
  ] @variable.untyped)

[
  (global_statement)
  (nonlocal_statement)
] @variable.unknown

(function_definition
  type_parameters: (type_parameter
    (type) @variable.type))

(class_definition
  type_parameters: (type_parameter
    (type) @variable.type))
