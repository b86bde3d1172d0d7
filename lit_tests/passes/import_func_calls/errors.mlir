// What cannot be inlined: a function into itself, a declaration, and what the module does not have. Edges are not added
// twice.
// RUN: sdy-opt %s -sdy-import-func-calls -verify-diagnostics -split-input-file

func.func @main() {
  // expected-error @+1 {{cannot inline function @main into itself}}
  call @main() : () -> ()
  return
}

// -----

func.func private @declared()
func.func @main() {
  // expected-error @+1 {{'sdy.named_computation' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  call @declared() : () -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
module @inner {
  func.func private @f() {
    return
  }
  func.func private @g() {
    // expected-error @+1 {{Failed to lookup function: f}}
    call @f() : () -> ()
    return
  }
}

// -----

func.func @main(%x: tensor<8xf32>) {
  // expected-note @+1 {{sdy op defining the input of the sdy.data_flow_edge}}
  %0 = sdy.named_computation<"n">(%x) (%y: tensor<8xf32>) {
    sdy.return %y : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op}}
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return
}
