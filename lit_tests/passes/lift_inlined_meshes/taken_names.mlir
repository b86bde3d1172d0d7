// If those names are taken they get a number as well, from the same count.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_0 = <["a"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @maximal_mesh_4_1 = <[], device_ids=[4]> {stablehlo.mesh = {axes = [], device_ids = dense<4> : tensor<1xi64>}}
// CHECK-NEXT: sdy.mesh @empty_mesh_2 = <[]> {stablehlo.mesh = {axes = []}}
// CHECK-NEXT: sdy.mesh @mesh_3 = <["b"=2]> {stablehlo.mesh = {axes = [{name = "b", size = 2 : i64}]}}
// CHECK-NEXT: func.func @maximal_mesh_4() {
// CHECK-NEXT:   %0:4 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<@mesh_0, []>, <@maximal_mesh_4_1, []>, <@empty_mesh_2, []>, <@mesh_3, []>]>} : () -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @empty_mesh() {
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @mesh = <["x"=2]>
func.func @maximal_mesh_4() {
  %0:4 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, []>, <mesh<[], device_ids=[4]>, []>, <mesh<[]>, []>, <mesh<["b"=2]>, []>]>} : () -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
  return
}
func.func @empty_mesh() {
  return
}
