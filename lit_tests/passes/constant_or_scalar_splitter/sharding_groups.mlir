// Membership in a sharding group goes with each copy. It is no use: what only groups use goes with them.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @sharding_groups(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %1 group_id=0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %2 group_id=1 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %3 group_id=1 : tensor<8xf32>
// CHECK-NEXT:   %4 = stablehlo.negate %0 : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %4 group_id=2 : tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.negate %1 : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %5 group_id=2 : tensor<8xf32>
// CHECK-NEXT:   %6 = stablehlo.add %arg0, %4 : tensor<8xf32>
// CHECK-NEXT:   %7 = stablehlo.add %2, %3 : tensor<8xf32>
// CHECK-NEXT:   return %5 : tensor<8xf32>
// CHECK-NEXT: }

func.func @sharding_groups(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> tensor<8xf32> {
  %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
  sdy.sharding_group %cst group_id=0 : tensor<8xf32>
  %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
  sdy.sharding_group %0 group_id=1 : tensor<8xf32>
  %1 = stablehlo.negate %cst : tensor<8xf32>
  sdy.sharding_group %1 group_id=2 : tensor<8xf32>
  %2 = stablehlo.iota dim = 0 : tensor<8xf32>
  sdy.sharding_group %2 group_id=3 : tensor<8xf32>
  %cst_0 = stablehlo.constant dense<2.0> : tensor<f32>
  sdy.sharding_group %cst_0 group_id=4 : tensor<f32>
  %3 = stablehlo.add %arg0, %1 : tensor<8xf32>
  %4 = stablehlo.add %0, %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
