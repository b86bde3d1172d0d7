// Portable artifacts of StableHLO, for old and new versions: SDY stays as it is.
// RUN: sdy-opt %S/Inputs/artifacts.0.9.0.mlirbc | FileCheck %s
// RUN: sdy-opt %S/Inputs/artifacts.0.14.0.mlirbc | FileCheck %s
// RUN: sdy-opt %S/Inputs/artifacts.1.9.0.mlirbc | FileCheck %s
// RUN: sdy-opt %S/Inputs/artifacts.1.17.0.mlirbc | FileCheck %s
// RUN: sdy-opt -stablehlo-serialize-target=0.9.0 < %s | cmp - %S/Inputs/artifacts.0.9.0.mlirbc
// RUN: sdy-opt %s -stablehlo-serialize-target=0.14.0 | sdy-opt | FileCheck %s
// RUN: sdy-opt %s -stablehlo-serialize-target=1.9.0 | sdy-opt | FileCheck %s
// RUN: sdy-opt %s -stablehlo-serialize-target=1.17.0 | sdy-opt | FileCheck %s
// TARGETS: 0.9.0 0.14.0 1.9.0 1.17.0

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK:      func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<16x8xf32>) -> (tensor<8x8xf32> {jax.result_info = "result"}) {
// CHECK-NEXT:   %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:   %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
// CHECK-NEXT:   %2 = stablehlo.exponential %1 : tensor<8x8xf32>
// CHECK-NEXT:   %3 = sdy.manual_computation(%2)
// CHECK-NEXT:     %6 = stablehlo.add %arg2, %arg2 : tensor<4x8xf32>
// CHECK-NEXT:     sdy.return %6 : tensor<4x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:   %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:   %5 = call @helper(%3) : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:   return %5 : tensor<8x8xf32>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<16x8xf32>) -> (tensor<8x8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %2 = stablehlo.exponential %1 : tensor<8x8xf32>
  %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg2: tensor<4x8xf32>) {
    %4 = stablehlo.add %arg2, %arg2 : tensor<4x8xf32>
    sdy.return %4 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %5 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = call @helper(%3) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %6 : tensor<8x8xf32>
}

// CHECK:      func.func private @helper(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:   %0 = stablehlo.slice %arg0 [0:8, 0:4] : (tensor<8x8xf32>) -> tensor<8x4xf32>
func.func private @helper(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.slice %arg0 [0:8, 0:4] : (tensor<8x8xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.concatenate %0, %0, dim = 1 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
