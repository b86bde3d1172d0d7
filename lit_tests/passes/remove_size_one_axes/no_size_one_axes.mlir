// Without a mesh op with such an axis nothing changes, not even the shardings with an inlined mesh that has one.
// RUN: sdy-opt %s -sdy-remove-size-one-axes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=2]>
// CHECK-NEXT: func.func @no_size_one_axes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=1]>, [{"a"}p1]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=2]>
func.func @no_size_one_axes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=1]>, [{"a"}p1]>},
                            %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  return
}
