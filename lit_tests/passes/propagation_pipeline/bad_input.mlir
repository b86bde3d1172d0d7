// The first pass that fails ends the run; nothing is written.
// RUN: sdy-opt %s -sdy-propagation-pipeline -split-input-file -verify-diagnostics -o /dev/null
// RUN: rm -f %t; not sdy-opt %s -sdy-propagation-pipeline -o %t 2>/dev/null && test ! -e %t

func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{Shardy propagation only supports ranked tensors with a static shape. type: 'tensor<?xf32>'}}
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Two functions, none of which is the main function.
// expected-error @unknown {{Failed to lookup function: main}}
func.func @f() {
  return
}
func.func @g() {
  return
}
