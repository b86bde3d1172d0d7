// Remarks: which shardings come from edges, which do not, and what becomes of the edges.
// RUN: sdy-opt %s -sdy-sink-data-flow-edges -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+2 {{[sdy-sink-data-flow-edges] %0#0 has the sharding <@mesh, [{"a"}]> of its edge now}}
  // expected-remark @+1 {{%0#1 is fully open now, as no edge gives it a sharding, but one gives 'stablehlo.optimization_barrier' another}}
  %0:2 = stablehlo.optimization_barrier %x, %x : tensor<8xf32>, tensor<8xf32>
  // expected-remark @+1 {{edge of %0#0 erased: 1 user uses %0#0 itself}}
  %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
  // expected-remark @+1 {{edge of %0#1 erased: no users use %0#1 itself}}
  %2 = sdy.data_flow_edge %0#1 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
