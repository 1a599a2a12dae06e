; Definitions.  The first name in a declarator belongs to the definition around it.

(function_definition) @definition.function

(function_definition
  body: (_) @body)

(function_declarator
  declarator: (identifier) @name)

(struct_specifier
  name: (_) @name
  body: (_) @body) @definition.class

(union_specifier
  name: (_) @name
  body: (_) @body) @definition.class

(enum_specifier
  name: (_) @name
  body: (_) @body) @definition.enum

; typedef struct { } name;
(type_definition
  type: [
    (struct_specifier
      !name
      body: (_) @body)
    (union_specifier
      !name
      body: (_) @body)
  ]) @definition.class

(type_definition
  type: (enum_specifier
    !name
    body: (_) @body)) @definition.enum

; typedef struct tag { } name;
(type_definition
  type: [
    (struct_specifier
      name: (_)
      body: (_))
    (union_specifier
      name: (_)
      body: (_))
    (enum_specifier
      name: (_)
      body: (_))
  ]) @wrapper.keyword

((type_definition
  type: [
    (struct_specifier
      name: (_) @_tag
      body: (_))
    (union_specifier
      name: (_) @_tag
      body: (_))
    (enum_specifier
      name: (_) @_tag
      body: (_))
  ]
  declarator: [
    (type_identifier) @definition.type @name
    (pointer_declarator
      declarator: (type_identifier) @name) @definition.type
  ])
  (#not-eq? @_tag @name))

(type_definition
  type: [
    (primitive_type)
    (sized_type_specifier)
    (type_identifier)
    (struct_specifier
      !body)
    (union_specifier
      !body)
    (enum_specifier
      !body)
  ]) @definition.type

(type_definition
  declarator: (type_identifier) @name)

; `b` of `typedef struct { } a, *b;`
(type_definition
  declarator: (_)
  ","
  declarator: [
    (type_identifier) @further.type @name
    (pointer_declarator
      declarator: (type_identifier) @name) @further.type
  ]
  .
  [
    ","
    ";"
  ])

(pointer_declarator
  declarator: (type_identifier) @name)

(array_declarator
  declarator: (type_identifier) @name)

(function_declarator
  declarator: (type_identifier) @name)

(preproc_function_def
  name: (_) @name
  value: (_)? @body) @definition.function

(preproc_def
  name: (_) @name
  value: (_)) @definition.const

; A variable of the file that has a value.
(translation_unit
  (declaration
    declarator: (init_declarator
      declarator: [
        (identifier) @name
        (pointer_declarator
          declarator: (identifier) @name)
        (array_declarator
          declarator: (identifier) @name)
        (array_declarator
          declarator: (array_declarator
            declarator: (identifier) @name))
        (pointer_declarator
          declarator: (array_declarator
            declarator: (identifier) @name))
      ]) @definition.const) @wrapper)

(comment) @comment

; Includes

(preproc_include
  path: (string_literal) @import.relative) @import.statement

(preproc_include
  path: (system_lib_string) @import.path) @import.statement

; Calls

(call_expression
  function: [
    (identifier)
    (field_expression)
  ] @reference.call)

; Parameters and variables of functions that may be pointers to functions: a call of one means no function of its name

(parameter_declaration
  type: (type_identifier)
  declarator: (identifier) @variable.local)

(parameter_declaration
  declarator: (function_declarator
    declarator: [
      (identifier) @variable.local
      (parenthesized_declarator
        (pointer_declarator
          declarator: (identifier) @variable.local))
    ]))

(declaration
  type: (type_identifier)
  declarator: [
    (identifier) @variable.local
    (init_declarator
      declarator: (identifier) @variable.local)
  ])

(declaration
  declarator: [
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator
          declarator: (identifier) @variable.local)))
    (init_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator
            declarator: (identifier) @variable.local))))
  ])
