// What is said about aliases, and about attributes and types of dialects that are not known.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:3: error: expected '=' in attribute alias definition
#a 3

// -----

// CHECK: :[[# @LINE + 1]]:5: error: expected attribute value
#a =

// -----

// CHECK: :[[# @LINE + 1]]:5: error: expected non-function type
!a = 3

// -----

// CHECK: :[[# @LINE + 1]]:3: error: expected '=' in type alias definition
!a i32

// -----

// CHECK: :[[# @LINE + 1]]:1: error: attribute names with a '.' are reserved for dialect-defined names
#a.b = 3

// -----

// CHECK: :[[# @LINE + 1]]:1: error: type names with a '.' are reserved for dialect-defined names
!a.b = i32

// -----

// CHECK: :[[# @LINE + 2]]:1: error: redefinition of attribute alias id 'a'
#a = 3
#a = 4

// -----

// CHECK: :[[# @LINE + 2]]:1: error: redefinition of type alias id 'a'
!a = i32
!a = i64

// -----

// CHECK: :[[# @LINE + 1]]:19: error: undefined symbol alias id 'foo'
"t.op"() {a = #foo, b} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: undefined symbol alias id 'foo'
"t.op"() : (!foo) -> ()

// -----

// CHECK: :[[# @LINE + 2]]:25: error: expected location, but found '3 : i64'
#a = 3
"t.op"() : () -> () loc(#a)

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected location, but found '3 : i64'
"t.op"() : () -> () loc(#a)
#a = 3

// -----

// CHECK: :[[# @LINE + 1]]:23: error: unbalanced '<' character in pretty dialect name
"t.op"() {a = #foo.bar<} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: unbalanced '[' character in pretty dialect name
"t.op"() {a = #foo.bar<[)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected '}' in attribute dictionary
"t.op"() {a = !foo.bar <3>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:34: error: expected '"' in string literal
"t.op"() {a = #foo<"x> : () -> ()

// -----

// The name is looked at before what follows it.
#twice = 1
// CHECK: :[[# @LINE + 1]]:1: error: redefinition of attribute alias id 'twice'
#twice x

// -----

!twice = i32
// CHECK: :[[# @LINE + 1]]:1: error: redefinition of type alias id 'twice'
!twice = i64

// -----

// CHECK: :[[# @LINE + 1]]:3: error: expected '=' in attribute alias definition
#m<= 3

// -----

// CHECK: :[[# @LINE + 2]]:2: error: operation location alias was never defined
"t.op"() : () -> () loc // here
(#nobody // this
)
