// The pass is for programs without edges: an owner that has one gets a second, and the first now takes an edge as its
// input, which the verifier refuses.
// RUN: sdy-opt %s -sdy-add-data-flow-edges -verify-diagnostics

func.func @run_twice(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note@+1 {{sdy op defining the input of the sdy.data_flow_edge}}
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  // expected-error@+1 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).}}
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
