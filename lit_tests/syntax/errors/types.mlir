// What is said about builtin types.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:21: error: expected '<' in tensor type
"t.op"() {a = tensor} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected 'x' in dimension list
"t.op"() {a = tensor<4>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected 'x' in dimension list
"t.op"() {a = tensor<4f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected non-function type
"t.op"() {a = tensor<4x>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected 'x' in dimension list
"t.op"() {a = tensor<4x4x4f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected 'x' in dimension list
"t.op"() {a = tensor<?4xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected non-function type
"t.op"() {a = tensor<4xx4xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected non-function type
"t.op"() {a = tensor<-1xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected 'x' in dimension list
"t.op"() {a = tensor<*>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: cannot apply encoding to unranked tensor
"t.op"() {a = tensor<*xf32, 1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected '>' in tensor type
"t.op"() {a = tensor<4xf32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: invalid tensor element type
"t.op"() {a = tensor<4xtensor<4xf32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: invalid tensor element type
"t.op"() {a = tensor<4xnone>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: invalid dimension
"t.op"() {a = tensor<99999999999999999999xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected non-function type
"t.op"() {a = vector<?xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: vector types must have positive constant sizes but got 0
"t.op"() {a = vector<0xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: missing ']' closing scalable dimension
"t.op"() {a = vector<[4xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: failed to verify 'elementType': VectorElementTypeInterface instance
"t.op"() {a = vector<4xtensor<f32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected ',' or '>' in memref type
"t.op"() {a = memref<4xf32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected '<' in complex type
"t.op"() {a = complex} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected non-function type
"t.op"() {a = complex<>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: invalid element type for complex
"t.op"() {a = complex<index>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected '>' in complex type
"t.op"() {a = complex<f32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected non-function type
"t.op"() {a = tuple<} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected '>' in tuple type
"t.op"() {a = tuple<i32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer bitwidth is limited to 16777215 bits
"t.op"() {a = i16777216} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: invalid integer width
"t.op"() {a = i99999999999999} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:19: error: expected ')'
"t.op"() {a = (i32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:20: error: expected '->' in function type
"t.op"() {a = (i32) i32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected non-function type
"t.op"() {a = (i32) ->} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:19: error: undefined symbol alias id 'foo'
"t.op"() {a = !foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: invalid dimension
func.func private @f(vector<4 x 99999999999999999999xf32>)

// -----

// CHECK: :[[# @LINE + 1]]:31: error: invalid dimension
func.func private @f(tensor<4x18446744073709551616xf32, 1>)

// -----

// CHECK: :[[# @LINE + 1]]:22: error: invalid dimension
"t.op"() {a = vector<99999999999999999999xf32x} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected non-function type
"t.op"() {a = vector<4x?xfoo>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected 'x' in dimension list
"t.op"() {a = vector<[4]>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:26: error: invalid dimension
"t.op"() : () -> vector<[foo]xf32>

// -----
// CHECK: :[[# @LINE + 1]]:18: error: vector types must have positive constant sizes but got 1, 0, 4
"t.op"() : () -> vector<1x0x4xf32>

// -----
// CHECK: :[[# @LINE + 1]]:33: error: expected '>' in tensor type
"t.op"() : () -> tensor<2xf32, 3, foo>

// -----
// CHECK: :[[# @LINE + 1]]:26: error: invalid dimension
"t.op"() : () -> vector<[9223372036854775808]>

// -----
// CHECK: :[[# @LINE + 1]]:27: error: expected '>' in vector type
"t.op"() {a = vector<4xf32, dense<> : vector
