// Where an op has several results, the others become fully open on the same mesh (rank 0 if they have no shape); that
// is a sharding, so a later constraint on one of them is not applied.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @second_of_four(%arg0: tensor<8xf32>, %arg1: !stablehlo.token) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0:4 = stablehlo.custom_call @foo(%arg0, %arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>, <@mesh, [{"a"}, {}]>, <@mesh, [{?}, {?}]>, <@mesh, []>]>} : (tensor<8xf32>, !stablehlo.token) -> (tensor<8xf32>, tensor<8x8xf32>, tensor<?x2xf32>, !stablehlo.token)
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0#1 <@mesh, [{"a"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %0#0 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @second_of_four(%arg0: tensor<8xf32>, %arg1: !stablehlo.token) -> tensor<8x8xf32> {
  %0:4 = stablehlo.custom_call @foo(%arg0, %arg1) : (tensor<8xf32>, !stablehlo.token) -> (tensor<8xf32>, tensor<8x8xf32>, tensor<?x2xf32>, !stablehlo.token)
  %1 = sdy.sharding_constraint %0#1 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %0#0 <@mesh, [{"b"}]> : tensor<8xf32>
  return %1 : tensor<8x8xf32>
}
