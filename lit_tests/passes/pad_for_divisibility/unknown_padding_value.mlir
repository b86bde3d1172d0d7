// Where zeros take the place of a padding value that is not known there is a warning. This is newer than the reference.
// RUN: sdy-opt %s -sdy-pad-for-divisibility -verify-diagnostics -o /dev/null

sdy.mesh @mesh = <["x"=4]>

func.func @main(%arg0: tensor<7xf32>, %arg1: tensor<f32>) -> tensor<10xf32> {
  %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  // expected-warning @+1 {{'stablehlo.pad' op pads a tensor that is padded with zeros to divide it, and some of these take the place of its padding value, which is not known: the result is only right if that is zero}}
  %1 = stablehlo.pad %0, %arg1, low = [1], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<10xf32>
  %2 = sdy.all_gather [{"x"}] %1 out_sharding=<@mesh, [{}]> : tensor<10xf32>
  return %2 : tensor<10xf32>
}
