// A function that leads to a call of itself cannot be copied with all that it calls.
// RUN: sdy-opt %s -sdy-flatten-call-graph -verify-diagnostics -split-input-file

func.func @main() {
  // expected-error @+1 {{cannot copy function @f for this call: it leads to a function that calls itself}}
  call @f() : () -> ()
  return
}
func.func private @f() {
  call @f() : () -> ()
  return
}

// -----

func.func @main() {
  return
}
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
