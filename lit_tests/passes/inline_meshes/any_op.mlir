// The attribute sdy.sharding counts on any op: calls, terminators, ops in regions, unregistered ops, sdy ops without a
// sharding of their own.
// RUN: sdy-opt %s -sdy-inline-meshes -allow-unregistered-dialect | FileCheck %s

// CHECK:      func.func private @callee(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>} : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @any_op(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = call @callee(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{}]>]>} : tensor<8xf32>
// CHECK-NEXT:   %2 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{?}]>]>} dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %3 = "test.op"() ({
// CHECK-NEXT:     %4 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>} : tensor<8xf32>
// CHECK-NEXT:     "test.end"(%4) {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, []>]>} : (tensor<8xf32>) -> ()
// CHECK-NEXT:   }) {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>} : () -> tensor<8xf32>
// CHECK-NEXT:   "test.op"() <{sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, []>]>}> : () -> ()
// CHECK-NEXT:   return %1 : tensor<8xf32>
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=2]>
func.func private @callee(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @any_op(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
  %0 = call @callee(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xf32>
  %2 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>]>} dense<1.0> : tensor<8xf32>
  %3 = "test.op"() ({
    %4 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
    "test.end"(%4) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<8xf32>) -> ()
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : () -> tensor<8xf32>
  "test.op"() <{sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>}> : () -> ()
  return %1 : tensor<8xf32>
}
