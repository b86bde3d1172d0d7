// Constants along unreduced axes: before jaxlib 0.12 all devices keep them, since then the first. The reference ends
// on maxima.
// RUN: sdy-opt %s -sdy-convert-global-to-local -shardy=0.11.2 -o /dev/null
// RUN: sdy-opt %s -sdy-convert-global-to-local -verify-diagnostics

sdy.mesh @m = <["x"=2, "y"=2]>
func.func @maximum_of_constants() {
  // expected-error @+1 {{'sdy.constant' op cannot be local: its unreduced axes are reduced by max}}
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced=max{"y"}>]>} dense<3> : tensor<2xi32>
  return
}
