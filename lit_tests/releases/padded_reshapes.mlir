// Since jaxlib 0.12 a reshape is padded only if it leaves every element on its device, also along other dimensions.
// RUN: sdy-opt %s -sdy-pad-for-divisibility -shardy=0.11.2 -split-input-file -o /dev/null
// RUN: sdy-opt %s -sdy-pad-for-divisibility -split-input-file -verify-diagnostics -o /dev/null

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @split_beside() {
  %0 = stablehlo.custom_call @make() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"b"}]>]>} : () -> tensor<6x5xf32>
  %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>} : (tensor<6x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @other_axes_beside() {
  %0 = stablehlo.custom_call @make() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>} : () -> tensor<6x5xf32>
  // expected-error @+2 {{'stablehlo.reshape' op participating reshape dimensions are not divisible. Reshape sharding should have been resolved by resolve-permutation-factors.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reshape' that was explicitly marked illegal}}
  %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>} : (tensor<6x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @replicated_otherwise() {
  %0 = stablehlo.custom_call @make() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}], replicated={"a"}>]>} : () -> tensor<5xf32>
  // expected-error @+2 {{'stablehlo.reshape' op participating reshape dimensions are not divisible. Reshape sharding should have been resolved by resolve-permutation-factors.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reshape' that was explicitly marked illegal}}
  %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>} : (tensor<5xf32>) -> tensor<1x5xf32>
  return
}
