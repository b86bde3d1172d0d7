// A record of a function's data-flow edge may name values that the edge does not have. This is newer than the reference.
// RUN: sdy-opt %s -verify-diagnostics | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

// CHECK: sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-3, result-7]}]}]>
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = sdy.func_data_flow_edge %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-3, result-7]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
