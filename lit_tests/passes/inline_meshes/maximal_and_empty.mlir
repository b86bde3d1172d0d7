// Maximal and empty meshes are inlined like others; so is the sharding of an op without results.
// RUN: sdy-opt %s -sdy-inline-meshes | FileCheck %s

// CHECK:      func.func @maximal_and_empty() {
// CHECK-NEXT:   %0 = stablehlo.custom_call @one() {sdy.sharding = #sdy.sharding_per_value<[<mesh<[], device_ids=[3]>, []>]>} : () -> tensor<f32>
// CHECK-NEXT:   stablehlo.custom_call @none() {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<mesh<[], device_ids=[3]>, []>]>} : () -> ()
// CHECK-NEXT:   %1:2 = stablehlo.custom_call @two() {sdy.sharding = #sdy.sharding_per_value<[<mesh<[]>, []>, <mesh<[]>, [{?}]>]>} : () -> (tensor<f32>, tensor<8xf32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @device = <[], device_ids=[3]>
sdy.mesh @empty = <[]>
func.func @maximal_and_empty() {
  %0 = stablehlo.custom_call @one() {sdy.sharding = #sdy.sharding_per_value<[<@device, []>]>} : () -> tensor<f32>
  stablehlo.custom_call @none() {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@device, []>]>} : () -> ()
  %1:2 = stablehlo.custom_call @two() {sdy.sharding = #sdy.sharding_per_value<[<@empty, []>, <@empty, [{?}]>]>} : () -> (tensor<f32>, tensor<8xf32>)
  return
}
