// Maximal and empty meshes have no axes to remove.
// RUN: sdy-opt %s -sdy-remove-size-one-axes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=1]>
// CHECK-NEXT: sdy.mesh @empty = <[]>
// CHECK-NEXT: sdy.mesh @device = <[], device_ids=[1]>
// CHECK-NEXT: func.func @maximal_and_empty(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@empty, [{?}]>}) {
// CHECK-NEXT:   %0:2 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<@device, []>, <@mesh, [{}]>]>} : () -> (tensor<f32>, tensor<8xf32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=1]>
sdy.mesh @empty = <[]>
sdy.mesh @device = <[], device_ids=[1]>
func.func @maximal_and_empty(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@empty, [{?}]>}) {
  %0:2 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<@device, []>, <@mesh, [{"a"}]>]>} : () -> (tensor<f32>, tensor<8xf32>)
  return
}
