// A maximal mesh is called after its device, the empty mesh empty_mesh.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @maximal_mesh_4 = <[], device_ids=[4]> {stablehlo.mesh = {axes = [], device_ids = dense<4> : tensor<1xi64>}}
// CHECK-NEXT: sdy.mesh @empty_mesh = <[]> {stablehlo.mesh = {axes = []}}
// CHECK-NEXT: sdy.mesh @mesh = <["a"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]> {stablehlo.mesh = {axes = [], device_ids = dense<0> : tensor<1xi64>}}
// CHECK-NEXT: func.func @maximal_and_empty() {
// CHECK-NEXT:   %0:4 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_4, []>, <@empty_mesh, []>, <@mesh, []>, <@maximal_mesh_0, []>]>} : () -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @maximal_and_empty() {
  %0:4 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<mesh<[], device_ids=[4]>, []>, <mesh<[]>, []>, <mesh<["a"=2]>, []>, <mesh<[], device_ids=[0]>, []>]>} : () -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
  return
}
