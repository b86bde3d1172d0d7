// A named computation has an edge per body argument and per result, with the in- and out-shardings, if it has them.
// An sdy.sharding attribute on it is not what its results are sharded by.
// RUN: sdy-opt %s -sdy-add-data-flow-edges | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @both_shardings(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0:2 = sdy.named_computation<"foo">(%arg0, %arg1) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"b"}]>, <@mesh, [{?}]>] (%arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {
// CHECK-NEXT:      %3 = sdy.data_flow_edge %arg2 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:      %4 = sdy.data_flow_edge %arg3 sharding=<@mesh, [{}]> : tensor<8xf32>
// CHECK-NEXT:      %5 = stablehlo.add %3, %3 : tensor<8xf32>
// CHECK-NEXT:      sdy.return %5, %4 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{?}]> : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @both_shardings(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = sdy.named_computation<"foo">(%arg0, %arg1) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"b"}]>, <@mesh, [{?}]>] (%arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {
    %1 = stablehlo.add %arg2, %arg2 : tensor<8xf32>
    sdy.return %1, %arg3 : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @in_shardings_only(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.named_computation<"foo">(%arg0) in_shardings=[<@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:      sdy.return %2 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @in_shardings_only(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"foo">(%arg0) in_shardings=[<@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @no_shardings(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      %2 = sdy.data_flow_edge %arg1 : tensor<8xf32>
// CHECK-NEXT:      sdy.return %2 : tensor<8xf32>
// CHECK-NEXT:    } {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @no_shardings(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
