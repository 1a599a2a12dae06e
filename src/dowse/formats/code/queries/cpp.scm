; What C++ has beside c.scm

(function_declarator
  declarator: [
    (field_identifier)
    (qualified_identifier)
    (destructor_name)
    (operator_name)
    (template_function)
  ] @name)

(function_definition
  declarator: [
    (operator_cast)
    (qualified_identifier)
  ] @name)

(declaration
  declarator: (operator_cast) @name)

(declaration_list
  (declaration
    declarator: (init_declarator
      declarator: [
        (identifier) @name
        (array_declarator
          declarator: (identifier) @name)
        (pointer_declarator
          declarator: (identifier) @name)
      ]) @definition.const) @wrapper)

(class_specifier
  name: [
    (type_identifier)
    (qualified_identifier)
  ] @name
  body: (_) @body) @definition.class

([
  (class_specifier
    name: (template_type
      name: (_) @name)
    body: (_) @body)
  (struct_specifier
    name: (template_type
      name: (_) @name)
    body: (_) @body)
]) @definition.class

(alias_declaration
  name: (_) @name) @definition.type

(type_definition
  type: [
    (qualified_identifier)
    (template_type)
    (decltype)
    (dependent_type)
  ]
  declarator: [
    (type_identifier) @name
    (pointer_declarator
      declarator: (type_identifier) @name)
  ]) @definition.type

(concept_definition
  name: (_) @name) @definition.type

(namespace_definition
  name: (_) @name) @scope.namespace

(namespace_definition
  !name) @scope.anonymous

; Members that a class declares and another place defines.
(field_declaration_list
  [
    (field_declaration
      declarator: [
        (function_declarator)
        (pointer_declarator
          declarator: (function_declarator))
        (reference_declarator
          (function_declarator))
      ])
    (declaration
      declarator: [
        (function_declarator)
        (operator_cast)
      ])
    (template_declaration
      (declaration
        declarator: [
          (function_declarator)
          (operator_cast)
          (pointer_declarator
            declarator: (function_declarator))
          (reference_declarator
            (function_declarator))
        ]))
  ] @definition.method)

(template_declaration) @wrapper

; Members of a class are private until a label says otherwise.
(class_specifier
  "class" @access
  body: (_))

(access_specifier) @access

; Base classes

(base_class_clause
  [
    (type_identifier)
    (qualified_identifier)
    (template_type)
  ] @base.extends)

; Calls

(call_expression
  function: [
    (qualified_identifier)
    (template_function)
  ] @reference.call)

(new_expression
  type: (_) @reference.call)

; Variables that may be functions: `auto f = []() { };`, `std::function<int()> f`

(parameter_declaration
  type: [
    (qualified_identifier)
    (template_type)
    (placeholder_type_specifier)
  ]
  declarator: (identifier) @variable.local)

(declaration
  type: [
    (qualified_identifier)
    (template_type)
    (placeholder_type_specifier)
  ]
  declarator: [
    (identifier) @variable.local
    (init_declarator
      declarator: (identifier) @variable.local)
  ])

(parameter_declaration
  type: [
    (type_identifier)
    (qualified_identifier)
    (template_type)
    (placeholder_type_specifier)
  ]
  declarator: (reference_declarator
    (identifier) @variable.local))
