// There must be a main function, and no edges yet.
// RUN: sdy-opt %s -sdy-add-func-data-flow-edges -verify-diagnostics -split-input-file

// expected-error @below {{Failed to lookup function: main}}
module {
  func.func @f() {
    return
  }
  func.func @g() {
    return
  }
}

// -----

func.func @main(%x: tensor<8xf32>) {
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a result of call op.}}
  %1 = sdy.func_data_flow_edge %0 : tensor<8xf32>
  return
}
func.func private @f(tensor<8xf32>) -> tensor<8xf32>
