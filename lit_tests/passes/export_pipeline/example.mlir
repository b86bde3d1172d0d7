// After propagation: an edge, a constraint with other axes than its input, an open argument that does not divide.
// RUN: sdy-opt %s -sdy-export-pipeline | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=4]>

func.func @main(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> tensor<8x6xf32> {
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>]>} : tensor<8x6xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<8x6xf32>
  %2 = sdy.data_flow_edge %1 sharding=<@mesh, [{"a", ?}, {?}]> : tensor<8x6xf32>
  sdy.sharding_group %2 group_id=0 : tensor<8x6xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"b"}, {}]> : tensor<8x6xf32>
  return %3 : tensor<8x6xf32>
}
