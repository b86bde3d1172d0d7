// Remarks: which functions have moved, and from where.
// RUN: sdy-opt %s -sdy-pre-order-funcs -remarks -verify-diagnostics

// expected-remark @+1 {{[sdy-pre-order-funcs] @f is function 3 of the module now, and was function 1}}
func.func private @f() {
  return
}
func.func @main() {
  call @f() : () -> ()
  return
}
module @inner {
  // expected-remark @+1 {{[sdy-pre-order-funcs] @g taken out of a nested module: it is function 1 now}}
  func.func @g() {
    return
  }
}
