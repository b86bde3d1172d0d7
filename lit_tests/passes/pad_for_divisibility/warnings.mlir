// Where the padded program computes other numbers, as in the reference, there are warnings, which that does not have.
// RUN: sdy-opt %s -sdy-pad-for-divisibility -split-input-file -verify-diagnostics -o /dev/null

// A zero takes the place of a padding value that is not known.
sdy.mesh @mesh = <["x"=4]>

func.func @main(%arg0: tensor<7xf32>, %arg1: tensor<f32>) -> tensor<10xf32> {
  %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  // expected-warning @+1 {{'stablehlo.pad' op pads a tensor that is padded to divide it, and some of that padding takes the place of its padding value: the result is only right if they are equal}}
  %1 = stablehlo.pad %0, %arg1, low = [1], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<10xf32>
  %2 = sdy.all_gather [{"x"}] %1 out_sharding=<@mesh, [{}]> : tensor<10xf32>
  return %2 : tensor<10xf32>
}

// -----

// Nor does a known padding value that is not zero replace it: the pad adds as much as before.
sdy.mesh @mesh = <["x"=4]>

func.func @main(%arg0: tensor<7xf32>) -> tensor<10xf32> {
  %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  %1 = stablehlo.constant dense<5.0> : tensor<f32>
  // expected-warning @+1 {{'stablehlo.pad' op pads a tensor that is padded to divide it, and some of that padding takes the place of its padding value: the result is only right if they are equal}}
  %2 = stablehlo.pad %0, %1, low = [1], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<10xf32>
  %3 = sdy.all_gather [{"x"}] %2 out_sharding=<@mesh, [{}]> : tensor<10xf32>
  return %3 : tensor<10xf32>
}

// -----

// All three rows would have to be on the first device of an axis that has one row on each.
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<3x8xf32>) {
  %0 = sdy.all_slice [{"x"}, {"y"}] %arg0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<3x8xf32>
  // expected-warning @+1 {{'sdy.all_to_all' op operand is padded along dimension 0, which is sharded: devices would have to exchange elements for that, so the result is wrong}}
  %1 = sdy.all_to_all [{"y"}: 1->0] %0 out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<3x8xf32>
  return
}
