// What is said of shapes with one mistake; made by `python -m tools.operations.rules`.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// stablehlo.bitcast_convert
func.func @subject(%v0: tensor<i1>) {
  // expected-error@+1 {{rank of smaller element type (0) should be 1 more than rank of larger element type (1), but 0 != 1 + 1.}}
  %v1 = "stablehlo.bitcast_convert"(%v0) : (tensor<i1>) -> (tensor<4xi16>)
  func.return
}

// -----

// stablehlo.bitcast_convert
func.func @subject(%v0: tensor<4xbf16>) {
  // expected-error@+1 {{operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<4xbf16>' and 'tensor<8xi16>'.}}
  %v1 = "stablehlo.bitcast_convert"(%v0) : (tensor<4xbf16>) -> (tensor<8xi16>)
  func.return
}

// -----

// stablehlo.bitcast_convert
func.func @subject(%v0: tensor<4xcomplex<f64>>) {
  // expected-error@+1 {{cannot convert between real and complex types, but got: 'tensor<4xcomplex<f64>>' and 'tensor<4xi16>'}}
  %v1 = "stablehlo.bitcast_convert"(%v0) : (tensor<4xcomplex<f64>>) -> (tensor<4xi16>)
  func.return
}

// -----

// stablehlo.bitcast_convert
func.func @subject() {
  %v0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<3x2xbf16>}> : () -> (tensor<3x2xbf16>)
  // expected-error@+1 {{requires compatible bit widths. Got: 'tensor<3x2xbf16>' and 'tensor<2xi64>', but 16 * 2 != 64.}}
  %v1 = "stablehlo.bitcast_convert"(%v0) : (tensor<3x2xbf16>) -> (tensor<2xi64>)
  func.return
}

// -----

// stablehlo.bitcast_convert
func.func @subject(%v0: i32) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'}}
  %v1 = "stablehlo.bitcast_convert"(%v0) : (i32) -> (tensor<4xi16>)
  func.return
}

// -----

// stablehlo.broadcast
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast' op requires the same element type for all operands and results}}
  %v1 = "stablehlo.broadcast"(%v0) <{broadcast_sizes = array<i64: 3, 5>}> : (tensor<2x4xf32>) -> (tensor<i64>)
  func.return
}

// -----

// stablehlo.broadcast
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.broadcast' op inferred type(s) 'tensor<5x6xf32>' are incompatible with return type(s) of operation 'tensor<5x6x2x3x4xf32>'}}
  // expected-error@+1 {{'stablehlo.broadcast' op failed to infer returned types}}
  %v1 = "stablehlo.broadcast"(%v0) <{broadcast_sizes = array<i64: 5, 6>}> : (tensor<f32>) -> (tensor<5x6x2x3x4xf32>)
  func.return
}

// -----

// stablehlo.broadcast
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{Broadcast with negative dimension size -1}}
  // expected-error@+1 {{'stablehlo.broadcast' op failed to infer returned types}}
  %v1 = "stablehlo.broadcast"(%v0) <{broadcast_sizes = array<i64: -1, 5>}> : (tensor<2x4xf32>) -> (tensor<3x5x2x4xf32>)
  func.return
}

// -----

// stablehlo.broadcast
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast' op requires attribute 'broadcast_sizes'}}
  %v1 = "stablehlo.broadcast"(%v0) : (tensor<2x4xf32>) -> (tensor<3x5x2x4xf32>)
  func.return
}

// -----

// stablehlo.broadcast_in_dim
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results}}
  %v1 = "stablehlo.broadcast_in_dim"(%v0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> (tensor<2x7xi32>)
  func.return
}

// -----

// stablehlo.broadcast_in_dim
func.func @subject(%v0: tensor<?xf32>) {
  // expected-error@+1 {{broadcast_dimensions size (0) does not match operand rank (1)}}
  %v1 = "stablehlo.broadcast_in_dim"(%v0) <{broadcast_dimensions = array<i64>}> : (tensor<?xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

// stablehlo.broadcast_in_dim
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{broadcast_dimensions contains invalid value 3 for result with rank 3}}
  %v1 = "stablehlo.broadcast_in_dim"(%v0) <{broadcast_dimensions = array<i64: 3, 2>}> : (tensor<2x4xf32>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

// stablehlo.broadcast_in_dim
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{broadcast_dimensions should not have duplicates}}
  %v1 = "stablehlo.broadcast_in_dim"(%v0) <{broadcast_dimensions = array<i64: 2, 2>}> : (tensor<2x4xf32>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

// stablehlo.broadcast_in_dim
func.func @subject(%v0: tensor<2x5xf32>) {
  // expected-error@+1 {{size of operand dimension 1 (5) is not equal to 1 or size of result dimension 2 (4)}}
  %v1 = "stablehlo.broadcast_in_dim"(%v0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x5xf32>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

// stablehlo.broadcast_in_dim
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires attribute 'broadcast_dimensions'}}
  %v1 = "stablehlo.broadcast_in_dim"(%v0) : (tensor<f32>) -> (tensor<2x7xf32>)
  func.return
}

// -----

// stablehlo.concatenate
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %v1 = "stablehlo.concatenate"(%v0) <{dimension = 0 : i64}> : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.concatenate
func.func @subject(%v0: tensor<2x4xi32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op requires the same element type for all operands and results}}
  %v1 = "stablehlo.concatenate"(%v0) <{dimension = 0 : i64}> : (tensor<2x4xi32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.concatenate
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{dimension 3 is out-of-bounds for input rank 2}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %v1 = "stablehlo.concatenate"(%v0) <{dimension = 3 : i64}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.concatenate
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<?x3x0xf32>) {
  // expected-error@+2 {{shapes of operand (0) and (1) are not compatible at non-concat index 2: (2, 3, 4) != (-9223372036854775808, 3, 0)}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %v2 = "stablehlo.concatenate"(%v0, %v1, %v0) <{dimension = 1 : i64}> : (tensor<2x3x4xf32>, tensor<?x3x0xf32>, tensor<2x3x4xf32>) -> (tensor<2x9x4xf32>)
  func.return
}

// -----

// stablehlo.concatenate
func.func @subject(%v0: tensor<2x0x3x4xf32>, %v1: tensor<?x3x?xf32>) {
  // expected-error@+2 {{operands (0) and (1) do not match rank}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %v2 = "stablehlo.concatenate"(%v0, %v1, %v0) <{dimension = 1 : i64}> : (tensor<2x0x3x4xf32>, tensor<?x3x?xf32>, tensor<2x0x3x4xf32>) -> (tensor<2x9x4xf32>)
  func.return
}

// -----

// stablehlo.concatenate
func.func @subject(%v0: f32) {
  // expected-error@+1 {{'stablehlo.concatenate' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'f32'}}
  %v1 = "stablehlo.concatenate"(%v0) <{dimension = 0 : i64}> : (f32) -> (f32)
  func.return
}

// -----

// stablehlo.constant
func.func @subject() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %v0 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> (tensor<3xi32>)
  func.return
}

// -----

// stablehlo.constant
func.func @subject() {
  // expected-error@+1 {{'stablehlo.constant' op requires attribute 'value'}}
  %v0 = "stablehlo.constant"() : () -> (tensor<f64>)
  func.return
}

// -----

// stablehlo.dynamic_broadcast_in_dim
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.dynamic_broadcast_in_dim"(%v1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2xi64>) -> (tensor<?x?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_broadcast_in_dim
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{expects operand and result to have compatible element type. Got: 'tensor<2x4xf32>' and 'tensor<2xi64>'}}
  %v2 = "stablehlo.dynamic_broadcast_in_dim"(%v0, %v1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x4xf32>, tensor<2xi64>) -> (tensor<2xi64>)
  func.return
}

// -----

// stablehlo.dynamic_broadcast_in_dim
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{broadcast_dimensions contains invalid value 2 for result with rank 2}}
  %v2 = "stablehlo.dynamic_broadcast_in_dim"(%v0, %v1) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<2x4xf32>, tensor<2xi64>) -> (tensor<?x?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_broadcast_in_dim
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{size of operand dimension 1 (4) is not compatible with size of result dimension 1 (0)}}
  %v2 = "stablehlo.dynamic_broadcast_in_dim"(%v0, %v1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x4xf32>, tensor<2xi64>) -> (tensor<?x0xf32>)
  func.return
}

// -----

// stablehlo.dynamic_broadcast_in_dim
func.func @subject(%v0: tensor<?xf32>, %v1: tensor<3xindex>) {
  // expected-error@+1 {{broadcast_dimensions size (2) does not match operand rank (1)}}
  %v2 = "stablehlo.dynamic_broadcast_in_dim"(%v0, %v1) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<?xf32>, tensor<3xindex>) -> (tensor<?x5x?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_broadcast_in_dim
func.func @subject(%v0: tensor<?x?xf32>, %v1: tensor<3xindex>) {
  // expected-error@+1 {{broadcast_dimensions should not have duplicates}}
  %v2 = "stablehlo.dynamic_broadcast_in_dim"(%v0, %v1) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<?x?xf32>, tensor<3xindex>) -> (tensor<?x5x?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_broadcast_in_dim
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{result rank (1) is less than operand rank (2)}}
  %v2 = "stablehlo.dynamic_broadcast_in_dim"(%v0, %v1) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>}> : (tensor<2x4xf32>, tensor<2xi64>) -> (tensor<?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_broadcast_in_dim
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{hint for expanding dimension -1 does not refer to a valid operand dimension}}
  %v2 = "stablehlo.dynamic_broadcast_in_dim"(%v0, %v1) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: -1>, known_nonexpanding_dimensions = array<i64: 1>}> : (tensor<2x4xf32>, tensor<2xi64>) -> (tensor<?x?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_gather
func.func @subject(%v0: tensor<3x4x2xi32>, %v1: tensor<2x3x2xi64>, %v2: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op expected 3 operands, but found 2}}
  %v3 = "stablehlo.dynamic_gather"(%v1, %v2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
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

// stablehlo.dynamic_iota
func.func @subject(%v0: tensor<2xi64>) {
  // expected-error@+1 {{iota dimension cannot go beyond the output rank.}}
  %v1 = "stablehlo.dynamic_iota"(%v0) <{iota_dimension = 1 : i64}> : (tensor<2xi64>) -> (tensor<i1>)
  func.return
}

// -----

// stablehlo.dynamic_iota
func.func @subject() {
  %v0 = "stablehlo.constant"() <{value = dense<[3, 2]> : tensor<2xi32>}> : () -> (tensor<2xi32>)
  // expected-error@+1 {{output shape [3, 2] is incompatible with return type of operation 'tensor<?xf32>'}}
  %v1 = "stablehlo.dynamic_iota"(%v0) <{iota_dimension = 0 : i64}> : (tensor<2xi32>) -> (tensor<?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_pad
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<f32>, %v2: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op expected 5 operands, but found 4}}
  %v3 = "stablehlo.dynamic_pad"(%v1, %v2, %v2, %v2) : (tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_pad
func.func @subject(%v0: tensor<?x?xf32>, %v1: tensor<f32>, %v2: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type}}
  %v3 = "stablehlo.dynamic_pad"(%v0, %v1, %v2, %v2, %v2) : (tensor<?x?xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<i64>)
  func.return
}

// -----

// stablehlo.dynamic_pad
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<f32>, %v2: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, result} have same rank}}
  %v3 = "stablehlo.dynamic_pad"(%v0, %v1, %v2, %v2, %v2) : (tensor<2x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_pad
func.func @subject(%v0: tensor<?x?xf32>, %v1: tensor<f32>, %v2: tensor<4xi64>) {
  // expected-error@+1 {{padding operands size (4) must match operand rank (2)}}
  %v3 = "stablehlo.dynamic_pad"(%v0, %v1, %v2, %v2, %v2) : (tensor<?x?xf32>, tensor<f32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) -> (tensor<?x?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_pad
func.func @subject(%v0: tensor<2x3xf32>, %v1: tensor<f32>) {
  %v2 = "stablehlo.constant"() <{value = dense<[0, 1]> : tensor<2xi64>}> : () -> (tensor<2xi64>)
  // expected-error@+1 {{expected output dimension at index 1 to equal 7, but got 4}}
  %v3 = "stablehlo.dynamic_pad"(%v0, %v1, %v2, %v2, %v2) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.dynamic_pad
func.func @subject(%v0: tensor<?x?xf32>, %v1: tensor<f32>, %v2: f32) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op operand #2 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'f32'}}
  %v3 = "stablehlo.dynamic_pad"(%v0, %v1, %v2, %v2, %v2) : (tensor<?x?xf32>, tensor<f32>, f32, f32, f32) -> (tensor<?x?xf32>)
  func.return
}

// -----

// stablehlo.dynamic_reshape
func.func @subject(%v0: tensor<?x?xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{result should have a rank equal to the number of elements in output_shape}}
  %v2 = "stablehlo.dynamic_reshape"(%v0, %v1) : (tensor<?x?xf32>, tensor<2xi64>) -> (tensor<6xf32>)
  func.return
}

// -----

// stablehlo.dynamic_reshape
func.func @subject(%v0: tensor<?x?xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{expects operand and result to have compatible element type. Got: 'tensor<?x?xf32>' and 'tensor<?x6xi1>'}}
  %v2 = "stablehlo.dynamic_reshape"(%v0, %v1) : (tensor<?x?xf32>, tensor<2xi64>) -> (tensor<?x6xi1>)
  func.return
}

// -----

// stablehlo.dynamic_reshape
func.func @subject(%v0: tensor<2x3xf32>) {
  %v1 = "stablehlo.constant"() <{value = dense<[3, 2]> : tensor<2xi32>}> : () -> (tensor<2xi32>)
  // expected-error@+1 {{number of output elements (2) doesn't match expected number of elements (6)}}
  %v2 = "stablehlo.dynamic_reshape"(%v0, %v1) : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  func.return
}

// -----

// stablehlo.dynamic_reshape
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires one result}}
  "stablehlo.dynamic_reshape"(%v0, %v1) : (tensor<2x4xf32>, tensor<2xi64>) -> ()
  func.return
}

// -----

// stablehlo.dynamic_slice
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op expected 1 or more operands, but found 0}}
  %v1 = "stablehlo.dynamic_slice"() <{slice_sizes = array<i64>}> : () -> (tensor<f32>)
  func.return
}

// -----

// stablehlo.dynamic_slice
func.func @subject(%v0: tensor<bf16>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %v1 = "stablehlo.dynamic_slice"(%v0) <{slice_sizes = array<i64>}> : (tensor<bf16>) -> (tensor<f32>)
  func.return
}

// -----

// stablehlo.dynamic_slice
func.func @subject(%v0: tensor<1xf32>) {
  // expected-error@+2 {{has mismatched number of start indices (0) and the rank of operand (1)}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %v1 = "stablehlo.dynamic_slice"(%v0) <{slice_sizes = array<i64>}> : (tensor<1xf32>) -> (tensor<f32>)
  func.return
}

// -----

// stablehlo.dynamic_slice
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<i32>) {
  // expected-error@+2 {{has mismatched number of slice sizes (2) and number of start indices (1)}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %v2 = "stablehlo.dynamic_slice"(%v0, %v1) <{slice_sizes = array<i64: 1, 2>}> : (tensor<2x4xf32>, tensor<i32>) -> (tensor<1x2xf32>)
  func.return
}

// -----

// stablehlo.dynamic_slice
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<i32>) {
  // expected-error@+2 {{has slice size 3 greater than dimension size 2 in dimension 0 of operand}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %v2 = "stablehlo.dynamic_slice"(%v0, %v1, %v1) <{slice_sizes = array<i64: 3, 2>}> : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> (tensor<1x2xf32>)
  func.return
}

// -----

// stablehlo.dynamic_slice
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<i32>) {
  // expected-error@+2 {{has negative size index to dynamic slice: -9223372036854775808}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %v2 = "stablehlo.dynamic_slice"(%v0, %v1, %v1) <{slice_sizes = array<i64: 1, -9223372036854775808>}> : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> (tensor<1x2xf32>)
  func.return
}

// -----

// stablehlo.dynamic_update_slice
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op expected 2 or more operands, but found 1}}
  %v1 = "stablehlo.dynamic_update_slice"(%v0) : (tensor<f32>) -> (tensor<f32>)
  func.return
}

// -----

// stablehlo.dynamic_update_slice
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type}}
  %v1 = "stablehlo.dynamic_update_slice"(%v0, %v0) : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
  func.return
}

// -----

// stablehlo.dynamic_update_slice
func.func @subject(%v0: tensor<3xf32>) {
  // expected-error@+2 {{expects number of start_indices to match operand rank: 0 vs 1.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %v1 = "stablehlo.dynamic_update_slice"(%v0, %v0) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<f32>)
  func.return
}

// -----

// stablehlo.dynamic_update_slice
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xf32>, %v2: tensor<i32>) {
  // expected-error@+2 {{update rank does not match operand rank: 1 vs 2.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %v3 = "stablehlo.dynamic_update_slice"(%v0, %v1, %v2, %v2) : (tensor<2x4xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.dynamic_update_slice
func.func @subject(%v0: tensor<2x1x4xf32>, %v1: tensor<1x2x?xf32>, %v2: tensor<i64>) {
  // expected-error@+2 {{expects size at dimension 1 of update to be in range [0, 1]. Got: 2.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %v3 = "stablehlo.dynamic_update_slice"(%v0, %v1, %v2, %v2, %v2) : (tensor<2x1x4xf32>, tensor<1x2x?xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<2x3x4xf32>)
  func.return
}

// -----

// stablehlo.dynamic_update_slice
func.func @subject(%v0: i32) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %v1 = "stablehlo.dynamic_update_slice"(%v0, %v0) : (i32, i32) -> (tensor<f32>)
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

// stablehlo.get_dimension_size
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+2 {{requires dimension attribute in range [0, 1); found (1)}}
  // expected-error@+1 {{'stablehlo.get_dimension_size' op failed to infer returned types}}
  %v1 = "stablehlo.get_dimension_size"(%v0) <{dimension = 1 : i64}> : (tensor<4xf32>) -> (tensor<i32>)
  func.return
}

// -----

// stablehlo.iota
func.func @subject() {
  // expected-error@+1 {{iota dimension cannot go beyond the output rank.}}
  %v0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> (tensor<2xi64>)
  func.return
}

// -----

// stablehlo.pad
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size}}
  %v2 = "stablehlo.pad"(%v0, %v1) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1, -1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x4xf32>, tensor<f32>) -> (tensor<4x9xf32>)
  func.return
}

// -----

// stablehlo.pad
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op requires the same element type for all operands and results}}
  %v2 = "stablehlo.pad"(%v0, %v1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 1, -1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x4xf32>, tensor<f32>) -> (tensor<2xi64>)
  func.return
}

// -----

// stablehlo.pad
func.func @subject(%v0: tensor<3x4xf32>, %v1: tensor<f32>) {
  // expected-error@+2 {{edge_padding_low length (3) must match operand rank (2)}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %v2 = "stablehlo.pad"(%v0, %v1) <{edge_padding_high = array<i64: 2, -1, 0>, edge_padding_low = array<i64: 0, 1, -1>, interior_padding = array<i64: 0, 1, 2>}> : (tensor<3x4xf32>, tensor<f32>) -> (tensor<4x5x9xf32>)
  func.return
}

// -----

// stablehlo.pad
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<f32>) {
  // expected-error@+2 {{Interior padding cannot be negative: -9223372036854775808}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %v2 = "stablehlo.pad"(%v0, %v1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 1, -1>, interior_padding = array<i64: 0, -9223372036854775808>}> : (tensor<2x4xf32>, tensor<f32>) -> (tensor<4x9xf32>)
  func.return
}

// -----

// stablehlo.real_dynamic_slice
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<1xi64>) {
  // expected-error@+1 {{has mismatched number of operand rank (2) and start_indices size (1)}}
  %v2 = "stablehlo.real_dynamic_slice"(%v0, %v1, %v1, %v1) : (tensor<2x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x?xf32>)
  func.return
}

// -----

// stablehlo.real_dynamic_slice
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %v2 = "stablehlo.real_dynamic_slice"(%v0, %v1, %v1, %v1) : (tensor<2x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xcomplex<f32>>)
  func.return
}

// -----

// stablehlo.real_dynamic_slice
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op requires one result}}
  "stablehlo.real_dynamic_slice"(%v0, %v1, %v1, %v1) : (tensor<2x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> ()
  func.return
}

// -----

// stablehlo.reshape
func.func @subject(%v0: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.reshape' op requires compatible element types for all operands and results}}
  %v1 = "stablehlo.reshape"(%v0) : (tensor<i32>) -> (tensor<1x1xf32>)
  func.return
}

// -----

// stablehlo.reshape
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{number of output elements (0) doesn't match expected number of elements (1)}}
  %v1 = "stablehlo.reshape"(%v0) : (tensor<f32>) -> (tensor<0x1xf32>)
  func.return
}

// -----

// stablehlo.reshape
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reshape' op requires one result}}
  "stablehlo.reshape"(%v0) : (tensor<f32>) -> ()
  func.return
}

// -----

// stablehlo.reverse
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{all dimensions should be between [0, 2). Got dimension: 2.}}
  %v1 = "stablehlo.reverse"(%v0) <{dimensions = array<i64: 2, 1>}> : (tensor<2x4xf32>) -> (tensor<?x4xf32>)
  func.return
}

// -----

// stablehlo.reverse
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{all dimensions should be non-negative. Got dimension: -1.}}
  %v1 = "stablehlo.reverse"(%v0) <{dimensions = array<i64: 0, -1>}> : (tensor<2x4xf32>) -> (tensor<?x4xf32>)
  func.return
}

// -----

// stablehlo.reverse
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{dimensions should be unique. Got: 0, 1, 1}}
  %v1 = "stablehlo.reverse"(%v0) <{dimensions = array<i64: 0, 1, 1>}> : (tensor<2x4xf32>) -> (tensor<?x4xf32>)
  func.return
}

// -----

// stablehlo.reverse
func.func @subject(%v0: tensor<2x3x4xf32>) {
  // expected-error@+1 {{dimensions should be unique. Got: 0, 0}}
  %v1 = "stablehlo.reverse"(%v0) <{dimensions = array<i64: 0, 0>}> : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>)
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

// stablehlo.set_dimension_size
func.func @subject(%v0: tensor<4xf32>, %v1: tensor<i32>) {
  // expected-error@+2 {{requires dimension attribute in range [0, 1); found (1)}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %v2 = "stablehlo.set_dimension_size"(%v0, %v1) <{dimension = 1 : i64}> : (tensor<4xf32>, tensor<i32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 4>>)
  func.return
}

// -----

// stablehlo.set_dimension_size
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi32>) {
  // expected-error@+2 {{size operand should be of rank-0}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %v2 = "stablehlo.set_dimension_size"(%v0, %v1) <{dimension = 1 : i64}> : (tensor<2x4xf32>, tensor<2xi32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 4>>)
  func.return
}

// -----

// stablehlo.slice
func.func @subject(%v0: tensor<0xf32>) {
  // expected-error@+2 {{the number of elements in start_indices (0) does not match the rank of the operand (1)}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %v1 = "stablehlo.slice"(%v0) <{limit_indices = array<i64>, start_indices = array<i64>, strides = array<i64>}> : (tensor<0xf32>) -> (tensor<f32>)
  func.return
}

// -----

// stablehlo.slice
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size}}
  %v1 = "stablehlo.slice"(%v0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 1>}> : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

// stablehlo.slice
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{start index 0 is larger than limit index -2 in dimension 1}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %v1 = "stablehlo.slice"(%v0) <{limit_indices = array<i64: 1, -2>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 2>}> : (tensor<2x4xf32>) -> (tensor<1x2xf32>)
  func.return
}

// -----

// stablehlo.slice
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{limit index 100 is larger than dimension size 2 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %v1 = "stablehlo.slice"(%v0) <{limit_indices = array<i64: 100, 4>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 2>}> : (tensor<2x4xf32>) -> (tensor<1x2xf32>)
  func.return
}

// -----

// stablehlo.torch_index_select
func.func @subject(%v0: f32, %v1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'f32'}}
  %v2 = "stablehlo.torch_index_select"(%v0, %v1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (f32, tensor<2xi32>) -> (tensor<2x1x5xi32>)
  func.return
}

// -----

// stablehlo.transpose
func.func @subject(%v0: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.transpose' op requires compatible element types for all operands and results}}
  %v1 = "stablehlo.transpose"(%v0) <{permutation = array<i64: 1, 0>}> : (tensor<i1>) -> (tensor<4x2xf32>)
  func.return
}

// -----

// stablehlo.transpose
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+2 {{TransposeOp operand rank 0 does not match permutation size 3}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %v1 = "stablehlo.transpose"(%v0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<f32>) -> (tensor<?x?x3xf32>)
  func.return
}
