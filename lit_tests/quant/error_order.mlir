// Of two mistakes in a quantized type the one that is read first is reported; what concerns the whole comes last.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<f32:i32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<x:f32, 0.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type size: 33
"d.op"() {a = !quant.uniform<u33<-1:9>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected storage type width
"d.op"() {a = !quant.uniform<u<-1:9>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type size: 0
"d.op"() {a = !quant.uniform<i0<9:1>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: illegal storage type minimum: -9
"d.op"() {a = !quant.uniform<i4<-9:9>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: illegal storage type maximum: 9
"d.op"() {a = !quant.uniform<i4<-8:9>:i32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: invalid kind of type specified
"d.op"() {a = !quant.uniform<i4<3:2>:i32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: invalid kind of type specified
"d.op"() {a = !quant.uniform<i8:i32, 0.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:46: error: scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]
"d.op"() {a = !quant.uniform<i8<3:2>:f32, 0.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:50: error: scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]
"d.op"() {a = !quant.uniform<i8:f32:0, {1.0, {0.0}}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:56: error: tensor literal is invalid; ranks are not consistent between elements
"d.op"() {a = !quant.uniform<i8<3:2>:f32:0, {1.0, {1.0}}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal storage min and storage max: (3:2)
"d.op"() {a = !quant.uniform<i8<3:2>:f32:-1, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:45: error: scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]
"d.op"() {a = !quant.uniform<i8:f32:-1, {0.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal quantized dimension: -1
"d.op"() {a = !quant.uniform<i8:f32:{-1:0}, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal quantized dimension: -1
"d.op"() {a = !quant.uniform<i8:f32:{0:0, -1:1}, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal storage min and storage max: (3:2)
"d.op"() {a = !quant.uniform<i8<3:2>:f32:{0:0}, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:33: error: invalid kind of type specified
// CHECK: :[[# @LINE + 1]]:33: error: expecting float expressed type
"d.op"() {a = !quant.calibrated<i32<2.0:1.0>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: unbalanced '<' character in pretty dialect name
"d.op"() {a = !quant.calibrated<f32<2.0:1.0>} : () -> ()
