// Propagation edges and attributes with other names keep the axes.
// RUN: sdy-opt %s -sdy-remove-size-one-axes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=1, "b"=4]>
// CHECK-NEXT: func.func @other_attributes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = stablehlo.negate %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>, test.other = #sdy.sharding<@mesh, [{"a"}]>} : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=1, "b"=4]>
func.func @other_attributes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "b"}]>]>, test.other = #sdy.sharding<@mesh, [{"a"}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
