// A function that comes out of a nested module may clash with another.
// RUN: sdy-opt %s -sdy-pre-order-funcs -verify-diagnostics

// expected-error @+1 {{redefinition of symbol named 'main'}}
func.func @main() {
  return
}
module @inner {
  // expected-note @+1 {{see existing symbol definition here}}
  func.func @main() {
    return
  }
}
