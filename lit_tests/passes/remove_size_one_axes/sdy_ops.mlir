// Constraints, reshards, edges, manual and named computations. The manual axes themselves stay.
// RUN: sdy-opt %s -sdy-remove-size-one-axes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=1, "b"=4, "c"=1, "d"=2]>
// CHECK-NEXT: func.func @sdy_ops(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"d", ?}p1]> : tensor<8x8xf32>
// CHECK-NEXT:   %1 = sdy.reshard %0 <@mesh, [{"b"}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:   %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"b"}, {}]>] out_shardings=[<@mesh, [{"b", "d"}, {}]>] manual_axes={"a", "b", "c"} (%arg1: tensor<2x8xf32>) {
// CHECK-NEXT:     %5 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"d"}]>]>} : tensor<2x8xf32>
// CHECK-NEXT:     sdy.return %5 : tensor<2x8xf32>
// CHECK-NEXT:   } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:   %3 = sdy.named_computation<"f">(%2) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {"b"}]>] (%arg1: tensor<8x8xf32>) {
// CHECK-NEXT:     %5 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"d"}]>]>} : tensor<8x8xf32>
// CHECK-NEXT:     sdy.return %5 : tensor<8x8xf32>
// CHECK-NEXT:   } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:   %4 = sdy.data_flow_edge %3 sharding=<@mesh, [{?}, {?}]> : tensor<8x8xf32>
// CHECK-NEXT:   return %4 : tensor<8x8xf32>
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=1, "b"=4, "c"=1, "d"=2]>
func.func @sdy_ops(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {"d", "c", ?}p1]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{"b", "a"}, {}]> : tensor<8x8xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"a", "b"}, {}], replicated={"c"}>] out_shardings=[<@mesh, [{"a", "b", "d"}, {}], replicated={"c"}>] manual_axes={"a", "b", "c"} (%arg1: tensor<2x8xf32>) {
    %5 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"d"}]>]>} : tensor<2x8xf32>
    sdy.return %5 : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = sdy.named_computation<"f">(%2) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {"b"}]>] (%arg1: tensor<8x8xf32>) {
    %5 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"c", "d"}]>]>} : tensor<8x8xf32>
    sdy.return %5 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = sdy.data_flow_edge %3 sharding=<@mesh, [{"a", ?}, {?}]> : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}
