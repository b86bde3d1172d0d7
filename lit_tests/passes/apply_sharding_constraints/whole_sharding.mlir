// The input gets the sharding as it is: priorities, replicated and unreduced axes, sub-axes.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=4, "b"=2]>

// CHECK-LABEL: func.func @priority(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(2)2}p2, {}]>]>} : tensor<8x8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"a":(2)2}p2, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
// CHECK-NEXT:    return %1 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @priority(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a":(2)2}p2, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @replicated_and_unreduced(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], replicated={"a"}, unreduced={"b"}>]>} : tensor<8x8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], replicated={"a"}, unreduced={"b"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
// CHECK-NEXT:    return %1 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @replicated_and_unreduced(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], replicated={"a"}, unreduced={"b"}> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
