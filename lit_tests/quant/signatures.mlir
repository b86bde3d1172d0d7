// Functions, calls, constraints and unknown operations take any quantized elements, also those that operations of
// StableHLO refuse: with zero points outside of the storage, axes and blocks that do not fit, or not uniform.
// RUN: sdy-opt %s -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt %s -allow-unregistered-dialect | sdy-opt -allow-unregistered-dialect | FileCheck %s

// CHECK: func.func private @blocks(tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}2.000000e+00:12, 3.000000e+00}, {4.000000e+00, 5.000000e+00}}>>)
func.func private @blocks(tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:12, 3.0}, {4.0, 5.0}}>>)
// CHECK: func.func private @odd_blocks(tensor<2x5x!quant.uniform<i8:f32:{1:2, 7:3}, {{[{][{]}}2.000000e+00:12, 3.000000e+00}}>>)
func.func private @odd_blocks(tensor<2x5x!quant.uniform<i8:f32:{1:2, 7:3}, {{2.0:12, 3.0}}>>)
// CHECK: func.func private @any(tensor<4x!quant.any<i8:f32>>) -> tensor<*x!quant.calibrated<f32<-1.000000e+00:1.000000e+00>>>
func.func private @any(tensor<4x!quant.any<i8:f32>>) -> tensor<*x!quant.calibrated<f32<-1.0:1.0>>>
// CHECK: func.func private @zero_point(tensor<4x!quant.uniform<u8:f32, 1.000000e+00:300>>)
func.func private @zero_point(tensor<4x!quant.uniform<u8:f32, 1.0:300>>)
// CHECK: func.func private @scales(tensor<2x4x!quant.uniform<i8:f32:0, {1.000000e-01:-30}>>, tensor<2x3x4x!quant.uniform<i8:f32:10, {1.000000e-01}>>)
func.func private @scales(tensor<2x4x!quant.uniform<i8:f32:0, {0.1:-30}>>, tensor<2x3x4x!quant.uniform<i8:f32:10, {0.1}>>)
// CHECK: func.func private @elements(!quant.uniform<i8:f32, 2.000000e+00>) -> !quant.any<i8>
func.func private @elements(!quant.uniform<i8:f32, 2.0>) -> !quant.any<i8>

// CHECK: func.func @calls(%arg0: tensor<4x!quant.uniform<si7:f32, 1.000000e+00:300>>) -> tensor<4x!quant.uniform<si7:f32, 1.000000e+00:300>> {
func.func @calls(%a: tensor<4x!quant.uniform<si7:f32, 1.0:300>>) -> tensor<4x!quant.uniform<si7:f32, 1.0:300>> {
  %0 = call @calls(%a) : (tensor<4x!quant.uniform<si7:f32, 1.0:300>>) -> tensor<4x!quant.uniform<si7:f32, 1.0:300>>
  // CHECK: %1 = "d.op"(%0) : (tensor<4x!quant.uniform<si7:f32, 1.000000e+00:300>>) -> tensor<4x!quant.any<i8:f32>>
  %1 = "d.op"(%0) : (tensor<4x!quant.uniform<si7:f32, 1.0:300>>) -> tensor<4x!quant.any<i8:f32>>
  // CHECK: %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}]> : tensor<4x!quant.any<i8:f32>>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}]> : tensor<4x!quant.any<i8:f32>>
  return %0 : tensor<4x!quant.uniform<si7:f32, 1.0:300>>
}
// CHECK: sdy.mesh @mesh = <["x"=2]>
sdy.mesh @mesh = <["x"=2]>
