; Definitions that JavaScript and TypeScript share

[
  (function_declaration
    name: (_) @name
    body: (_) @body)
  (generator_function_declaration
    name: (_) @name
    body: (_) @body)
] @definition.function

(class_declaration
  name: (_) @name
  body: (_) @body) @definition.class

(class_body
  (method_definition
    name: (_) @name
    body: (_) @body) @definition.method)

; A variable that holds a function or a class, at any depth.
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function
      body: (_) @body)
    (function_expression
      body: (_) @body)
    (generator_function
      body: (_) @body)
  ]) @definition.function

(variable_declarator
  name: (identifier) @name
  value: (class
    body: (_) @body)) @definition.class

; Any other variable of the module.
(program
  [
    (lexical_declaration
      (variable_declarator
        name: (identifier) @name
        value: (_)? @_value) @definition.const)
    (variable_declaration
      (variable_declarator
        name: (identifier) @name
        value: (_)? @_value) @definition.const)
    (export_statement
      declaration: (_
        (variable_declarator
          name: (identifier) @name
          value: (_)? @_value) @definition.const))
  ]
  (#not-match? @_value "^(await )?(require|import)\\("))

; Functions in an object literal that a variable of the module or an export holds.
(program
  [
    (lexical_declaration
      (variable_declarator
        value: (object
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
    (variable_declaration
      (variable_declarator
        value: (object
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
    (export_statement
      declaration: (_
        (variable_declarator
          value: (object
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
            ]))))
    (export_statement
      value: (object
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
    (expression_statement
      (assignment_expression
        right: (object
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

; Foo.prototype.bar = function () {}, exports.f = () => {}, app.use = function use() {}
((expression_statement
  (assignment_expression
    left: (member_expression) @name
    right: [
      (arrow_function
        body: (_) @body)
      (function_expression
        body: (_) @body)
      (generator_function
        body: (_) @body)
    ])) @definition.function
  (#not-eq? @name "module.exports")
  (#match? @name "^[\\w$.#]+$"))

((expression_statement
  (assignment_expression
    left: (member_expression) @name
    right: (class
      body: (_) @body))) @definition.class
  (#not-eq? @name "module.exports")
  (#match? @name "^[\\w$.#]+$"))

((expression_statement
  (assignment_expression
    left: (member_expression) @_left
    right: (function_expression
      name: (identifier) @name @export.name
      body: (_) @body))) @definition.function
  (#eq? @_left "module.exports"))

((expression_statement
  (assignment_expression
    left: (member_expression) @_left
    right: (class
      name: (_) @name @export.name
      body: (_) @body))) @definition.class
  (#eq? @_left "module.exports"))

; An unnamed function or class that the module exports by default has the name `default`.
(export_statement
  "default" @name @export.name
  value: [
    (arrow_function
      body: (_) @body)
    (function_expression
      !name
      body: (_) @body)
  ]) @definition.function

(export_statement
  "default" @name @export.name
  value: (class
    !name
    body: (_) @body)) @definition.class

; Statements around a definition

(export_statement
  declaration: (_)) @wrapper.export

(lexical_declaration
  (variable_declarator)) @wrapper.keyword

(variable_declaration
  (variable_declarator)) @wrapper.keyword

(decorator) @lead

(comment) @comment

; Exports

(export_statement
  !source
  (export_clause
    (export_specifier
      name: (identifier) @export.name)))

(export_statement
  value: (identifier) @export.name)

((assignment_expression
  left: (member_expression
    object: (_) @_object
    property: (property_identifier) @export.name))
  (#match? @_object "^(module\\.)?exports$"))

((assignment_expression
  left: (member_expression) @_left
  right: [
    (identifier) @export.name
    (object
      [
        (shorthand_property_identifier) @export.name
        (pair
          key: (property_identifier) @export.name)
        (pair
          value: (identifier) @export.name)
        (method_definition
          name: (property_identifier) @export.name)
      ])
  ])
  (#eq? @_left "module.exports"))

; Names that the module offers under others are imports of the module itself, without a path.

(export_statement
  !source
  (export_clause
    (export_specifier
      name: (_) @import.name
      alias: (_) @import.alias))) @import.reexport

(export_statement
  "default"
  value: (identifier) @import.as_default) @import.reexport

((assignment_expression
  left: (member_expression) @_left
  right: (identifier) @import.as_default) @import.reexport
  (#eq? @_left "module.exports"))

((assignment_expression
  left: (member_expression
    object: (_) @_object
    property: (property_identifier) @import.offered)
  right: (identifier) @import.name) @import.reexport
  (#match? @_object "^(module\\.)?exports$"))

((assignment_expression
  left: (member_expression) @_left
  right: (object
    (pair
      key: (property_identifier) @import.offered
      value: (identifier) @import.name))) @import.reexport
  (#eq? @_left "module.exports"))

; Imports

(import_statement
  source: (string) @import.path) @import.statement

(import_clause
  (identifier) @import.default)

(namespace_import
  (identifier) @import.namespace)

(import_specifier
  name: (_) @import.name)

(import_specifier
  alias: (_) @import.alias)

(export_statement
  source: (string) @import.path) @import.reexport

(export_statement
  "*" @import.all
  source: (string))

(namespace_export
  (_) @import.namespace)

(export_statement
  (export_clause
    (export_specifier
      name: (_) @import.name))
  source: (string))

(export_statement
  (export_clause
    (export_specifier
      alias: (_) @import.alias))
  source: (string))

((call_expression
  function: (import)
  arguments: (arguments
    .
    (string) @import.path)) @import.statement)

((variable_declarator
  name: [
    (identifier) @import.alias
    (object_pattern
      [
        (shorthand_property_identifier_pattern) @import.name
        (pair_pattern
          key: (_) @import.name
          value: (identifier) @import.alias)
      ])
  ]
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments
      .
      (string) @import.path))) @import.statement
  (#eq? @_require "require"))

((variable_declarator
  name: (identifier) @import.alias
  value: (member_expression
    object: (call_expression
      function: (identifier) @_require
      arguments: (arguments
        .
        (string) @import.path))
    property: (property_identifier) @import.member)) @import.statement
  (#eq? @_require "require"))

((expression_statement
  (call_expression
    function: (identifier) @_require
    arguments: (arguments
      .
      (string) @import.path))) @import.statement
  (#eq? @_require "require"))

; Calls

(call_expression
  function: [
    (identifier)
    (member_expression)
    (super)
  ] @reference.call)

(new_expression
  constructor: [
    (identifier)
    (member_expression)
  ] @reference.call)

; A decorator is called with what it decorates
(decorator
  [
    (identifier)
    (member_expression)
  ] @reference.call)

; Variables: the class of some is known

(variable_declarator
  name: (identifier)) @variable.declared

(variable_declarator
  name: (identifier)
  value: (new_expression)) @variable.created

(variable_declarator
  name: [
    (object_pattern)
    (array_pattern)
  ] @variable.untyped)

(assignment_expression
  left: [
    (identifier)
    (member_expression
      object: (this))
  ]) @variable.assigned

(assignment_expression
  left: [
    (identifier)
    (member_expression
      object: (this))
  ]
  right: (new_expression)) @variable.created

(assignment_expression
  left: [
    (object_pattern)
    (array_pattern)
  ] @variable.reassigned)

(augmented_assignment_expression
  left: [
    (identifier)
    (member_expression
      object: (this))
  ] @variable.reassigned)

(for_in_statement
  kind: _
  left: (_) @variable.untyped)

(for_in_statement
  !kind
  left: (_) @variable.reassigned)

(catch_clause
  parameter: (_) @variable.untyped)

(arrow_function
  parameter: (identifier) @variable.untyped)

; Where `this` is not that of the class around.

[
  (function_declaration)
  (function_expression)
  (generator_function_declaration)
  (generator_function)
  (class)
] @variable.this

(object
  (method_definition) @variable.this)
