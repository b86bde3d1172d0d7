// The component of the indices is along dimension 0 here: the result is not valid.
// RUN: sdy-opt %s -sdy-explicit-gather-scatter-batching -verify-diagnostics

func.func @main(%arg0: tensor<2x8xf32>, %arg1: tensor<1x4xi32>) -> tensor<4xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<1x4xi32>
  %1 = stablehlo.concatenate %0, %arg1, dim = 0 : (tensor<1x4xi32>, tensor<1x4xi32>) -> tensor<2x4xi32>
  // expected-error @+2 {{expects start_indices_batching_dims not to include index_vector_dim 0}}
  // expected-error @+1 {{'stablehlo.gather' op failed to infer returned types}}
  %2 = "stablehlo.gather"(%arg0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x8xf32>, tensor<2x4xi32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
