// Remarks: which calls share a function.
// RUN: sdy-opt %s -sdy-unflatten-call-graph -remarks -verify-diagnostics

func.func @main() {
  // expected-remark @+1 {{[sdy-unflatten-call-graph] call of @f stays: no copy of it with the same shardings is called before}}
  call @f() : () -> ()
  // expected-remark @+1 {{[sdy-unflatten-call-graph] call of @f_0 is one of @f now, which has the same shardings}}
  call @f_0() : () -> ()
  return
}
func.func private @f()
func.func private @f_0() attributes {sdy.original_func_name = "f"}
