// From a quantized program with some shardings to that of one device: dimensions are sharded alike whether they are
// quantized or not.
// RUN: sdy-opt %s -sdy-propagation-pipeline -sdy-insert-explicit-reshards -sdy-reshard-to-collectives -sdy-convert-global-to-local | FileCheck %s



sdy.mesh @mesh = <["x"=2, "y"=2]>

// CHECK: func.func @dot(%arg0: tensor<4x16x!quant.uniform<i8:f32, 5.000000e-01:3>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<16x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<4x2x!quant.uniform<i32:f32:1, {5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
// CHECK-NEXT: %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK-NEXT: %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<[0, 2, 0, 2]> : tensor<4xi64>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %c_0, %1, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %4 = stablehlo.dynamic_slice %c, %3, sizes = [2] : (tensor<4xi32>, tensor<i64>) -> tensor<2xi32>
// CHECK-NEXT: %5 = stablehlo.bitcast_convert %4 : (tensor<2xi32>) -> tensor<2x!quant.uniform<i32:f32:0, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: %6 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<4x16x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<16x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<4x2x!quant.uniform<i32:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: %7 = stablehlo.add %6, %6 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<4x2x!quant.uniform<i32:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: %8 = stablehlo.broadcast_in_dim %5, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<2x!quant.uniform<i32:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<4x2x!quant.uniform<i32:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: %9 = stablehlo.add %7, %8 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<4x2x!quant.uniform<i32:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: return %9 : tensor<4x2x!quant.uniform<i32:f32:1, {5.000000e-01,2.500000e-01}>>
func.func @dot(%a: tensor<8x16x!quant.uniform<i8:f32, 0.5:3>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<16x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x4x!quant.uniform<i32:f32:1, {0.5,0.25,0.5,0.25}>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16x!quant.uniform<i8:f32, 0.5:3>>, tensor<16x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>) -> tensor<8x4x!quant.uniform<i32:f32:1, {0.5,0.25,0.5,0.25}>>
  %1 = stablehlo.add %0, %0 : tensor<8x4x!quant.uniform<i32:f32:1, {0.5,0.25,0.5,0.25}>>
  %c = stablehlo.constant() <{value = dense<[1,2,3,4]> : tensor<4xi32>}> : () -> tensor<4x!quant.uniform<i32:f32:0, {0.5,0.25,0.5,0.25}>>
  %2 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<4x!quant.uniform<i32:f32:0, {0.5,0.25,0.5,0.25}>>) -> tensor<8x4x!quant.uniform<i32:f32:1, {0.5,0.25,0.5,0.25}>>
  %3 = stablehlo.add %1, %2 : tensor<8x4x!quant.uniform<i32:f32:1, {0.5,0.25,0.5,0.25}>>
  return %3 : tensor<8x4x!quant.uniform<i32:f32:1, {0.5,0.25,0.5,0.25}>>
}
