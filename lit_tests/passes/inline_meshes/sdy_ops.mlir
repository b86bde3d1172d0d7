// The shardings that sdy ops have as operands of their own: constraints, reshards, edges, manual and named computations
// and what is in them.
// RUN: sdy-opt %s -sdy-inline-meshes | FileCheck %s

// CHECK:      func.func @sdy_ops(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <mesh<["a"=2, "b"=4]>, [{"a"}, {?}]> : tensor<8x8xf32>
// CHECK-NEXT:   %1 = sdy.reshard %0 <mesh<["a"=2, "b"=4]>, [{"a"}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:   %2 = sdy.manual_computation(%1) in_shardings=[<mesh<["a"=2, "b"=4]>, [{"a"}, {}]>] out_shardings=[<mesh<["a"=2, "b"=4]>, [{"a"}, {}], replicated={"b"}>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
// CHECK-NEXT:     %5 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2, "b"=4]>, [{}, {"b"}]>]>} : tensor<4x8xf32>
// CHECK-NEXT:     sdy.return %5 : tensor<4x8xf32>
// CHECK-NEXT:   } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:   %3 = sdy.named_computation<"f">(%2) in_shardings=[<mesh<["a"=2, "b"=4]>, [{}, {}]>] out_shardings=[<mesh<["a"=2, "b"=4]>, [{"b"}, {}]>] (%arg1: tensor<8x8xf32>) {
// CHECK-NEXT:     %5 = sdy.sharding_constraint %arg1 <mesh<["a"=2, "b"=4]>, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:     sdy.return %5 : tensor<8x8xf32>
// CHECK-NEXT:   } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:   %4 = sdy.data_flow_edge %3 sharding=<mesh<["a"=2, "b"=4]>, [{"a", ?}, {?}]> : tensor<8x8xf32>
// CHECK-NEXT:   return %4 : tensor<8x8xf32>
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @sdy_ops(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {?}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}], replicated={"b"}>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
    %5 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : tensor<4x8xf32>
    sdy.return %5 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = sdy.named_computation<"f">(%2) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{"b"}, {}]>] (%arg1: tensor<8x8xf32>) {
    %5 = sdy.sharding_constraint %arg1 <@mesh, [{}, {}]> : tensor<8x8xf32>
    sdy.return %5 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = sdy.data_flow_edge %3 sharding=<@mesh, [{"a", ?}, {?}]> : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}
