// What is said where the text is no token.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:1: error: unexpected character
$

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected '"' in string literal
"t.op"() {a = "x} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: unknown escape in string literal
"t.op"() {a = "\q"} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: unknown escape in string literal
"t.op"() {a = "\0"} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:2: error: @ identifier expected to start with letter or '_'
@ foo

// -----

// CHECK: :[[# @LINE + 1]]:2: error: @ identifier expected to start with letter or '_'
@1

// -----

// CHECK: :[[# @LINE + 1]]:1: error: invalid SSA name
%

// -----

// CHECK: :[[# @LINE + 1]]:1: error: invalid attribute name
# foo

// -----

// CHECK: :[[# @LINE + 1]]:1: error: invalid type identifier
! foo

// -----

// CHECK: :[[# @LINE + 1]]:1: error: invalid block name
^ foo

// -----

// CHECK: :[[# @LINE + 1]]:2: error: expected three consecutive dots for an ellipsis
.. "t.op"

// -----

// CHECK: :[[# @LINE + 1]]:1: error: expected operation name in quotes
... "t.op"

// -----

// CHECK: :[[# @LINE + 1]]:1: error: expected operation name in quotes
- 1

// -----

// CHECK: :[[# @LINE + 1]]:1: error: expected operation name in quotes
/

// -----

// CHECK: :[[# @LINE + 1]]:8: error: invalid SSA name
"t.op"(%é) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:11: error: unexpected character
"t.op"() {é = 1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: expected '}' in attribute dictionary
"t.op"() {a = @a-b} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected '"' in string literal
"t.op"() {a = @"a} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:10: error: invalid SSA value result number
"t.op"(%a#x) : (i32) -> ()

// -----

// CHECK: :[[# @LINE + 1]]:7: error: expected '"' in string literal
foo "x
