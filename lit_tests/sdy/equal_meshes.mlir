// The names of equal meshes do not matter to an all-reduce where nothing is sharded.
// RUN: sdy-opt %s | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @same = <["a"=2, "b"=2]>

func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
  // CHECK: sdy.all_reduce {"a"} %arg0 out_sharding=<@same, [{?}]> : tensor<8xf32>
  %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@same, [{?}]> : tensor<8xf32>
  return
}
