// Edges have the mesh that the owner's sharding has inlined.
// RUN: sdy-opt %s -sdy-add-data-flow-edges | FileCheck %s

// CHECK-LABEL: func.func @inlined_meshes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{"x"}]>]>} %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 sharding=<mesh<["x"=4]>, [{"x"}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.manual_computation(%1) in_shardings=[<mesh<["a"=2, "b"=2]>, [{"a", "b"}]>] out_shardings=[<mesh<["a"=2, "b"=2]>, [{"a", ?}p1]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:      %6 = sdy.data_flow_edge %arg1 sharding=<mesh<["a"=2, "b"=2]>, [{"b"}]> : tensor<4xf32>
// CHECK-NEXT:      sdy.return %6 : tensor<4xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.data_flow_edge %2 sharding=<mesh<["a"=2, "b"=2]>, [{"a", ?}p1]> : tensor<8xf32>
// CHECK-NEXT:    %4 = sdy.named_computation<"f">(%3) in_shardings=[<mesh<[]>, [{?}]>] out_shardings=[<mesh<[], device_ids=[3]>, []>] (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      %6 = sdy.data_flow_edge %arg1 sharding=<mesh<[]>, [{?}]> : tensor<8xf32>
// CHECK-NEXT:      sdy.return %6 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %5 = sdy.data_flow_edge %4 sharding=<mesh<[], device_ids=[3]>, []> : tensor<8xf32>
// CHECK-NEXT:    return %5 : tensor<8xf32>
// CHECK-NEXT:  }

func.func @inlined_meshes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{"x"}]>]>} %arg0 : tensor<8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<mesh<["a"=2, "b"=2]>, [{"a", "b"}]>] out_shardings=[<mesh<["a"=2, "b"=2]>, [{"a", ?}p1]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.named_computation<"f">(%1) in_shardings=[<mesh<[]>, [{?}]>] out_shardings=[<mesh<[], device_ids=[3]>, []>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
