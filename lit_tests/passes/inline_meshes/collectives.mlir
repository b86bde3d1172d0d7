// The result shardings of all the collectives.
// RUN: sdy-opt %s -sdy-inline-meshes | FileCheck %s

// CHECK:      func.func @collectives(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=4, "c"=2]>, [{"a", "b"}, {}]>}) {
// CHECK-NEXT:   %0 = sdy.all_gather [{"b"}, {}] %arg0 out_sharding=<mesh<["a"=2, "b"=4, "c"=2]>, [{"a"}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:   %1 = sdy.all_slice [{"b"}, {}] %0 out_sharding=<mesh<["a"=2, "b"=4, "c"=2]>, [{"a", "b"}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:   %2 = sdy.collective_permute %1 out_sharding=<mesh<["a"=2, "b"=4, "c"=2]>, [{"b", "a"}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:   %3 = sdy.all_to_all [{"a"}: 0->1] %2 out_sharding=<mesh<["a"=2, "b"=4, "c"=2]>, [{"b"}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT:   %4 = sdy.all_reduce {"c"} %3 out_sharding=<mesh<["a"=2, "b"=4, "c"=2]>, [{"b"}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT:   %5 = sdy.reduce_scatter [{}, {"c"}] %4 out_sharding=<mesh<["a"=2, "b"=4, "c"=2]>, [{"b"}, {"a", "c"}]> : tensor<8x8xf32>
// CHECK-NEXT:   %6 = sdy.sharded_to_unreduced [{}, {"c"}] %5 out_sharding=<mesh<["a"=2, "b"=4, "c"=2]>, [{"b"}, {"a"}], unreduced={"c"}> : tensor<8x8xf32>
// CHECK-NEXT:   %7 = sdy.replicated_to_unreduced {"c"} %3 out_sharding=<mesh<["a"=2, "b"=4, "c"=2]>, [{"b"}, {"a"}], unreduced={"c"}> : tensor<8x8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
func.func @collectives(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}) {
  %0 = sdy.all_gather [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"b"}, {}] %0 out_sharding=<@mesh, [{"a", "b"}, {}]> : tensor<8x8xf32>
  %2 = sdy.collective_permute %1 out_sharding=<@mesh, [{"b", "a"}, {}]> : tensor<8x8xf32>
  %3 = sdy.all_to_all [{"a"}: 0->1] %2 out_sharding=<@mesh, [{"b"}, {"a"}]> : tensor<8x8xf32>
  %4 = sdy.all_reduce {"c"} %3 out_sharding=<@mesh, [{"b"}, {"a"}]> : tensor<8x8xf32>
  %5 = sdy.reduce_scatter [{}, {"c"}] %4 out_sharding=<@mesh, [{"b"}, {"a", "c"}]> : tensor<8x8xf32>
  %6 = sdy.sharded_to_unreduced [{}, {"c"}] %5 out_sharding=<@mesh, [{"b"}, {"a"}], unreduced={"c"}> : tensor<8x8xf32>
  %7 = sdy.replicated_to_unreduced {"c"} %3 out_sharding=<@mesh, [{"b"}, {"a"}], unreduced={"c"}> : tensor<8x8xf32>
  return
}
