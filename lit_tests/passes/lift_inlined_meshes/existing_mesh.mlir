// An inlined mesh for which there is a mesh op takes that op's name.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @first = <["a"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK-NEXT: func.func @existing_mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@second, [{"b"}]>}) {
// CHECK-NEXT:   %0 = sdy.reshard %arg0 <@first, [{}]> : tensor<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: sdy.mesh @second = <["b"=4]> {stablehlo.mesh = {axes = [{name = "b", size = 4 : i64}]}}

sdy.mesh @first = <["a"=2]>
func.func @existing_mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["b"=4]>, [{"b"}]>}) {
  %0 = sdy.reshard %arg0 <mesh<["a"=2]>, [{}]> : tensor<8xf32>
  return
}
sdy.mesh @second = <["b"=4]>
