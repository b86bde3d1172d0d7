// Data-flow ops in each other's regions: every one gets its edges, right after the op or first in its body.
// RUN: sdy-opt %s -sdy-add-data-flow-edges | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @manual_in_while_in_manual(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {"b", ?}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg2: tensor<4x8xf32>) {
// CHECK-NEXT:      %2 = sdy.data_flow_edge %arg2 sharding=<@mesh, [{}, {"b", ?}]> : tensor<4x8xf32>
// CHECK-NEXT:      %3 = stablehlo.while(%iterArg = %2) : tensor<4x8xf32>
// CHECK-NEXT:      cond {
// CHECK-NEXT:        %c = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:        stablehlo.return %c : tensor<i1>
// CHECK-NEXT:      } do {
// CHECK-NEXT:        %5 = stablehlo.negate %iterArg : tensor<4x8xf32>
// CHECK-NEXT:        %6 = sdy.manual_computation(%5) in_shardings=[<@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%arg3: tensor<4x4xf32>) {
// CHECK-NEXT:          %8 = sdy.data_flow_edge %arg3 sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
// CHECK-NEXT:          %9 = stablehlo.optimization_barrier %8 : tensor<4x4xf32>
// CHECK-NEXT:          %10 = sdy.data_flow_edge %9 : tensor<4x4xf32>
// CHECK-NEXT:          sdy.return %10 : tensor<4x4xf32>
// CHECK-NEXT:        } : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:        %7 = sdy.data_flow_edge %6 sharding=<@mesh, [{}, {"b"}]> : tensor<4x8xf32>
// CHECK-NEXT:        stablehlo.return %7 : tensor<4x8xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      %4 = sdy.data_flow_edge %3 : tensor<4x8xf32>
// CHECK-NEXT:      sdy.return %4 : tensor<4x8xf32>
// CHECK-NEXT:    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:    return %1 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @manual_in_while_in_manual(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {"b", ?}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg2: tensor<4x8xf32>) {
    %1 = stablehlo.while(%iterArg = %arg2) : tensor<4x8xf32>
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %2 = stablehlo.negate %iterArg : tensor<4x8xf32>
      %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%arg3: tensor<4x4xf32>) {
        %4 = stablehlo.optimization_barrier %arg3 : tensor<4x4xf32>
        sdy.return %4 : tensor<4x4xf32>
      } : (tensor<4x8xf32>) -> tensor<4x8xf32>
      stablehlo.return %3 : tensor<4x8xf32>
    }
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
