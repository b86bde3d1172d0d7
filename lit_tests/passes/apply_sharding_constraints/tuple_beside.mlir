// A tuple of one tensor beside a result that gets a sharding has an open one without dimensions, which does not verify.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{op result 1 - sharding doesn't match tensor rank: 0 != 1}}
  %0:2 = stablehlo.custom_call @foo(%x) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tuple<tensor<2xf32>>)
  %1 = sdy.sharding_constraint %0#0 <@mesh, [{"a"}, {}]> : tensor<4x4xf32>
  %2 = stablehlo.add %0#0, %0#0 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
