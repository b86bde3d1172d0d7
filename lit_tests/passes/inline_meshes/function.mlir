// Shardings of arguments and results hold the mesh itself, whatever form it has; every mesh op goes, used or not.
// RUN: sdy-opt %s -sdy-inline-meshes | FileCheck %s

// CHECK:      func.func @function(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=4]>, [{"a"}p1, {"b":(1)2, ?}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>, [{?}], replicated={"a"}, unreduced={"b"}>}, %arg2: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<mesh<["a"=1]>, [{"a"}]>}) {
// CHECK-NEXT:   return %arg2 : tensor<8xf32>
// CHECK-NEXT: }

sdy.mesh @plain = <["a"=2, "b"=4]>
sdy.mesh @ordered = <["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>
sdy.mesh @one = <["a"=1]>
sdy.mesh @unused = <["z"=2]>
func.func @function(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@plain, [{"a"}p1, {"b":(1)2, ?}]>},
                    %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@ordered, [{?}], replicated={"a"}, unreduced={"b"}>},
                    %arg2: tensor<8xf32>)
    -> (tensor<8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@one, [{"a"}]>}) {
  return %arg2 : tensor<8xf32>
}
