// What gathers and scatters say of dimension numbers that do not fit.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @gather_rank(%arg0: tensor<4x8xf32>, %arg1: tensor<2x1xi32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: offset_dims size (1) plus collapse_slice_dims size (0) plus operand_batching_dims size (0) is not equal to operand rank (2)
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.gather' op failed to infer returned types
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @gather_index_vector(%arg0: tensor<4x8xf32>, %arg1: tensor<2x1xi32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 2]. got: 3.
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.gather' op failed to infer returned types
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @gather_sorted(%arg0: tensor<4x8xf32>, %arg1: tensor<2x1xi32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: expects offset_dims to be sorted, got: [2, 1]
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.gather' op failed to infer returned types
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x1x8xf32>
  return
}

// -----

func.func @gather_slice(%arg0: tensor<4x8xf32>, %arg1: tensor<2x1xi32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: slice size (9) is out of bounds for operand dimension (8) at index 1
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.gather' op failed to infer returned types
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 9>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @gather_collapsed(%arg0: tensor<4x8xf32>, %arg1: tensor<2x1xi32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.gather' op failed to infer returned types
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @gather_result(%arg0: tensor<4x8xf32>, %arg1: tensor<2x1xi32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.gather' op inferred type(s) 'tensor<2x8xf32>' are incompatible with return type(s) of operation 'tensor<3x8xf32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.gather' op failed to infer returned types
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<3x8xf32>
  return
}

// -----

func.func @scatter_rank(%arg0: tensor<4x8xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. 1 but got 2.
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter_window(%arg0: tensor<4x8xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x9xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension 1, updates bound is 9, operand bound is 8.
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2x9xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @scatter_indices(%arg0: tensor<4x8xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<3x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension 0, updates bound is 3 , scatter_indices bound is 2.
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
