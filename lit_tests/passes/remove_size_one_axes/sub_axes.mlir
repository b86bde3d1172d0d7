// Sub-axes of other axes stay, in dimensions and in both lists, and so do priorities beside them.
// RUN: sdy-opt %s -sdy-remove-size-one-axes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["one"=1, "a"=8, "b"=2]>
// CHECK-LABEL: func.func @sub_axes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}p1, {"b", ?}p0]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(4)2, "a":(1)2}p3, {}], replicated={"a":(2)2}>}) {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, [{?}p2, {"a":(2)4, ?}], unreduced={"a":(1)2}> : tensor<8x8xf32>
// CHECK-NEXT:   return %0 : tensor<8x8xf32>
// CHECK-NEXT: }

sdy.mesh @mesh = <["one"=1, "a"=8, "b"=2]>
func.func @sub_axes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}p1, {"b", "one", ?}p0]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(4)2, "one", "a":(1)2}p3, {}], replicated={"a":(2)2}>}) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{?}p2, {"a":(2)4, ?}], unreduced={"one", "a":(1)2}> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
