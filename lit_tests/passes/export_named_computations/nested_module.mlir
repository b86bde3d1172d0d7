// The function of a computation in a nested module is not found from there.
// RUN: sdy-opt %s -sdy-export-named-computations -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
module @inner {
  func.func @main() {
    // expected-error @+1 {{'func.call' op 'f' does not reference a valid function}}
    sdy.named_computation<"f">() () {
      sdy.return
    } : () -> ()
    return
  }
}
