// Programs on which the reference ends: errors at the operations that would compute something else on each device.
// RUN: sdy-opt %s -sdy-convert-global-to-local -shardy=0.10.2 -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-error @+1 {{'func.func' op cannot be local: dimension 0 of size 3 is not divisible by the size 2 of its axes}}
func.func @argument(%a: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @result(%a: tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.negate' op cannot be local: dimension 0 of size 3 is not divisible by the size 2 of its axes}}
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<3xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @dot(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{'stablehlo.dot' op needs an sdy.all_reduce along the axes of contracted dimensions}}
  %0 = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = sdy.all_reduce {"y"} %0 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @used_twice(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x4xf32> {
  // expected-error @+1 {{'stablehlo.dot_general' op needs one use, an sdy.all_reduce or an sdy.reduce_scatter, as contracted dimensions are sharded}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @padded(%a: tensor<4x3xf32>, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %z = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.pad %b, %z, low = [0, 0], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.dot_general' op has an operand that is padded with other values than zero, as contracted dimensions are sharded}}
  %0 = stablehlo.dot_general %p, %b, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @window(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op dimension 0 is sharded but is not a pass-through dimension}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @pad(%a: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.pad' op dimension 0 has mismatched sharding axes ([] vs [axis_ref"x"])}}
  %0 = stablehlo.pad %a, %z, low = [0], high = [4], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @gather(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %i: tensor<3x1xi64>) {
  // expected-error @+1 {{'stablehlo.gather' op dimension 1 is sharded, but slices of it are not whole}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<8x4xf32>, tensor<3x1xi64>) -> tensor<3x2xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @small_indices(%a: tensor<400x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<3x1xi8>) {
  // expected-error @+1 {{'stablehlo.gather' op type tensor<3x1xi8> cannot represent the constant 399, which the local form needs}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<400x4xf32>, tensor<3x1xi8>) -> tensor<3x4xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {}]> : tensor<3x4xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @no_axes(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op gathers nothing}}
  %0 = sdy.all_gather [{}] %a out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @same_sharding(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{'sdy.collective_permute' op changes no sharding}}
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=6]>
func.func @parts(%a: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {"x":(3)2}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op has parts of an axis whose sizes do not divide each other, so that there are no groups}}
  %0 = sdy.all_gather [{"x":(1)2}, {"x":(3)2}] %a out_sharding=<@mesh, [{}, {}]> : tensor<6x6xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=1073741824]>
func.func @devices(%a: tensor<1073741824xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op cannot be local: the mesh has 1073741824 devices, and a local program at most 1048576}}
  %0 = sdy.all_gather [{"x"}] %a out_sharding=<@mesh, [{}]> : tensor<1073741824xf32>
  return
}
