; Definitions

(function_definition
  name: (_) @name
  body: (_) @body) @definition.function

(program
  (variable_assignment
    name: (variable_name) @name) @definition.const)

(program
  (declaration_command
    (variable_assignment
      name: (variable_name) @name)) @definition.const)

(comment) @comment

; Imports

((command
  name: (command_name
    (word) @_source)
  .
  argument: [
    (word)
    (string)
    (raw_string)
    (concatenation)
  ] @import.relative) @import.statement
  (#any-of? @_source "source" "."))

; Calls

(command
  name: (command_name
    (word) @reference.call))
