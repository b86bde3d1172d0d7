// Each message about a quantized type, at the place that it is about.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:22: error: unknown quantized type foo
"d.op"() {a = !quant.foo<i8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<int8:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<i:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<i-1:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<x8:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<f32:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<f8E4M3:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<index:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type prefix
"d.op"() {a = !quant.uniform<tensor<4xi8>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected storage type width
"d.op"() {a = !quant.uniform<u:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected storage type width
"d.op"() {a = !quant.uniform<ux:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected storage type width
"d.op"() {a = !quant.uniform<u8x:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected storage type width
"d.op"() {a = !quant.uniform<u99999999999999999999:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type size: 0
"d.op"() {a = !quant.uniform<i0:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type size: 0
"d.op"() {a = !quant.uniform<u0:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type size: 33
"d.op"() {a = !quant.uniform<i33:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type size: 33
"d.op"() {a = !quant.uniform<si33:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: illegal storage type size: 4294967295
"d.op"() {a = !quant.uniform<u4294967295:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: illegal storage type minimum: -9
"d.op"() {a = !quant.uniform<i4<-9:4>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: illegal storage type minimum: -1
"d.op"() {a = !quant.uniform<u4<-1:4>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:34: error: illegal storage type minimum: -1
"d.op"() {a = !quant.uniform<ui4<-1:4>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: illegal storage type minimum: -57345
"d.op"() {a = !quant.uniform<f8E5M2<-57345:4>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: illegal storage type maximum: 9
"d.op"() {a = !quant.uniform<i4<-1:9>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:35: error: illegal storage type maximum: 16
"d.op"() {a = !quant.uniform<u4<0:16>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:42: error: illegal storage type maximum: 7
"d.op"() {a = !quant.uniform<f4E2M1FN<-6:7>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: invalid kind of type specified
"d.op"() {a = !quant.uniform<i8:i32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: invalid kind of type specified
"d.op"() {a = !quant.uniform<i8:index, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: invalid kind of type specified
"d.op"() {a = !quant.any<i8:i8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:33: error: invalid kind of type specified
// CHECK: :[[# @LINE + 1]]:33: error: expecting float expressed type
"d.op"() {a = !quant.calibrated<i32<1.0:2.0>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:33: error: expected non-function type
// CHECK: :[[# @LINE + 1]]:33: error: expecting float expressed type
"d.op"() {a = !quant.calibrated<<1.0:2.0>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:36: error: expected '<'
// CHECK: :[[# @LINE + 1]]:33: error: calibrated values must be present
"d.op"() {a = !quant.calibrated<f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:40: error: expected ':'
// CHECK: :[[# @LINE + 1]]:33: error: calibrated values must be present
"d.op"() {a = !quant.calibrated<f32<1.0>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:41: error: expected floating point literal
// CHECK: :[[# @LINE + 1]]:33: error: calibrated values must be present
"d.op"() {a = !quant.calibrated<f32<1.0:>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:37: error: expected floating point literal
// CHECK: :[[# @LINE + 1]]:33: error: calibrated values must be present
"d.op"() {a = !quant.calibrated<f32<x:1.0>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:45: error: expected '>'
"d.op"() {a = !quant.calibrated<f32<1.0:2.0>x>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:43: error: scale 6.600000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]
"d.op"() {a = !quant.uniform<i8:f16, 6.6e4>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:44: error: scale 5.000000e-08 out of expressed type range [5.960464e-08, 6.550400e+04]
"d.op"() {a = !quant.uniform<i8:f16, 5.0e-8:3>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:41: error: scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]
"d.op"() {a = !quant.uniform<i8:f32, 0.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:42: error: scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]
"d.op"() {a = !quant.uniform<i8:f32, -1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:45: error: scale 1.000000e-46 out of expressed type range [1.401298e-45, 3.402823e+38]
"d.op"() {a = !quant.uniform<i8:f32, 1.0e-46>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:44: error: scale 3.500000e+38 out of expressed type range [1.401298e-45, 3.402823e+38]
"d.op"() {a = !quant.uniform<i8:f32, 3.5e38>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:56: error: scale INF out of expressed type range [1.401298e-45, 3.402823e+38]
"d.op"() {a = !quant.uniform<i8:f32, 0x7FF0000000000000>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:46: error: scale 9.000000e-41 out of expressed type range [9.183550e-41, 3.389531e+38]
"d.op"() {a = !quant.uniform<i8:bf16, 9.0e-41>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:41: error: scale 0.000000e+00 out of expressed type range [4.940656e-324, 1.797693e+308]
"d.op"() {a = !quant.uniform<i8:f64, 0.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:51: error: scale 7.000000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]
"d.op"() {a = !quant.uniform<i8:f16:0, {1.0, 7.0e4:3}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:58: error: scale 7.000000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]
"d.op"() {a = !quant.uniform<i8:f16:{0:1}, {{1.0}, {7.0e4}}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:51: error: tensor literal is invalid; ranks are not consistent between elements
"d.op"() {a = !quant.uniform<i8:f32:0, {1.0, {2.0}}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:62: error: tensor literal is invalid; ranks are not consistent between elements
"d.op"() {a = !quant.uniform<i8:f32:{0:1}, {{1.0, 2.0}, {3.0}}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:55: error: tensor literal is invalid; ranks are not consistent between elements
"d.op"() {a = !quant.uniform<i8:f32:{0:1}, {{1.0}, 2.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal storage min and storage max: (2:1)
"d.op"() {a = !quant.uniform<i8<2:1>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal storage min and storage max: (4:4)
"d.op"() {a = !quant<uniform<i8<4:4>:f32, 1.0>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal storage min and storage max: (100:-100)
"d.op"() {a = !quant.uniform<i8<100:-100>:f32, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal storage min and storage max: (2:1)
"d.op"() {a = !quant.any<u8<2:1>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal quantized dimension: -1
"d.op"() {a = !quant.uniform<i8:f32:-1, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal quantized dimension: -2
"d.op"() {a = !quant.uniform<i8:f32:{0:1, -2:1}, {{1.0}}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal block size: 0
"d.op"() {a = !quant.uniform<i8:f32:{0:0}, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal block size: -1
"d.op"() {a = !quant.uniform<i8:f32:{0:-1}, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal min and max: (1.000000e+00:-1.000000e+00)
"d.op"() {a = !quant.calibrated<f32<1.0:-1.0>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: illegal min and max: (1.000000e+00:1.000000e+00)
"d.op"() {a = !quant.calibrated<f32<1.0:1.0>>} : () -> ()
