// What is said of dynamic shapes with one mistake; made by `python -m tools.operations.rules`.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

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

// stablehlo.dynamic_broadcast_in_dim
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires attribute 'broadcast_dimensions'}}
  %v2 = "stablehlo.dynamic_broadcast_in_dim"(%v0, %v1) : (tensor<2x4xf32>, tensor<2xi64>) -> (tensor<?x?xf32>)
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

// stablehlo.dynamic_iota
func.func @subject(%v0: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op requires attribute 'iota_dimension'}}
  %v1 = "stablehlo.dynamic_iota"(%v0) : (tensor<2xi64>) -> (tensor<?x4xi32>)
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
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.dynamic_reshape"(%v1) : (tensor<2xi64>) -> (tensor<?x?xf32>)
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
