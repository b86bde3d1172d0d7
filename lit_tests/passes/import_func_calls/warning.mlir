// A warning says, once in a run, that a body has to be copied.
// RUN: sdy-opt %s -sdy-import-func-calls -verify-diagnostics -split-input-file

func.func @main() {
  call @f() : () -> ()
  // expected-warning @+1 {{function @f has multiple call ops, we need to clone the function body for each call}}
  call @f() : () -> ()
  call @f() : () -> ()
  return
}
func.func private @f() {
  return
}

// -----

func.func @main() {
  call @f() : () -> ()
  call @f() : () -> ()
  return
}
func.func private @f() {
  return
}
