// With manual axes, no in- and out-shardings and a body that does more than return, the pass fails: an error for each.
// RUN: sdy-opt %s -sdy-manual-axes-cleanup -verify-diagnostics

func.func @flat() {
  // expected-error@+1 {{op has manual_axes when there are no in/out shardings and the body is not empty. This isn't allowed at this stage, please contact the Shardy team or file a bug.}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
    %c = stablehlo.constant dense<1> : tensor<i32>
    sdy.return
  } : () -> ()
  return
}

func.func @nested() {
  // expected-error@+1 {{op has manual_axes when there are no in/out shardings}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
    // expected-error@+1 {{op has manual_axes when there are no in/out shardings}}
    sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"b"} () {
      %c = stablehlo.constant dense<1> : tensor<i32>
      sdy.return
    } : () -> ()
    sdy.return
  } : () -> ()
  return
}
