// Functions without a body have shardings, too. (The reference does not survive them.)
// RUN: sdy-opt %s -sdy-remove-size-one-axes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=1, "b"=2]>
// CHECK-LABEL: func.func private @functions_without_body(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>})

sdy.mesh @mesh = <["a"=1, "b"=2]>
func.func private @functions_without_body(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}]>})
