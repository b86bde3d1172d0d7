// The remarks of this pass.
// RUN: sdy-opt %s -xla-sdy-round-trip-dedup-meshes -remarks -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [xla-sdy-round-trip-dedup-meshes] mesh @six is over the devices of @three, whose axes take its place
sdy.mesh @_fake = <["_axis_0"=2, "_axis_1"=3]>
sdy.mesh @six = <["a"=6, "one"=1]>
sdy.mesh @three = <["a"=3, "b"=2]>
sdy.mesh @order = <["a"=6], device_ids=[1, 0, 2, 3, 4, 5]>
sdy.mesh @empty = <[]>
sdy.mesh @zero = <[], device_ids=[0]>
func.func @main(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@_fake, [{"_axis_0", "_axis_1"}]>}, %arg1: tensor<6xf32> {sdy.sharding = #sdy.sharding<@three, [{"a"}]>}, %arg2: tensor<6xf32> {sdy.sharding = #sdy.sharding<@six, [{"one", "a"}]>}) {
  return
}
