// The copies of several groups follow each other as MLIR iterates over uses: the latest first, except constants, whose
// uses were turned round when stablehlo.constant became sdy.constant. Groups in a region move out of it.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @sharding_group_order(%arg0: tensor<8xf32>, %arg1: tensor<i1>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %0 group_id=1 : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %0 group_id=2 : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.constant dense<2.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %1 group_id=2 : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %1 group_id=1 : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %1 group_id=0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %2 group_id=2 : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %2 group_id=1 : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %2 group_id=0 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.custom_call @foo(%0, %1, %2) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %4 = "stablehlo.if"(%arg1) ({
// CHECK-NEXT:     stablehlo.return %arg0 : tensor<8xf32>
// CHECK-NEXT:   }, {
// CHECK-NEXT:     stablehlo.return %arg0 : tensor<8xf32>
// CHECK-NEXT:   }) : (tensor<i1>) -> tensor<8xf32>
// CHECK-NEXT:   return %3 : tensor<8xf32>
// CHECK-NEXT: }

func.func @sharding_group_order(%arg0: tensor<8xf32>, %arg1: tensor<i1>) -> tensor<8xf32> {
  %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = sdy.constant dense<2.0> : tensor<8xf32>
  %1 = stablehlo.iota dim = 0 : tensor<8xf32>
  sdy.sharding_group %cst group_id=0 : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  %2 = stablehlo.custom_call @foo(%cst, %0, %1) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = "stablehlo.if"(%arg1) ({
    sdy.sharding_group %cst group_id=1 : tensor<8xf32>
    sdy.sharding_group %0 group_id=1 : tensor<8xf32>
    stablehlo.return %arg0 : tensor<8xf32>
  }, {
    sdy.sharding_group %1 group_id=1 : tensor<8xf32>
    stablehlo.return %arg0 : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  sdy.sharding_group %cst group_id=2 : tensor<8xf32>
  sdy.sharding_group %0 group_id=2 : tensor<8xf32>
  sdy.sharding_group %1 group_id=2 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
