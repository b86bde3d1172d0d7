// What operations that arrange elements anew say of shapes and dimensions that do not fit.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @constant() {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.constant' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.constant' op failed to infer returned types
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<5xf32>
  return
}

// -----

func.func @iota_dimension() {
  // CHECK: :[[# @LINE + 1]]:8: error: iota dimension cannot go beyond the output rank.
  %0 = stablehlo.iota dim = 2 : tensor<4x8xi32>
  return
}

// -----

func.func @iota_scalar() {
  // CHECK: :[[# @LINE + 1]]:8: error: does not support scalars.
  %0 = stablehlo.iota dim = 0 : tensor<i32>
  return
}

// -----

func.func @reshape_count(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: number of output elements (31) doesn't match expected number of elements (32)
  %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<31xf32>
  return
}

// -----

func.func @reshape_elements(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.reshape' op requires compatible element types for all operands and results
  %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<32xi32>
  return
}

// -----

func.func @bitcast_rank(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: rank of smaller element type (2) should be 1 more than rank of larger element type (2), but 2 != 2 + 1.
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xi64>
  return
}

// -----

func.func @bitcast_width(%arg0: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: requires compatible bit widths. Got: 'tensor<4x3xf32>' and 'tensor<4xi64>', but 32 * 3 != 64.
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x3xf32>) -> tensor<4xi64>
  return
}

// -----

func.func @broadcast(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: Broadcast with negative dimension size -2
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.broadcast' op failed to infer returned types
  %0 = stablehlo.broadcast %arg0, sizes = [-2] : (tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_in_dim_count(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: broadcast_dimensions size (2) does not match operand rank (1)
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @broadcast_in_dim_repeated(%arg0: tensor<4x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: broadcast_dimensions should not have duplicates
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @broadcast_in_dim_range(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: broadcast_dimensions contains invalid value 2 for result with rank 2
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @broadcast_in_dim_size(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: size of operand dimension 0 (4) is not equal to 1 or size of result dimension 1 (8)
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @transpose_permutation(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: attribute permutation must be a permutation of [0, 1] but got 0, 0
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.transpose' op failed to infer returned types
  %0 = stablehlo.transpose %arg0, dims = [0, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @transpose_result(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.transpose' op inferred type(s) 'tensor<8x4xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.transpose' op failed to infer returned types
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @reverse(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: dimensions should be unique. Got: 1, 1
  %0 = stablehlo.reverse %arg0, dims = [1, 1] : tensor<4x8xf32>
  return
}

// -----

func.func @concatenate_dimension(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: dimension 1 is out-of-bounds for input rank 1
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.concatenate' op failed to infer returned types
  %0 = stablehlo.concatenate %arg0, %arg0, dim = 1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @concatenate_dimension_of_first(%arg0: tensor<4xf32>, %arg1: tensor<4x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: dimension 1 is out-of-bounds for input rank 1
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @concatenate_sizes(%arg0: tensor<4x8xf32>, %arg1: tensor<4x9xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: shapes of operand (0) and (1) are not compatible at non-concat index 1: (4, 8) != (4, 9)
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.concatenate' op failed to infer returned types
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4x8xf32>, tensor<4x9xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @concatenate_nothing() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.concatenate' op expected 1 or more operands, but found 0
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<8x8xf32>
  return
}
