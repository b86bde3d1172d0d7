// Of mesh ops with the same mesh the first stays, with its attributes; what names another one in a sharding names the
// first. The other names are free again.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @first = <["a"=2, "b"=2], device_ids=[1, 0, 2, 3]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}], device_ids = dense<[1, 0, 2, 3]> : tensor<4xi64>}, test.first}
// CHECK-NEXT: sdy.mesh @other_order = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}], device_ids = dense<[0, 2, 1, 3]> : tensor<4xi64>}}
// CHECK-NEXT: sdy.mesh @empty_1 = <[]> {stablehlo.mesh = {axes = []}}
// CHECK-NEXT: sdy.mesh @device_1 = <[], device_ids=[7]> {stablehlo.mesh = {axes = [], device_ids = dense<7> : tensor<1xi64>}}
// CHECK-NEXT: sdy.mesh @mesh = <["a"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK-NEXT: func.func @duplicates(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@first, [{"a"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other_order, [{"b"}]>}, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
// CHECK-NEXT:   %0:2 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<@empty_1, []>, <@device_1, []>]>} : () -> (tensor<f32>, tensor<f32>)
// CHECK-NEXT:   %1 = stablehlo.negate %arg0 {test.name = @mesh} : tensor<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @first = <["a"=2, "b"=2], device_ids=[1, 0, 2, 3]> {test.first}
sdy.mesh @other_order = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
sdy.mesh @mesh = <["a"=2, "b"=2], device_ids=[1, 0, 2, 3]> {test.second}
sdy.mesh @empty_1 = <[]>
sdy.mesh @empty_2 = <[]>
sdy.mesh @device_1 = <[], device_ids=[7]>
sdy.mesh @device_2 = <[], device_ids=[7]>
func.func @duplicates(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
                      %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other_order, [{"b"}]>},
                      %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) {
  %0:2 = stablehlo.custom_call @foo() {sdy.sharding = #sdy.sharding_per_value<[<@empty_2, []>, <@device_2, []>]>} : () -> (tensor<f32>, tensor<f32>)
  %1 = stablehlo.negate %arg0 {test.name = @mesh} : tensor<8xf32>
  return
}
sdy.mesh @last = <["a"=2, "b"=2], device_ids=[1, 0, 2, 3]>
