// An inlined mesh becomes a mesh op at the beginning of the module; the same mesh is lifted once.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
// CHECK-NEXT: func.func @new_mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"b", ?}p1], replicated={"a"}> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }

func.func @new_mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=4]>, [{"a"}]>}) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <mesh<["a"=2, "b"=4]>, [{"b", ?}p1], replicated={"a"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
