// In jaxlib 0.11.2 a slice or a pad is between padded values and operations that are not padded; before there is a cast,
// and since 0.12 that is an error. Nor is there a reduce-scatter then whose sharding does not divide its result.
// RUN: sdy-opt %s -canonicalize -sdy-pad-for-divisibility -shardy=0.11.1 | FileCheck %s --check-prefix=CAST
// RUN: sdy-opt %s -canonicalize -sdy-pad-for-divisibility -shardy=0.11.2 | FileCheck %s --check-prefix=SLICE
// RUN: not sdy-opt %s -sdy-pad-for-divisibility 2>&1 | FileCheck %s --check-prefix=ERROR

sdy.mesh @m = <["x"=4]>
// CAST-LABEL: func.func @between
// SLICE-LABEL: func.func @between
func.func @between(%arg0: tensor<7xf32>) -> tensor<7xf32> {
  %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@m, [{"x"}]> : tensor<7xf32>
  // CAST: builtin.unrealized_conversion_cast {{.*}} : tensor<8xf32> to tensor<7xf32>
  // SLICE: stablehlo.slice {{.*}} [0:7] : (tensor<8xf32>) -> tensor<7xf32>
  // ERROR: error: 'builtin.unrealized_conversion_cast' op found unrealized_conversion_cast after pad-for-divisibility
  %1 = sdy.reshard %0 <@m, [{}]> : tensor<7xf32>
  // SLICE: stablehlo.pad {{.*}} low = [0], high = [1], interior = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = sdy.reshard %1 <@m, [{"x"}]> : tensor<7xf32>
  %3 = stablehlo.negate %2 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<7xf32>
  %4 = sdy.all_gather [{"x"}] %3 out_sharding=<@m, [{}]> : tensor<7xf32>
  return %4 : tensor<7xf32>
}

// CAST-LABEL: func.func @scattered
// SLICE-LABEL: func.func @scattered
func.func @scattered(%arg0: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // CAST: sdy.reduce_scatter
  // SLICE: sdy.all_reduce
  %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@m, [{}, {}]> : tensor<2x8xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<2x8xf32>
  %2 = sdy.all_gather [{"x"}, {}] %1 out_sharding=<@m, [{}, {}]> : tensor<2x8xf32>
  return %2 : tensor<2x8xf32>
}
