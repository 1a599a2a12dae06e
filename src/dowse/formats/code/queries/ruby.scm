; Definitions

(class
  name: (_) @name) @definition.class

(module
  name: (_) @name) @definition.module

; class << self
(singleton_class) @scope.type

(method
  name: (_) @name) @definition.function

(singleton_method
  name: (_) @name) @definition.function

(singleton_method
  object: (constant) @owner)

(_
  body: (body_statement) @body)

[
  (program
    (assignment
      left: (constant) @name) @definition.const)
  (body_statement
    (assignment
      left: (constant) @name) @definition.const)
]

((call
  !receiver
  method: (identifier) @_attribute
  arguments: (argument_list
    (simple_symbol) @definition.property @name))
  (#match? @_attribute "^([cm]?attr_(reader|writer|accessor)|class_attribute|delegate)$"))

; def_delegators :@crew, :each, :size, of which the first names the object
((call
  !receiver
  method: (identifier) @_delegators
  arguments: (argument_list
    .
    (_)
    (simple_symbol) @definition.property @name))
  (#eq? @_delegators "def_delegators"))

; def_delegator :@crew, :size, :crew_size
((call
  !receiver
  method: (identifier) @_delegator
  arguments: (argument_list
    .
    (_)
    .
    (_)
    .
    (simple_symbol) @definition.property @name
    .))
  (#eq? @_delegator "def_delegator"))

((call
  !receiver
  method: (identifier) @_delegator
  arguments: (argument_list
    .
    (_)
    .
    (simple_symbol) @definition.property @name
    .))
  (#eq? @_delegator "def_delegator"))

(alias
  name: [
    (identifier)
    (constant)
    (operator)
    (setter)
    (simple_symbol)
  ] @name) @definition.function

((call
  !receiver
  method: (identifier) @_define
  arguments: (argument_list
    .
    (simple_symbol) @name)) @definition.function
  (#any-of? @_define "alias_method" "define_method"))

; scope :afloat, -> { } of Rails
((call
  !receiver
  method: (identifier) @_scope
  arguments: (argument_list
    .
    (simple_symbol) @name
    .
    (lambda))) @definition.function
  (#eq? @_scope "scope"))

; private, alone in a line or before a method
((body_statement
  (identifier) @access)
  (#any-of? @access "private" "protected" "public"))

((call
  !receiver
  method: (identifier) @_access
  arguments: (argument_list
    (method))) @wrapper.keyword
  (#any-of? @_access "private" "protected" "public" "module_function" "memoize"))

(comment) @comment

; Base classes and mixed-in modules

(superclass
  (_) @base.extends)

((call
  !receiver
  method: (identifier) @_mixin
  arguments: (argument_list
    [
      (constant)
      (scope_resolution)
    ] @base.implements))
  (#any-of? @_mixin "include" "prepend" "extend"))

; Imports

((call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list
    .
    (string
      (string_content) @import.path))) @import.statement
  (#any-of? @_require "require" "load"))

((call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list
    .
    (string
      (string_content) @import.relative))) @import.statement
  (#eq? @_require "require_relative"))

; Calls

(call
  receiver: (_) @call.receiver)

(call
  !receiver) @call.bare

; Variables, whose classes decide what calls of their methods mean

[
  (assignment
    left: [
      (identifier)
      (instance_variable)
    ])
  (operator_assignment
    left: [
      (identifier)
      (instance_variable)
    ])
] @variable.assigned

[
  (method_parameters
    (_) @variable.untyped)
  (block_parameters
    (_) @variable.untyped)
  (lambda_parameters
    (_) @variable.untyped)
  (left_assignment_list
    (_) @variable.untyped)
  (exception_variable
    (_) @variable.untyped)
  (for
    pattern: (_) @variable.untyped)
]
