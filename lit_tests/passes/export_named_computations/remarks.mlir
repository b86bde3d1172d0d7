// Remarks: which functions computations become.
// RUN: sdy-opt %s -sdy-export-named-computations -remarks -verify-diagnostics

func.func @main() {
  // expected-remark @+1 {{[sdy-export-named-computations] body of the named computation f moved into @f}}
  sdy.named_computation<"f">() () {
    sdy.return
  } : () -> ()
  // expected-remark @+1 {{[sdy-export-named-computations] body of the named computation f moved into @f_0, since @f is taken}}
  sdy.named_computation<"f">() () {
    sdy.return
  } : () -> ()
  return
}
