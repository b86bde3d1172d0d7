// New mesh ops stand after the last mesh op.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      func.func @before() {
// CHECK-NEXT:   %0 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : () -> tensor<f32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: sdy.mesh @first = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
// CHECK-NEXT: func.func @between() {
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: sdy.mesh @last = <["y"=2]> {stablehlo.mesh = {axes = [{name = "y", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh = <["a"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_0 = <["b"=2]> {stablehlo.mesh = {axes = [{name = "b", size = 2 : i64}]}}
// CHECK-NEXT: func.func @after() {
// CHECK-NEXT:   %0 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<@mesh_0, []>]>} : () -> tensor<f32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @before() {
  %0 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, []>]>} : () -> tensor<f32>
  return
}
sdy.mesh @first = <["x"=2]>
func.func @between() {
  return
}
sdy.mesh @last = <["y"=2]>
func.func @after() {
  %0 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<mesh<["b"=2]>, []>]>} : () -> tensor<f32>
  return
}
