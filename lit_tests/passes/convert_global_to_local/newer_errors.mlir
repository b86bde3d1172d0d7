// Slices and windows that need elements of other devices still. Some of this is newer than the reference.
// RUN: sdy-opt %s -shardy=0.11.2 -sdy-convert-global-to-local -split-input-file -verify-diagnostics

sdy.mesh @m = <["one"=1]>
func.func @slice(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"one"}]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@m, [{"one"}]>}) {
  // expected-error @+2 {{'stablehlo.slice' op dimension 0 is sharded but the slice is not a full slice and requires device communication.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.slice' that was explicitly marked illegal}}
  %0 = stablehlo.slice %arg0 [1:4] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"one"}]>]>} : (tensor<8xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The second device would have to start in the middle of its part.
sdy.mesh @m = <["x"=2]>
func.func @windows(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %arg1: tensor<f32>) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error @+1 {{dimension 0 is sharded but is not a pass-through dimension}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 3>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %2 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// The limit becomes the size of the result, as in the reference, which is too small with a stride.
sdy.mesh @m = <["one"=1]>
func.func @slice_with_a_stride(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"one"}]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@m, [{"one"}]>}) {
  // expected-error @+2 {{inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.slice %arg0 [0:6:2] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"one"}]>]>} : (tensor<8xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
