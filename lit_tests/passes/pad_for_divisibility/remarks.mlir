// Remarks: what is padded, masked, sliced back and cast, with the sizes before and after.
// RUN: sdy-opt %s -sdy-pad-for-divisibility -remarks -shardy=0.10.2 -verify-diagnostics

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func private @callee(tensor<7x8xf32>) -> tensor<7x8xf32>
func.func @main(%a: tensor<7x8xf32>) -> tensor<7x8xf32> {
  // expected-remark @+2 {{[sdy-pad-for-divisibility] %a padded with zeros from tensor<7x8xf32> to tensor<8x8xf32>, which <@mesh, [{"x"}, {}]> divides}}
  // expected-remark @+1 {{%0 cast from tensor<8x8xf32> to tensor<7x8xf32>: only one of what computes it and what uses it can be padded}}
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<7x8xf32>
  // expected-remark @+1 {{%1 computed as tensor<8x8xf32> instead of tensor<7x8xf32>: the rest is padding}}
  %1 = stablehlo.exponential %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<7x8xf32>
  // expected-remark @+1 {{%1 masked: what tensor<8x8xf32> holds beyond tensor<7x8xf32> along the contracting dimension 0 is zero now, and adds nothing to the product}}
  %2 = stablehlo.dot_general %1, %0, contracting_dims = [0] x [0] : (tensor<7x8xf32>, tensor<7x8xf32>) -> tensor<8x8xf32>
  // expected-remark @+1 {{%3 extended from tensor<5x8xf32> to tensor<8x8xf32>: no device needs elements of another one for it}}
  %3 = stablehlo.slice %0 [0:5, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<7x8xf32>) -> tensor<5x8xf32>
  // expected-remark @+2 {{%4 computed as tensor<8x8xf32> instead of tensor<7x8xf32>: the rest is padding}}
  // expected-remark @+1 {{%4 sliced back from tensor<8x8xf32> to tensor<7x8xf32>: what is gathered is not padded any more}}
  %4 = sdy.all_gather [{"x"}, {}] %1 out_sharding=<@mesh, [{}, {}]> : tensor<7x8xf32>
  %5 = call @callee(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<7x8xf32>) -> tensor<7x8xf32>
  // expected-remark @+2 {{%6 computed as tensor<8x8xf32> instead of tensor<7x8xf32>: the rest is padding}}
  // expected-remark @+1 {{%5 cast from tensor<7x8xf32> to tensor<8x8xf32>: only one of what computes it and what uses it can be padded}}
  %6 = stablehlo.tanh %5 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<7x8xf32>
  // expected-remark @+1 {{%7 replaced by %4: the cast changes nothing}}
  %7 = builtin.unrealized_conversion_cast %4 : tensor<7x8xf32> to tensor<7x8xf32>
  %8 = stablehlo.constant dense<1.0> : tensor<7x8xf32>
  // expected-remark @+1 {{operands of 'chlo.broadcast_add' swapped: a constant comes last}}
  %9 = chlo.broadcast_add %8, %7 : (tensor<7x8xf32>, tensor<7x8xf32>) -> tensor<7x8xf32>
  // expected-remark @+1 {{%10 computed as tensor<8x6xi32> instead of tensor<7x5xi32>: the rest is padding}}
  %10 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<7x5xi32>
  // expected-remark @+2 {{%10 masked: what tensor<8x6xi32> holds beyond tensor<7x5xi32> along the contracting dimensions 0 and 1 is zero now, and adds nothing to the product}}
  // expected-remark @+1 {{%10 masked: what tensor<8x6xi32> holds beyond tensor<7x5xi32> along the contracting dimensions 0 and 1 is zero now, and adds nothing to the product}}
  %11 = stablehlo.dot_general %10, %10, contracting_dims = [0, 1] x [0, 1] : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<i32>
  return %7 : tensor<7x8xf32>
}

func.func @pad_and_convolution(%a: tensor<1x7x1xf32>, %b: tensor<3x1x1xf32>) -> tensor<1x5x1xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-remark @+1 {{%a padded with zeros from tensor<1x7x1xf32> to tensor<1x8x1xf32>, which <@mesh, [{}, {"x"}, {}]> divides}}
  %0 = sdy.all_slice [{}, {"x"}, {}] %a out_sharding=<@mesh, [{}, {"x"}, {}]> : tensor<1x7x1xf32>
  // expected-remark @+1 {{%0 filled with the padding value where tensor<1x8x1xf32> goes beyond tensor<1x7x1xf32>: what it holds there would show}}
  %1 = stablehlo.pad %0, %c, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}]>]>} : (tensor<1x7x1xf32>, tensor<f32>) -> tensor<1x8x1xf32>
  // expected-remark @+1 {{%2 cut from tensor<1x6x1xf32> to tensor<1x5x1xf32>: the other windows begin in padding}}
  %2 = stablehlo.convolution(%0, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x1xf32>, tensor<3x1x1xf32>) -> tensor<1x5x1xf32>
  return %2 : tensor<1x5x1xf32>
}
