// A closed dimension that becomes empty loses its priority, an open one keeps it, and so does one that is not empty.
// RUN: sdy-opt %s -sdy-remove-size-one-axes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=1, "b"=4, "c"=1]>
// CHECK-NEXT: func.func @priorities(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}p1, {?}p2]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}p1, {?}]>}) {
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=1, "b"=4, "c"=1]>
func.func @priorities(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p0, {"c"}p3]>},
                      %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}p1, {?}p2]>},
                      %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}p1, {"c", ?}]>}) {
  return
}
