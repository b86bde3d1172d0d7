// What is said about quantized types that are none, and about tensors of quantized elements that do not fit.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:15: error: illegal scale: 0.000000e+00
"d.op"() {a = !quant.uniform<i8:f32, 0.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: illegal scale: -1.000000e+00
"d.op"() {a = !quant.uniform<i8:f32, -1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: illegal scale: 0x7FF0000000000000
"d.op"() {a = !quant.uniform<i8:f32, 0x7FF0000000000000>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: illegal scale: 0x7FF8000000000000
"d.op"() {a = !quant.uniform<i8:f32, 0x7FF8000000000000>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: illegal zero point: 128 is not in the storage range (-128:127)
"d.op"() {a = !quant.uniform<i8:f32, 1.0:128>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: illegal zero point: 5 is not in the storage range (-4:4)
"d.op"() {a = !quant.uniform<i8<-4:4>:f32, 1.0:5>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: illegal storage type minimum: -129
"d.op"() {a = !quant.uniform<i8<-129:4>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: illegal storage type maximum: 128
"d.op"() {a = !quant.uniform<i8<-1:128>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage min and storage max: (4:4)
"d.op"() {a = !quant.uniform<i8<4:4>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: illegal storage type minimum: -1
"d.op"() {a = !quant.uniform<u8<-1:4>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type size: 1
"d.op"() {a = !quant.uniform<i1:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type size: 33
"d.op"() {a = !quant.uniform<i33:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type size: 4294967296
"d.op"() {a = !quant.uniform<u99999999999999999999:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: storage type must be integral
"d.op"() {a = !quant.uniform<f32:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<x8:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected storage type width
"d.op"() {a = !quant.uniform<ux:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expressed type must be floating point
"d.op"() {a = !quant.uniform<i8:i32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected floating point literal
"d.op"() {a = !quant.uniform<i8:f32, 1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: expected ','
"d.op"() {a = !quant.uniform<i8:f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected ':'
"d.op"() {a = !quant.uniform<i8, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:43: error: expected one scale, since there is no quantized dimension
"d.op"() {a = !quant.uniform<i8:f32, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected a list of scales
"d.op"() {a = !quant.uniform<i8:f32:0, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected at least one scale
"d.op"() {a = !quant.uniform<i8:f32:0, {}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected a list of scales without lists in it
"d.op"() {a = !quant.uniform<i8:f32:0, {{1.0}}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: illegal quantized dimension: -1
"d.op"() {a = !quant.uniform<i8:f32:-1, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: illegal block size: 0
"d.op"() {a = !quant.uniform<i8:f32:{0:0}, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: quantized dimensions must be unique
"d.op"() {a = !quant.uniform<i8:f32:{0:1, 0:2}, {{1.0}}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: illegal quantized dimension: 3
"d.op"() {a = !quant.uniform<i8:f32:{3:1}, {{1.0}}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:44: error: ranks or sizes of scales are not consistent
"d.op"() {a = !quant.uniform<i8:f32:{0:1}, {{1.0}, 2.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: quantized dimension 0 has size 3, but there are 2 scales
"d.op"() {a = tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: quantized dimension 1 must be less than the tensor's rank 1
"d.op"() {a = tensor<3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: dimension 1 has size 4, which blocks of 3 do not divide
"d.op"() {a = tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:3}, {{2.0:12, 3.0}, {4.0, 5.0:-3}}>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: dimension 0 has 2 blocks of 1, but there are 1 scales
"d.op"() {a = tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:12, 3.0}}>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: scales have rank 2, but the tensor has rank 1
"d.op"() {a = tensor<2x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:12, 3.0}}>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: illegal min and max: (1.000000e+00:-1.000000e+00)
"d.op"() {a = !quant.calibrated<f32<1.0:-1.0>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expressed type must be floating point
"d.op"() {a = !quant.calibrated<i32<1.0:2.0>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expressed type must be floating point
"d.op"() {a = !quant.any<i8:i8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: unknown quantized type foo
"d.op"() {a = !quant.foo<i8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected '<'
"d.op"() {a = !quant.any} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected non-function type
"d.op"() {a = !quant.any<>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: unbalanced '<' character in pretty dialect name
"d.op"() {a = !quant.any<i8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected ':'
"d.op"() {a = !quant.any<i8<1>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: unbalanced '<' character in pretty dialect name
"d.op"() {a = !quant.any<i8<1:2>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:42: error: expected integer value
"d.op"() {a = !quant.uniform<i8:f32, 1.0:1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected floating point literal
"d.op"() {a = !quant.uniform<i8:f32, "a">} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: dialect 'quant' provides no attribute parsing hook
"d.op"() {a = #quant.a} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: failed to verify 'elementType': VectorElementTypeInterface instance
"d.op"() {a = vector<4x!quant.any<i8>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: invalid memref element type
"d.op"() {a = memref<4x!quant.any<i8>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: invalid element type for complex
"d.op"() {a = complex<!quant.any<i8>>} : () -> ()
