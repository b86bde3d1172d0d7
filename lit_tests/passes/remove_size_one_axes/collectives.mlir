// The result shardings of collectives that do not name the axes of size one themselves.
// RUN: sdy-opt %s -sdy-remove-size-one-axes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=1, "b"=2, "c"=2, "d"=1]>
// CHECK-NEXT: func.func @collectives(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "c"}p1, {?}]>}) {
// CHECK-NEXT:   %0 = sdy.all_to_all [{"c"}: 0->1] %arg0 out_sharding=<@mesh, [{"b"}, {"c", ?}]> : tensor<8x8xf32>
// CHECK-NEXT:   %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"c"}, {"b"}]> : tensor<8x8xf32>
// CHECK-NEXT:   %2 = sdy.all_gather [{"c"}, {}] %1 out_sharding=<@mesh, [{}, {"b"}]> : tensor<8x8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=1, "b"=2, "c"=2, "d"=1]>
func.func @collectives(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", "d", "c"}p1, {?}]>}) {
  %0 = sdy.all_to_all [{"c"}: 0->1] %arg0 out_sharding=<@mesh, [{"a", "b", "d"}, {"c", ?}]> : tensor<8x8xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"c"}, {"d", "b"}]> : tensor<8x8xf32>
  %2 = sdy.all_gather [{"c"}, {}] %1 out_sharding=<@mesh, [{}, {"d", "b"}]> : tensor<8x8xf32>
  return
}
