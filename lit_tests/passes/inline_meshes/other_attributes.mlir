// A sharding or a mesh name under any other name, or inside another attribute, stays as it is.
// RUN: sdy-opt %s -sdy-inline-meshes -shardy=0.10.2 | FileCheck %s
// RUN: not sdy-opt %s -sdy-inline-meshes 2>&1 | FileCheck %s --check-prefix=NEWEST
// NEWEST: error: custom op 'func.call' inherent attribute 'arg_attrs' cannot be parsed from attr-dict when strict properties in assembly format is enabled

// CHECK:      func.func private @callee(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   return %arg0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @other_attributes(%arg0: tensor<8xf32> {test.one = #sdy.sharding<@mesh, [{"a"}]>}) attributes {test.two = #sdy.sharding<@mesh, [{}]>} {
// CHECK-NEXT:   %0 = stablehlo.negate %arg0 {test.dict = {x = [#sdy.sharding<@mesh, [{"a"}]>]}, test.list = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, test.name = @mesh} : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.sharding_constraint %arg0 <mesh<["a"=2]>, [{"a"}]> {test.three = #sdy.sharding<@mesh, [{"a"}]>} : tensor<8xf32>
// CHECK-NEXT:   %2 = call @callee(%arg0) {arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}]} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=2]>
func.func private @callee(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
func.func @other_attributes(%arg0: tensor<8xf32> {test.one = #sdy.sharding<@mesh, [{"a"}]>}) attributes {test.two = #sdy.sharding<@mesh, [{}]>} {
  %0 = stablehlo.negate %arg0 {test.dict = {x = [#sdy.sharding<@mesh, [{"a"}]>]}, test.list = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, test.name = @mesh} : tensor<8xf32>
  %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> {test.three = #sdy.sharding<@mesh, [{"a"}]>} : tensor<8xf32>
  %2 = call @callee(%arg0) {arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}]} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
