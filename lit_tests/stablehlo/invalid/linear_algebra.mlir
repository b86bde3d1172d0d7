// What dot products, convolutions, decompositions, transforms and normalizations say of shapes.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @dot(%arg0: tensor<4x8xf32>, %arg1: tensor<9x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected both lhs/rhs ranks to be either 1 or 2
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<4x8xf32>, tensor<9x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dot_contracting(%arg0: tensor<4x8xf32>, %arg1: tensor<9x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: contracting dimension sizes must match for lhs/rhs
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<9x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dot_batching(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: batching dimension sizes must match for lhs/rhs
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dot_repeated(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: has duplicated dimension from lhs_batching_dimensions and lhs_contracting_dimensions: 1
  %0 = stablehlo.dot_general %arg0, %arg0, batching_dims = [1] x [1], contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dot_result(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: inferred shape '[4, 4]' is incompatible with return type of operation 'tensor<4x5xf32>'
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @convolution_groups(%arg0: tensor<1x8x8x3xf32>, %arg1: tensor<3x3x3x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects input feature dimension (3) to be a multiple of feature_group_count. Got feature_group_count = 2.
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @convolution_result(%arg0: tensor<1x8x8x3xf32>, %arg1: tensor<3x3x3x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: inferred shape '[1, 6, 6, 4]' is incompatible with return type of operation 'tensor<1x8x8x4xf32>'
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
  return
}

// -----

func.func @cholesky(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: minor dimensions of 'a' must have equal size, got shape 4, 8.
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.cholesky' op failed to infer returned types
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<4x8xf32>
  return
}

// -----

func.func @fft(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<8xf32>'.
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.fft' op failed to infer returned types
  %0 = stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @batch_norm(%arg0: tensor<4x8xf32>, %arg1: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:10: error: expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 4 and the feature count is 8.
  // CHECK: :[[# @LINE + 1]]:10: error: 'stablehlo.batch_norm_training' op failed to infer returned types
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @feature_index(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:10: error: expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2.
  // CHECK: :[[# @LINE + 1]]:10: error: 'stablehlo.batch_norm_training' op failed to infer returned types
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.0 : f32, feature_index = 2 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @fft_of_dynamic(%arg0: tensor<3x?x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, -9223372036854775808, 8 but wanted -1, 4.
  %0 = "stablehlo.fft"(%arg0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: -1, 4>}> : (tensor<3x?x8xf32>) -> tensor<3x?x3xcomplex<f32>>
  return
}

// -----

func.func @more_dimensions_than_spatial(%arg0: tensor<2x4x6x1x3xf32>, %arg1: tensor<3x3x4x8x3xf32>, %arg2: tensor<2x2xi64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects convolution arguments to have 4 dimensions. Got: 5
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1]>, feature_group_count = 1 : i64}> : (tensor<2x4x6x1x3xf32>, tensor<3x3x4x8x3xf32>, tensor<2x2xi64>) -> tensor<?x?x?x?xf32>
  return
}

// -----

// So many dimensions come before the shape of the padding,

func.func @dimensions_before_padding(%arg0: tensor<2x4x6x1x3xf32>, %arg1: tensor<3x3x4x8x3xf32>, %arg2: tensor<3x2xi64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects convolution arguments to have 4 dimensions. Got: 5
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1]>, feature_group_count = 1 : i64}> : (tensor<2x4x6x1x3xf32>, tensor<3x3x4x8x3xf32>, tensor<3x2xi64>) -> tensor<?x?x?x?xf32>
  return
}

// -----

// and as many spatial ones on all sides before the numbers of dimensions.

func.func @sides_before_range(%arg0: tensor<1x2x3xf32>, %arg1: tensor<1x3x2xf32>, %arg2: tensor<1x2xi64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects the same size for input, kernel and output spatial-dimensions, but got 1, 1, and 2 resp.
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, 0, i]->[0, f, 1, b]>, feature_group_count = 1 : i64}> : (tensor<1x2x3xf32>, tensor<1x3x2xf32>, tensor<1x2xi64>) -> tensor<?x?x?x?xf32>
  return
}

// -----

// Attributes are looked at in the order in which they are declared.

func.func @attributes(%arg0: tensor<2x4x6x1xf32>, %arg1: tensor<3x1x4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.convolution' op attribute 'padding' failed to satisfy constraint: 64-bit signless integer elements attribute
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = -1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<2x2xi32>}> : (tensor<2x4x6x1xf32>, tensor<3x1x4x8xf32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @sizes_beyond_bounds(%arg0: tensor<5x4xf32>, %arg1: tensor<?x4xf32, #stablehlo.bounds<4, ?>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: Mismatched dimension size 5 and bound 4 in dimension 0
  %0 = stablehlo.add %arg0, %arg1 : (tensor<5x4xf32>, tensor<?x4xf32, #stablehlo.bounds<4, ?>>) -> tensor<5x4xf32>
  return
}
