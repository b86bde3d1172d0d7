// Remarks: which calls keep their function, and which have copies.
// RUN: sdy-opt %s -sdy-flatten-call-graph -remarks -verify-diagnostics

func.func @main() {
  // expected-remark @+1 {{[sdy-flatten-call-graph] this call, the first of @f, calls it still}}
  call @f() : () -> ()
  // expected-remark @+1 {{[sdy-flatten-call-graph] this call of @f has a copy of its own to call, @f_1, which has 1 copy of a function to call}}
  call @f() : () -> ()
  return
}
func.func private @f() {
  // expected-remark @+1 {{[sdy-flatten-call-graph] this call, the first of @g, calls it still}}
  call @g() : () -> ()
  return
}
func.func private @g() {
  return
}
