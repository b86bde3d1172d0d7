// Remarks: which gathers and scatters get a batching dimension, and why others do not.
// RUN: sdy-opt %s -sdy-explicit-gather-scatter-batching -remarks -verify-diagnostics

func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>, %i: tensor<4x1xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>) {
  // expected-remark @+1 {{[sdy-explicit-gather-scatter-batching] 'stablehlo.iota' erased: it has no effects and nothing uses it}}
  %iota = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %0 = stablehlo.concatenate %i, %i, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  // expected-remark @+1 {{[sdy-explicit-gather-scatter-batching] 'stablehlo.concatenate' erased: it has no effects and nothing uses it}}
  %1 = stablehlo.concatenate %iota, %i, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  // expected-remark @+1 {{[sdy-explicit-gather-scatter-batching] dimension 0 of %x becomes a batching dimension: component 0 of %1 counts along it}}
  %2 = "stablehlo.gather"(%x, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  // expected-remark @+1 {{[sdy-explicit-gather-scatter-batching] 'stablehlo.gather' has no batching dimension: the component of %0 for dimension 0 of %x is not an iota along dimension 0}}
  %3 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  // expected-remark @+1 {{[sdy-explicit-gather-scatter-batching] 'stablehlo.gather' has no batching dimension: dimension 0 has another size in %y than in %0}}
  %4 = "stablehlo.gather"(%y, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x4xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  // expected-remark @+1 {{[sdy-explicit-gather-scatter-batching] 'stablehlo.gather' has no batching dimension: the index vectors of %i have one component}}
  %5 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4x8xf32>
  return %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>
}
func.func @constants(%p: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  // expected-note @+1 {{see the constant that stays}}
  %c = stablehlo.constant dense<1> : tensor<i32>
  // expected-remark @+1 {{[sdy-explicit-gather-scatter-batching] %c_0 is the same constant as %c, which replaces it}}
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.case"(%p) ({
    // expected-remark @+1 {{[sdy-explicit-gather-scatter-batching] %c_1 moved to the start of the function or computation around it}}
    %c_1 = stablehlo.constant dense<3> : tensor<i32>
    stablehlo.return %c_1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %c, %c_0, %0 : tensor<i32>, tensor<i32>, tensor<i32>
}
