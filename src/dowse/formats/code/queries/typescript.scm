; What TypeScript has beside ecmascript.scm

(function_signature
  name: (_) @name) @definition.function

(abstract_class_declaration
  name: (_) @name
  body: (_) @body) @definition.class

(interface_declaration
  name: (_) @name
  body: (_) @body) @definition.interface

(type_alias_declaration
  name: (_) @name) @definition.type

(enum_declaration
  name: (_) @name
  body: (_) @body) @definition.enum

[
  (internal_module
    name: (_) @name
    body: (_) @body)
  (module
    name: (_) @name
    body: (_) @body)
] @definition.module

(class_body
  [
    (method_signature
      name: (_) @name)
    (abstract_method_signature
      name: (_) @name)
  ] @definition.method)

(class_body
  (public_field_definition
    name: (_) @name
    value: [
      (arrow_function
        body: (_) @body)
      (function_expression
        body: (_) @body)
    ]) @definition.method)

(interface_body
  (method_signature
    name: (_) @name) @definition.method)

(type_alias_declaration
  value: (object_type
    (method_signature
      name: (_) @name) @definition.method))

; Variables of a namespace and of a declaration file.
(internal_module
  body: (statement_block
    (export_statement
      declaration: (_
        (variable_declarator
          name: (identifier) @name) @definition.const))))

(program
  (ambient_declaration
    (_
      (variable_declarator
        name: (identifier) @name) @definition.const)))

(program
  (export_statement
    declaration: (ambient_declaration
      (_
        (variable_declarator
          name: (identifier) @name) @definition.const))))

(ambient_declaration) @wrapper.keyword

(expression_statement
  (internal_module)) @wrapper

; Base classes and interfaces

(extends_clause
  value: (_) @base.extends)

(implements_clause
  (_) @base.implements)

(extends_type_clause
  type: (_) @base.extends)

; Imports

(import_statement
  (import_require_clause)) @import.statement

(import_require_clause
  (identifier) @import.alias
  source: (string) @import.path)

; Variables

[
  (required_parameter)
  (optional_parameter)
] @variable.typed

(public_field_definition) @variable.field

(public_field_definition
  value: (new_expression)) @variable.created

(property_signature) @variable.field

(object_type) @variable.this

(type_parameter
  name: (type_identifier) @variable.unknown)

; Functions in an object literal with `as const` or `satisfies`, as in ecmascript.scm.
(program
  [
    (lexical_declaration
      (variable_declarator
        value: [
          (as_expression
            (object
              [
                (method_definition
                  name: (_) @name
                  body: (_) @body) @definition.method
                (pair
                  key: (_) @name
                  value: [
                    (arrow_function
                      body: (_) @body)
                    (function_expression
                      body: (_) @body)
                  ]) @definition.method
              ]))
          (satisfies_expression
            (object
              [
                (method_definition
                  name: (_) @name
                  body: (_) @body) @definition.method
                (pair
                  key: (_) @name
                  value: [
                    (arrow_function
                      body: (_) @body)
                    (function_expression
                      body: (_) @body)
                  ]) @definition.method
              ]))
          (satisfies_expression
            (as_expression
              (object
                [
                  (method_definition
                    name: (_) @name
                    body: (_) @body) @definition.method
                  (pair
                    key: (_) @name
                    value: [
                      (arrow_function
                        body: (_) @body)
                      (function_expression
                        body: (_) @body)
                    ]) @definition.method
                ])))
        ]))
    (export_statement
      declaration: (_
        (variable_declarator
          value: [
            (as_expression
              (object
                [
                  (method_definition
                    name: (_) @name
                    body: (_) @body) @definition.method
                  (pair
                    key: (_) @name
                    value: [
                      (arrow_function
                        body: (_) @body)
                      (function_expression
                        body: (_) @body)
                    ]) @definition.method
                ]))
            (satisfies_expression
              (object
                [
                  (method_definition
                    name: (_) @name
                    body: (_) @body) @definition.method
                  (pair
                    key: (_) @name
                    value: [
                      (arrow_function
                        body: (_) @body)
                      (function_expression
                        body: (_) @body)
                    ]) @definition.method
                ]))
            (satisfies_expression
              (as_expression
                (object
                  [
                    (method_definition
                      name: (_) @name
                      body: (_) @body) @definition.method
                    (pair
                      key: (_) @name
                      value: [
                        (arrow_function
                          body: (_) @body)
                        (function_expression
                          body: (_) @body)
                      ]) @definition.method
                  ])))
          ])))
    (export_statement
      value: [
        (as_expression
          (object
            [
              (method_definition
                name: (_) @name
                body: (_) @body) @definition.method
              (pair
                key: (_) @name
                value: [
                  (arrow_function
                    body: (_) @body)
                  (function_expression
                    body: (_) @body)
                ]) @definition.method
            ]))
        (satisfies_expression
          (object
            [
              (method_definition
                name: (_) @name
                body: (_) @body) @definition.method
              (pair
                key: (_) @name
                value: [
                  (arrow_function
                    body: (_) @body)
                  (function_expression
                    body: (_) @body)
                ]) @definition.method
            ]))
        (satisfies_expression
          (as_expression
            (object
              [
                (method_definition
                  name: (_) @name
                  body: (_) @body) @definition.method
                (pair
                  key: (_) @name
                  value: [
                    (arrow_function
                      body: (_) @body)
                    (function_expression
                      body: (_) @body)
                  ]) @definition.method
              ])))
      ])
  ])
