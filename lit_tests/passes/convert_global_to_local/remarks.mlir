// Remarks: local types, collectives with their groups, and what devices do to have their part.
// RUN: sdy-opt %s -sdy-convert-global-to-local -remarks -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=2]>
// expected-remark @+1 {{[sdy-convert-global-to-local] %a is tensor<4x4xf32> on each device, a part of tensor<8x4xf32>}}
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<3x1xi64>, %z: tensor<f32>) {
  // expected-remark @+1 {{'sdy.all_gather' becomes 'stablehlo.all_gather' along "x" among devices [0, 2] and [1, 3]}}
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
  // expected-remark @+2 {{each device slices its part of %1 out of what it has}}
  // expected-remark @+1 {{%1 is tensor<8x2xf32> on each device, a part of tensor<8x4xf32>}}
  %1 = sdy.all_slice [{}, {"y"}] %0 out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x4xf32>
  // expected-remark @+2 {{'sdy.collective_permute' moves parts from device 1 to 2 and 2 to 1; 2 devices keep their parts}}
  // expected-remark @+1 {{%2 is tensor<8x2xf32> on each device, a part of tensor<8x4xf32>}}
  %2 = sdy.collective_permute %1 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4xf32>
  // expected-remark @+2 {{all devices pad to tensor<8x4xf32>, and each slices its part of %3 out of that}}
  // expected-remark @+1 {{%3 is tensor<6x4xf32> on each device, a part of tensor<12x4xf32>}}
  %3 = stablehlo.pad %a, %z, low = [1, 0], high = [3, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<12x4xf32>
  // expected-remark @+1 {{each device gathers from its part of %a along dimension 0, and zeros for other parts}}
  %4 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<3x1xi64>) -> tensor<3x4xf32>
  // expected-remark @+1 {{'sdy.all_reduce' becomes 'stablehlo.all_reduce' along "x" among devices [0, 2] and [1, 3]}}
  %5 = sdy.all_reduce {"x"} %4 out_sharding=<@mesh, [{}, {}]> : tensor<3x4xf32>
  return
}
// expected-remark @+3 {{%a is tensor<4xf32> on each device, a part of tensor<8xf32>}}
// expected-remark @+2 {{%i is tensor<2x1xi32> on each device, a part of tensor<4x1xi32>}}
// expected-remark @+1 {{%u is tensor<2xf32> on each device, a part of tensor<4xf32>}}
func.func @scatter(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %i: tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %u: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-remark @+4 {{'stablehlo.scatter' becomes 'stablehlo.all_reduce' along "x" among devices [0, 2] and [1, 3]}}
  // expected-remark @+3 {{updates are sharded along "x": the first device along these begins with %a, others with -3.40282347E+38}}
  // expected-remark @+2 {{indices made relative to the part of %a that a device has along dimension 0}}
  // expected-remark @+1 {{%0 is tensor<4xf32> on each device, a part of tensor<8xf32>}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.maximum %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32>
  return
}
// expected-remark @+2 {{%a is tensor<2x8x2xf32> on each device, a part of tensor<2x8x4xf32>}}
// expected-remark @+1 {{%w is tensor<3x2x4xf32> on each device, a part of tensor<3x2x8xf32>}}
func.func @convolution(%a: tensor<2x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, %w: tensor<3x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}) {
  // expected-remark @+2 {{feature_group_count is 1 instead of 2: each device has some of the groups}}
  // expected-remark @+1 {{%0 is tensor<2x6x4xf32> on each device, a part of tensor<2x6x8xf32>}}
  %0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"x"}]>]>} : (tensor<2x8x4xf32>, tensor<3x2x8xf32>) -> tensor<2x6x8xf32>
  return
}
func.func @body(%a: tensor<8xf32>) {
  // expected-remark @+1 {{body of 'sdy.manual_computation' takes its place, as it is local along x already}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    // expected-remark @+1 {{%b cast from tensor<8xf32> to tensor<4xf32>, which is its type on each device by its sharding}}
    %3 = stablehlo.abs %b : tensor<4xf32>
    sdy.return %3 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // expected-remark @+1 {{%1 replaced by %a: the cast changes nothing}}
  %1 = builtin.unrealized_conversion_cast %a : tensor<8xf32> to tensor<8xf32>
  // expected-remark @+1 {{%2 is a constant: its shape is known}}
  %2 = "chlo.constant_like"(%a) <{value = 2.0 : f32}> : (tensor<8xf32>) -> tensor<8xf32>
  %c = stablehlo.constant dense<1.0> : tensor<8xf32>
  // expected-remark @+1 {{operands of 'chlo.broadcast_multiply' swapped: a constant comes last}}
  %3 = chlo.broadcast_multiply %c, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}
// expected-remark @+1 {{@declared loses its arguments: it has no body}}
func.func private @declared(%a: tensor<8xf32>)
