// Functions without a body have shardings, too. (The reference does not survive them.)
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=1, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 1 : i64}, {name = "b", size = 2 : i64}]}}
// CHECK-LABEL: func.func private @functions_without_body(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}]>})

sdy.mesh @mesh = <["a"=1, "b"=2]>
func.func private @functions_without_body(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=1, "b"=2]>, [{"a"}]>}, tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=1, "b"=2]>, [{"b", "a"}]>})
