// The first mesh is called mesh, if nothing else is; then the name gets a number, that no other new mesh gets, and that
// no symbol has.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      func.func @mesh() {
// CHECK-NEXT:   %0:3 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<@mesh_0, []>, <@mesh_3, []>, <@mesh_4, []>]>} : () -> (tensor<f32>, tensor<f32>, tensor<f32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: sdy.mesh @mesh_1 = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_0 = <["a"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_3 = <["b"=2]> {stablehlo.mesh = {axes = [{name = "b", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_4 = <["c"=2]> {stablehlo.mesh = {axes = [{name = "c", size = 2 : i64}]}}
// CHECK-NEXT: module @mesh_2 {
// CHECK-NEXT:   sdy.mesh @mesh_0 = <["y"=2]>
// CHECK-NEXT: }

func.func @mesh() {
  %0:3 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, []>, <mesh<["b"=2]>, []>, <mesh<["c"=2]>, []>]>} : () -> (tensor<f32>, tensor<f32>, tensor<f32>)
  return
}
sdy.mesh @mesh_1 = <["x"=2]>
module @mesh_2 {
  sdy.mesh @mesh_0 = <["y"=2]>
}
