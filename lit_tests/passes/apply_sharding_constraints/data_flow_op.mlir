// A data-flow op without edge ops is set like any other: an argument of its region is sharded as the result or the
// in-sharding that owns the edge.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @while_body_argument(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
// CHECK-NEXT:    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, []>]>}
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %c = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:      stablehlo.return %c : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %2 = sdy.sharding_constraint %iterArg <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:      stablehlo.return %2, %iterArg_0 : tensor<8xf32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0#0 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    return %1, %0#1 : tensor<8xf32>, tensor<i32>
// CHECK-NEXT:  }
func.func @while_body_argument(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8xf32>, tensor<i32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %2 = sdy.sharding_constraint %iterArg <@mesh, [{"a"}]> : tensor<8xf32>
    stablehlo.return %2, %iterArg_0 : tensor<8xf32>, tensor<i32>
  }
  %1 = sdy.sharding_constraint %0#0 <@mesh, [{"b"}]> : tensor<8xf32>
  return %1, %0#1 : tensor<8xf32>, tensor<i32>
}

// CHECK-LABEL: func.func @named_computation(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0:2 = sdy.named_computation<"foo">(%arg0, %arg1) in_shardings=[<@mesh, [{?}]>, <@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"b"}]>, <@mesh, [{?}]>] (%arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {
// CHECK-NEXT:      %2 = sdy.sharding_constraint %arg3 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:      sdy.return %arg2, %2 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0#0 <@mesh, [{"b"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @named_computation(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = sdy.named_computation<"foo">(%arg0, %arg1) (%arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {
    %2 = sdy.sharding_constraint %arg3 <@mesh, [{"a"}]> : tensor<8xf32>
    sdy.return %arg2, %2 : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.sharding_constraint %0#0 <@mesh, [{"b"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
