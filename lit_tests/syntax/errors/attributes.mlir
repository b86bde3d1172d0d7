// What is said about attributes.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:11: error: expected attribute name
"t.op"() {1 = 2} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:13: error: expected attribute name
"t.op"() {a, } : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:11: error: expected valid attribute name
"t.op"() {"" = 2} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:18: error: duplicate key 'a' in dictionary attribute
"t.op"() {a = 1, a = 2} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:12: error: expected '}' in attribute dictionary
"t.op"() {a 3} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: expected '}' in attribute dictionary
"t.op"() {a = 3 b = 4} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:14: error: expected attribute value
"t.op"() {a =} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:14: error: expected attribute value
"t.op"() {a = = 3} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: expected '}' in attribute dictionary
"t.op"() {tensor<4xf32> = 2} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: expected ',' or ']'
"t.op"() {a = [1 2]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:18: error: expected attribute value
"t.op"() {a = [1, } : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected '}' in attribute dictionary
"t.op"() {a = {b = 1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:19: error: expected nested symbol reference identifier
"t.op"() {a = @x::b} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: expected '}' in attribute dictionary
"t.op"() {a = @x:@y} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: expected constant integer or floating point value
"t.op"() {a = -} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:14: error: expected attribute value
"t.op"() {a = #-}} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected distinct ID
"t.op"() {a = distinct[x]<>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected '<' after distinct ID
"t.op"() {a = distinct[0]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:20: error: expected non-function type
"t.op"() {a = "x" : 3} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:18: error: expected '(' in inline location
"t.op"() {a = loc unknown)} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected ')' in inline location
"t.op"() {a = loc(unknown} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: undefined symbol alias id 'b'
"t.op"() {a = loc(#b)} : () -> ()

// -----

// A keyword of an operation's format is no attribute.
// CHECK: :[[# @LINE + 1]]:14: error: expected attribute value
"t.op"() {a = type} : () -> ()
