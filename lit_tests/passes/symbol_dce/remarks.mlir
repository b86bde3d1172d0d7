// Remarks: which symbol is erased.
// RUN: sdy-opt %s -symbol-dce -remarks -verify-diagnostics

// expected-remark@+1 {{[symbol-dce] @unused erased: nothing refers to it}}
func.func private @unused() {
  return
}
func.func @main() {
  return
}
