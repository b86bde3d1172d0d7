// What is said about dense elements before their type is known, and of their types.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:20: error: expected '<' after 'dense'
"t.op"() {a = dense 3> : tensor<i32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected '>'
"t.op"() {a = dense<3 : tensor<i32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected ']'
"t.op"() {a = dense<[3> : tensor<1xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected ':'
"t.op"() {a = dense<3> tensor<i32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected '>'
"t.op"() {a = dense<3, 4> : 5} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected element literal of primitive type
"t.op"() {a = dense<x> : tensor<i32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:57: error: expected '"' in string literal
"t.op"() {a = dense<[1, "x]> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: elements literal must be a shaped type
"t.op"() {a = dense<3> : f32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: elements literal type must have static shape
"t.op"() {a = dense<3> : tensor<*xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: elements literal type must have static shape
"t.op"() {a = dense<3> : tensor<?xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected '<' after 'dense_resource'
"t.op"() {a = dense_resource a>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected identifier key for 'resource' entry
"t.op"() {a = dense_resource<3> : tensor<i32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected '>'
"t.op"() {a = dense_resource<a : tensor<i32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: `dense_resource` expected a shaped type
"t.op"() {a = dense_resource<a> : f32} : () -> ()
