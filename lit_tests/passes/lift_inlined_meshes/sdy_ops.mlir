// Wherever a sharding is: constraints, edges, manual computations, collectives, any op, the mesh ops themselves.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes -allow-unregistered-dialect | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=2]> {sdy.sharding = #sdy.sharding_per_value<[<@mesh_0, []>]>, stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_0 = <["b"=2]> {stablehlo.mesh = {axes = [{name = "b", size = 2 : i64}]}}
// CHECK-NEXT: func.func @sdy_ops(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {?}]> : tensor<8x8xf32>
// CHECK-NEXT:   %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<4x8xf32>
// CHECK-NEXT:   } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:   %2 = sdy.all_gather [{"a"}, {}] %0 out_sharding=<@mesh, [{}, {?}]> : tensor<8x8xf32>
// CHECK-NEXT:   %3 = stablehlo.optimization_barrier %2 : tensor<8x8xf32>
// CHECK-NEXT:   %4 = sdy.data_flow_edge %3 sharding=<@mesh, [{?}, {?}]> : tensor<8x8xf32>
// CHECK-NEXT:   %5 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh_0, [{"b"}]>]>} : () -> tensor<8xf32>
// CHECK-NEXT:   return {sdy.sharding = #sdy.sharding_per_value<[<@mesh_0, []>]>} %4 : tensor<8x8xf32>
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=2]> {sdy.sharding = #sdy.sharding_per_value<[<mesh<["b"=2]>, []>]>}
func.func @sdy_ops(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <mesh<["a"=2]>, [{"a"}, {?}]> : tensor<8x8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<mesh<["a"=2]>, [{"a"}, {}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = sdy.all_gather [{"a"}, {}] %0 out_sharding=<mesh<["a"=2]>, [{}, {?}]> : tensor<8x8xf32>
  %3 = stablehlo.optimization_barrier %2 : tensor<8x8xf32>
  %4 = sdy.data_flow_edge %3 sharding=<mesh<["a"=2]>, [{?}, {?}]> : tensor<8x8xf32>
  %5 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[<mesh<["b"=2]>, [{"b"}]>]>} : () -> tensor<8xf32>
  return {sdy.sharding = #sdy.sharding_per_value<[<mesh<["b"=2]>, []>]>} %4 : tensor<8x8xf32>
}
