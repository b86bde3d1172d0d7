// Fully open shardings need the name of a mesh. (The reference makes one up.) With a sharding on each edge none is needed.
// RUN: not sdy-opt %s -sdy-sink-data-flow-edges -split-input-file 2>&1 | FileCheck %s

// CHECK: error: 'stablehlo.optimization_barrier' op has an edge whose mesh is inlined and one without a sharding, which needs the mesh's name
// CHECK: sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>
func.func @all(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<mesh<["a"=2]>, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
func.func @one(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg0 : tensor<8xf32>, tensor<8xf32>
  %1 = sdy.data_flow_edge %0#0 sharding=<mesh<["a"=2]>, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
