// What is said about numbers and arrays of them.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:15: error: unexpected decimal integer literal for a floating point value
"t.op"() {a = 3 : f32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer literal not valid for specified type
"t.op"() {a = 3 : tensor<f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: floating point value not valid for specified type
"t.op"() {a = 3.0 : i32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"t.op"() {a = 300 : i8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: negative integer literal not valid for unsigned integer type
"t.op"() {a = -3 : ui8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: integer constant out of range for attribute
"t.op"() {a = - 300 : i8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"t.op"() {a = 99999999999999999999} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: hexadecimal float literal should not have a leading minus
"t.op"() {a = -0x7F : f32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:18: error: expected '}' in attribute dictionary
"t.op"() {a = 1.5e+} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: expected '}' in attribute dictionary
"t.op"() {a = 0x} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:20: error: expected '<' after 'array'
"t.op"() {a = array i32: 3>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected non-function type
"t.op"() {a = array<3>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected integer or float type, got: 'tensor<i32>'
"t.op"() {a = array<tensor<i32>: 1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: element type bitwidth must be a multiple of 8
"t.op"() {a = array<i7: 1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected ':' after dense array type
"t.op"() {a = array<i32 3>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected integer literal
"t.op"() {a = array<i32: >} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected '>' to close an array attribute
"t.op"() {a = array<i32: 3 4>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected integer literal
"t.op"() {a = array<i32: 3.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected integer literal
"t.op"() {a = array<i32: -x>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected i1 type for 'true' or 'false' values
"t.op"() {a = array<i32: true>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected 'true' or 'false' values for i1 type
"t.op"() {a = array<i1: 0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: integer constant out of range
"t.op"() {a = array<i8: 1, 1000>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: unexpected decimal integer literal for a floating point value
"t.op"() {a = array<f32: 3>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected floating point literal
"t.op"() {a = array<f32: true>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:32: error: unexpected decimal integer literal for a floating point value
// CHECK: :[[# @LINE + 1]]:32: note: add a trailing dot to make the literal a float
"t.op"() {a = dense<[1.0, 2.0, 5]> : tensor<3xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:16: error: unexpected decimal integer literal for a floating point value
// CHECK: :[[# @LINE + 1]]:16: note: add a trailing dot to make the literal a float
"t.op"() {a = -5 : f32} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:50: error: unexpected decimal integer literal for a floating point value
// CHECK: :[[# @LINE + 1]]:50: note: add a trailing dot to make the literal a float
"t.op"() {a = #stablehlo.result_accuracy<atol = -5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : () -> ()

// -----

%0 = stablehlo.constant dense<1.0> : tensor<8xf32>
// CHECK: :[[# @LINE + 1]]:60: error: integer constant out of range
%1 = "stablehlo.transpose"(%0) {permutation = array<i64: -0>} : (tensor<8xf32>) -> tensor<8xf32>
