// Functions without a body have shardings, too. (The reference does not survive them.)
// RUN: sdy-opt %s -sdy-inline-meshes | FileCheck %s

// CHECK-LABEL: func.func private @functions_without_body(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=1, "b"=2]>, [{"a"}]>}, tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=1, "b"=2]>, [{"b", "a"}]>})

sdy.mesh @mesh = <["a"=1, "b"=2]>
func.func private @functions_without_body(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}]>})
