// Remarks: the collectives that are removed, and why others are not.
// RUN: sdy-opt %s -sdy-remove-all-gather-reduce-scatter-for-cmv1 -remarks -verify-diagnostics

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-remark @+1 {{[sdy-remove-all-gather-reduce-scatter-for-cmv1] all-gather removed: only 'stablehlo.dot' uses it, which takes %x itself}}
  %0 = sdy.all_gather [{"x"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  %1 = stablehlo.dot %0, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  // expected-remark @+1 {{all-gather kept: it has 2 uses}}
  %2 = sdy.all_gather [{"x"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  %3 = stablehlo.dot %2, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  // expected-remark @+1 {{reduce-scatter removed: %3 has the sharding <@mesh, [{"x"}, {}]> instead}}
  %4 = sdy.reduce_scatter [{"x"}, {}] %3 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x16xf32>
  %5 = stablehlo.dot %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>} : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  // expected-remark @+1 {{reduce-scatter kept: %5 has the unreduced axis "y"}}
  %6 = sdy.reduce_scatter [{"x"}, {}] %5 out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<16x16xf32>
  %7 = stablehlo.dot %x, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  // expected-remark @+1 {{reduce-scatter kept: %7 has 2 uses}}
  %8 = sdy.reduce_scatter [{"x"}, {}] %7 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x16xf32>
  stablehlo.custom_call @use(%7) : (tensor<16x16xf32>) -> ()
  return
}
