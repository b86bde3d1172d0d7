// Since jaxlib 0.12 a reshape is padded only if it leaves every element on its device, also along other dimensions.
// RUN: sdy-opt %s -sdy-pad-for-divisibility -shardy=0.11.2 -split-input-file -o /dev/null
// RUN: sdy-opt %s -sdy-pad-for-divisibility -split-input-file -verify-diagnostics -o /dev/null

sdy.mesh @m = <["a"=2, "b"=4]>
func.func private @split_beside(%arg0: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) -> (tensor<2x3x5xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}]>}) {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>} : (tensor<6x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func private @other_axes_beside(%arg0: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}]>}) -> (tensor<2x3x5xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}]>}) {
  // expected-error @+2 {{'stablehlo.reshape' op participating reshape dimensions are not divisible. Reshape sharding should have been resolved by resolve-permutation-factors.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reshape' that was explicitly marked illegal}}
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>} : (tensor<6x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func private @replicated_elsewhere(%arg0: tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}], replicated={"a"}>}) -> (tensor<1x5xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}]>}) {
  // expected-error @+2 {{'stablehlo.reshape' op participating reshape dimensions are not divisible. Reshape sharding should have been resolved by resolve-permutation-factors.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reshape' that was explicitly marked illegal}}
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>} : (tensor<5xf32>) -> tensor<1x5xf32>
  return %0 : tensor<1x5xf32>
}
