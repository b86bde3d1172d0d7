// An optimization_barrier has an edge per result, also where one barrier feeds the next.
// RUN: sdy-opt %s -sdy-add-data-flow-edges | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @barriers(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{"b", ?}p3]>]>} %arg0, %arg1 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{"b", ?}p3]> : tensor<8xf32>
// CHECK-NEXT:    %3:2 = stablehlo.optimization_barrier %2, %1 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    %4 = sdy.data_flow_edge %3#0 : tensor<8xf32>
// CHECK-NEXT:    %5 = sdy.data_flow_edge %3#1 : tensor<8xf32>
// CHECK-NEXT:    return %1, %4 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @barriers(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{"b", ?}p3]>]>} %arg0, %arg1 : tensor<8xf32>, tensor<8xf32>
  %1:2 = stablehlo.optimization_barrier %0#1, %0#0 : tensor<8xf32>, tensor<8xf32>
  return %0#0, %1#0 : tensor<8xf32>, tensor<8xf32>
}
