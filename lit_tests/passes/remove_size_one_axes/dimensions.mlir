// Axes of size one leave the dimensions, the replicated and the unreduced axes; meshes keep theirs.
// RUN: sdy-opt %s -sdy-remove-size-one-axes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=1, "b"=4, "c"=1, "d"=2]>
// CHECK-NEXT: sdy.mesh @other = <["a"=2]>
// CHECK-NEXT: func.func @dimensions(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "d"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2, ?}, {?}], replicated={"d"}>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg3: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"a"}, {}]>}) {
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=1, "b"=4, "c"=1, "d"=2]>
sdy.mesh @other = <["a"=2]>
func.func @dimensions(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", "c", "d"}, {}]>},
                      %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2, "c", ?}, {?}], replicated={"a", "d"}>},
                      %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}], replicated={"c"}, unreduced={"a"}>},
                      %arg3: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"a"}, {}]>}) {
  return
}
