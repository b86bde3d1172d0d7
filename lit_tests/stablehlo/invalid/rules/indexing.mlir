// What is said of indexing with one mistake; made by `python -m tools.operations.rules`.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// stablehlo.dynamic_gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>, %v2: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op expected 3 operands, but found 2}}
  %v3 = "stablehlo.dynamic_gather"(%v1, %v2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.dynamic_gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>, %v2: tensor<3xi64>) {
  // expected-error@+2 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x3x?x?xi32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %v3 = "stablehlo.dynamic_gather"(%v0, %v1, %v2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<f32>)
  func.return
}

// -----

// stablehlo.dynamic_gather
func.func @subject(%v0: tensor<4x2xi32>, %v1: tensor<2x3x2xi64>, %v2: tensor<3xi64>) {
  // expected-error@+2 {{offset_dims size (2) plus collapse_slice_dims size (1) plus operand_batching_dims size (0) is not equal to operand rank (2)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %v3 = "stablehlo.dynamic_gather"(%v0, %v1, %v2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.dynamic_gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>, %v2: tensor<3xi64>) {
  // expected-error@+2 {{expects offset_dims to not repeat, got: [2, 2]}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %v3 = "stablehlo.dynamic_gather"(%v0, %v1, %v2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.dynamic_gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>, %v2: tensor<4xi64>) {
  // expected-error@+2 {{slice_sizes size (4) not equal to operand rank (3)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %v3 = "stablehlo.dynamic_gather"(%v0, %v1, %v2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<4xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.dynamic_gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x3xi64>, %v2: tensor<3xi64>) {
  // expected-error@+2 {{start_index_map size (2) is not equal to size of index dimension (2) of start_indices (3)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %v3 = "stablehlo.dynamic_gather"(%v0, %v1, %v2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x3xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.dynamic_gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>, %v2: tensor<3xi64>) {
  // expected-error@+2 {{expects offset_dims to be sorted, got: [2, -2]}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %v3 = "stablehlo.dynamic_gather"(%v0, %v1, %v2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, -2], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.dynamic_gather
func.func @subject(%v0: tensor<3x4x2xf32>, %v1: tensor<2x3x2xi64>) {
  %v2 = "stablehlo.constant"() <{value = dense<[1, 2, 2]> : tensor<3xi64>}> : () -> (tensor<3xi64>)
  // expected-error@+2 {{Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 4). got: 4.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %v3 = "stablehlo.dynamic_gather"(%v0, %v1, %v2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xf32>)
  func.return
}

// -----

// stablehlo.dynamic_gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>, %v2: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires attribute 'dimension_numbers'}}
  %v3 = "stablehlo.dynamic_gather"(%v0, %v1, %v2) <{indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.gather"(%v1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<2x3x2xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>) {
  // expected-error@+2 {{slice_sizes size (0) not equal to operand rank (3)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %v2 = "stablehlo.gather"(%v0, %v1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>) {
  // expected-error@+2 {{offset_dims size (2) plus collapse_slice_dims size (0) plus operand_batching_dims size (0) is not equal to operand rank (3)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %v2 = "stablehlo.gather"(%v0, %v1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op failed to verify that all of {operand, result} have same element type}}
  %v2 = "stablehlo.gather"(%v1, %v0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<2x3x2xi64>, tensor<3x4x2xi32>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>) {
  // expected-error@+2 {{'stablehlo.gather' op inferred type(s) 'tensor<2x3x1x2xi32>' are incompatible with return type(s) of operation 'tensor<2x3x2x2xi32>'}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %v2 = "stablehlo.gather"(%v0, %v1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.gather
func.func @subject(%v0: tensor<3x1x2xi32>, %v1: tensor<2x3x2xi64>) {
  // expected-error@+2 {{slice size (2) is out of bounds for operand dimension (1) at index 1}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %v2 = "stablehlo.gather"(%v0, %v1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x1x2xi32>, tensor<2x3x2xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x1xi64>) {
  // expected-error@+2 {{start_index_map size (2) is not equal to size of index dimension (2) of start_indices (1)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %v2 = "stablehlo.gather"(%v0, %v1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x1xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>) {
  // expected-error@+2 {{Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 3]. got: -2.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %v2 = "stablehlo.gather"(%v0, %v1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = -2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> (tensor<2x3x2x2xi32>)
  func.return
}

// -----

// stablehlo.gather
func.func @subject(%v0: tensor<5x3x4x2xf32>, %v1: tensor<5x3x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op requires attribute 'dimension_numbers'}}
  %v2 = "stablehlo.gather"(%v0, %v1) <{slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<5x3x4x2xf32>, tensor<5x3x2xi32>) -> (tensor<5x3x2x2xf32>)
  func.return
}

// -----

// stablehlo.rng
func.func @subject(%v0: tensor<f32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op expected 3 operands, but found 2}}
  %v2 = "stablehlo.rng"(%v0, %v0) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>) -> (tensor<?x?xf32>)
  func.return
}

// -----

// stablehlo.rng
func.func @subject(%v0: tensor<f32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op failed to verify that all of {a, b, result} have same element type}}
  %v2 = "stablehlo.rng"(%v0, %v0, %v1) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> (tensor<i1>)
  func.return
}

// -----

// stablehlo.rng
func.func @subject(%v0: tensor<f32>, %v1: tensor<2xi64>) {
  // expected-error@+2 {{'stablehlo.rng' op inferred type(s) 'tensor<?x?xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %v2 = "stablehlo.rng"(%v0, %v0, %v1) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> (tensor<4xf32>)
  func.return
}

// -----

// stablehlo.rng
func.func @subject(%v0: tensor<f32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op requires attribute 'rng_distribution'}}
  %v2 = "stablehlo.rng"(%v0, %v0, %v1) : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.rng_bit_generator
func.func @subject(%v0: tensor<2xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op expected 2 results}}
  %v2 = "stablehlo.rng_bit_generator"(%v0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<10xui32>)
  func.return
}

// -----

// stablehlo.scatter
func.func @subject(%v0: tensor<3x16xf32>, %v1: tensor<8x1xi32>, %v2: tensor<8x16xf32>) {
  // expected-error@+1 {{Expects each element of scatter_dims_to_operand_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: -1.}}
  %v6 = "stablehlo.scatter"(%v0, %v1, %v2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [-1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.add"(%v3, %v4) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v5) : (tensor<f32>) -> ()
  }) : (tensor<3x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>) -> (tensor<3x16xf32>)
  func.return
}

// -----

// stablehlo.scatter
func.func @subject(%v0: tensor<3x16xf32>, %v1: tensor<8x1xi32>, %v2: tensor<8x16xf32>) {
  // expected-error@+1 {{Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, 2]. got: 100.}}
  %v6 = "stablehlo.scatter"(%v0, %v1, %v2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 100>, unique_indices = true}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.add"(%v3, %v4) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v5) : (tensor<f32>) -> ()
  }) : (tensor<3x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>) -> (tensor<3x16xf32>)
  func.return
}

// -----

// stablehlo.scatter
func.func @subject(%v0: tensor<3x16xf32>, %v1: tensor<16x1xi32>, %v2: tensor<8x16xf32>) {
  // expected-error@+1 {{expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension 0, updates bound is 8 , scatter_indices bound is 16.}}
  %v6 = "stablehlo.scatter"(%v0, %v1, %v2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.add"(%v3, %v4) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v5) : (tensor<f32>) -> ()
  }) : (tensor<3x16xf32>, tensor<16x1xi32>, tensor<8x16xf32>) -> (tensor<3x16xf32>)
  func.return
}

// -----

// stablehlo.scatter
func.func @subject(%v0: tensor<3x16xf32>, %v1: tensor<8x1xi32>, %v2: tensor<8x16xf32>) {
  // expected-error@+1 {{Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. 3 but got 2.}}
  %v6 = "stablehlo.scatter"(%v0, %v1, %v2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.add"(%v3, %v4) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v5) : (tensor<f32>) -> ()
  }) : (tensor<3x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>) -> (tensor<3x16xf32>)
  func.return
}

// -----

// stablehlo.scatter
func.func @subject(%v0: tensor<5x3x4x2xf32>, %v1: tensor<1x3x2xi32>, %v2: tensor<5x3x2x2xf32>) {
  // expected-error@+1 {{input_batching_dims[0] and scatter_indices_batching_dims[0] must have compatible sizes, but got 5 and 1.}}
  %v6 = "stablehlo.scatter"(%v0, %v1, %v2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.add"(%v3, %v4) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v5) : (tensor<f32>) -> ()
  }) : (tensor<5x3x4x2xf32>, tensor<1x3x2xi32>, tensor<5x3x2x2xf32>) -> (tensor<5x3x4x2xf32>)
  func.return
}

// -----

// stablehlo.scatter
func.func @subject(%v0: tensor<4x2xf32>, %v1: tensor<3x4x2xi32>, %v2: tensor<2x3x2xi64>, %v3: tensor<2x3x2x2xf32>, %v4: tensor<2x3x2x2xi32>) {
  // expected-error@+1 {{Not all inputs have compatible shapes.}}
  %v10, %v11 = "stablehlo.scatter"(%v0, %v1, %v2, %v3, %v4) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%v5: tensor<f32>, %v6: tensor<i32>, %v7: tensor<f32>, %v8: tensor<i32>):
    %v9 = "stablehlo.maximum"(%v5, %v7) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v9, %v8) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x2xf32>, tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xf32>, tensor<3x4x2xi32>)
  func.return
}

// -----

// stablehlo.scatter
func.func @subject(%v0: tensor<3x4x2xf32>, %v1: tensor<3x4x2xi32>, %v2: tensor<2x3x2xi64>, %v3: tensor<2x3x2x2xf32>, %v4: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<3x4x2xf32>', 'tensor<3x4x2xi32>' are incompatible with return type(s) of operation 'tensor<3x4x2xi32>', 'tensor<3x4x2xf32>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %v11, %v10 = "stablehlo.scatter"(%v0, %v1, %v2, %v3, %v4) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%v5: tensor<f32>, %v6: tensor<i32>, %v7: tensor<f32>, %v8: tensor<i32>):
    %v9 = "stablehlo.maximum"(%v5, %v7) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v9, %v8) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<3x4x2xf32>, tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>, tensor<3x4x2xf32>)
  func.return
}

// -----

// stablehlo.torch_index_select
func.func @subject(%v0: f32, %v1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'f32'}}
  %v2 = "stablehlo.torch_index_select"(%v0, %v1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (f32, tensor<2xi32>) -> (tensor<2x1x5xi32>)
  func.return
}
