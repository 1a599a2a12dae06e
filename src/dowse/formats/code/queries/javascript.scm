; What JavaScript has beside ecmascript.scm

(class_body
  (field_definition
    property: (_) @name
    value: [
      (arrow_function
        body: (_) @body)
      (function_expression
        body: (_) @body)
    ]) @definition.method)

(class_heritage
  (_) @base.extends)

; Variables

(formal_parameters
  (_) @variable.untyped)

(field_definition) @variable.field

(field_definition
  value: (new_expression)) @variable.created
