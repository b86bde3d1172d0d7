// The results of a while own its edges: one data_flow_edge each, with the result's sharding if it has one, and every
// other use of the result goes through the edge. The arguments of the regions get none.
// RUN: sdy-opt %s -sdy-add-data-flow-edges | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @sharded_results(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
// CHECK-NEXT:    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}p1]>, <@mesh, [], replicated={"b"}>]>}
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %4 = stablehlo.compare LT, %iterArg_0, %iterArg_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %4 : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %4 = stablehlo.add %iterArg, %iterArg : tensor<8xf32>
// CHECK-NEXT:      stablehlo.return %4, %iterArg_0 : tensor<8xf32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"a", ?}p1]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.data_flow_edge %0#1 sharding=<@mesh, [], replicated={"b"}> : tensor<i32>
// CHECK-NEXT:    %3 = stablehlo.add %1, %1 : tensor<8xf32>
// CHECK-NEXT:    return %3, %2 : tensor<8xf32>, tensor<i32>
// CHECK-NEXT:  }
func.func @sharded_results(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}p1]>, <@mesh, [], replicated={"b"}>]>}
  cond {
    %2 = stablehlo.compare LT, %iterArg_0, %iterArg_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.add %iterArg, %iterArg : tensor<8xf32>
    stablehlo.return %2, %iterArg_0 : tensor<8xf32>, tensor<i32>
  }
  %1 = stablehlo.add %0#0, %0#0 : tensor<8xf32>
  return %1, %0#1 : tensor<8xf32>, tensor<i32>
}

// CHECK-LABEL: func.func @unsharded_and_unused_results(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %c = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:      stablehlo.return %c : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      stablehlo.return %iterArg_0, %iterArg : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.data_flow_edge %0#1 : tensor<8xf32>
// CHECK-NEXT:    return %2 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @unsharded_and_unused_results(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8xf32>, tensor<8xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg_0, %iterArg : tensor<8xf32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}
