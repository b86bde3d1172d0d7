// What is said of linear algebra with one mistake; made by `python -m tools.operations.rules`.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// stablehlo.cholesky
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+2 {{argument 'a' must have rank >= 2, got shape 4.}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %v1 = "stablehlo.cholesky"(%v0) : (tensor<4xf32>) -> (tensor<4xf32>)
  func.return
}

// -----

// stablehlo.cholesky
func.func @subject(%v0: tensor<3x3xf32>) {
  // expected-error@+2 {{'stablehlo.cholesky' op inferred type(s) 'tensor<3x3xf32>' are incompatible with return type(s) of operation 'tensor<3x4xf32>'}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %v1 = "stablehlo.cholesky"(%v0) : (tensor<3x3xf32>) -> (tensor<3x4xf32>)
  func.return
}

// -----

// stablehlo.cholesky
func.func @subject(%v0: tensor<3x5xf32>) {
  // expected-error@+2 {{minor dimensions of 'a' must have equal size, got shape 3, 5.}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %v1 = "stablehlo.cholesky"(%v0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>)
  func.return
}

// -----

// stablehlo.cholesky
func.func @subject(%v0: tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op requires compatible element types for all operands and results}}
  %v1 = "stablehlo.cholesky"(%v0) : (tensor<3x3xf32>) -> (tensor<3x3xcomplex<f64>>)
  func.return
}

// -----

// stablehlo.cholesky
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+2 {{argument 'a' must have rank >= 2, got shape .}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %v1 = "stablehlo.cholesky"(%v0) <{lower = false}> : (tensor<f32>) -> (tensor<3x3xf32>)
  func.return
}

// -----

// stablehlo.cholesky
func.func @subject(%v0: tensor<3x3x2xf32>) {
  // expected-error@+2 {{minor dimensions of 'a' must have equal size, got shape 3, 3, 2.}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %v1 = "stablehlo.cholesky"(%v0) <{lower = false}> : (tensor<3x3x2xf32>) -> (tensor<3x3xf32>)
  func.return
}

// -----

// stablehlo.cholesky
func.func @subject(%v0: tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op requires one result}}
  "stablehlo.cholesky"(%v0) : (tensor<3x3xf32>) -> ()
  func.return
}

// -----

// stablehlo.convolution
func.func @subject(%v0: tensor<1x8x1xf32>, %v1: tensor<2x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.convolution"(%v1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<0> : vector<1x2xi64>}> : (tensor<2x1x1xf32>) -> (tensor<1x7x1xf32>)
  func.return
}

// -----

// stablehlo.convolution
func.func @subject(%v0: tensor<1x8x8x5xf32>, %v1: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{expects input feature dimension (5) / feature_group_count = kernel input feature dimension (3). Got feature_group_count = 1.}}
  %v2 = "stablehlo.convolution"(%v0, %v1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x5xf32>, tensor<3x3x3x16xf32>) -> (tensor<1x6x6x16xf32>)
  func.return
}

// -----

// stablehlo.convolution
func.func @subject(%v0: tensor<1x8x8x3xf32>, %v1: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{inferred shape '[1, 6, 6, 16]' is incompatible with return type of operation 'tensor<2x6x6x16xf32>'}}
  %v2 = "stablehlo.convolution"(%v0, %v1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> (tensor<2x6x6x16xf32>)
  func.return
}

// -----

// stablehlo.convolution
func.func @subject(%v0: tensor<1x8x1xi32>, %v1: tensor<2x1x1xf32>) {
  // expected-error@+1 {{expects lhs and rhs to have compatible element type. Got: 'i32' and 'f32'}}
  %v2 = "stablehlo.convolution"(%v0, %v1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<0> : vector<1x2xi64>}> : (tensor<1x8x1xi32>, tensor<2x1x1xf32>) -> (tensor<1x7x1xf32>)
  func.return
}

// -----

// stablehlo.convolution
func.func @subject(%v0: tensor<?x8x8x207xf32>, %v1: tensor<3x3x1x207xf32>) {
  // expected-error@+1 {{expects input feature dimension (207) to be a multiple of feature_group_count. Got feature_group_count = 208.}}
  %v2 = "stablehlo.convolution"(%v0, %v1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 208 : i64, window_strides = array<i64: 2, 3>}> : (tensor<?x8x8x207xf32>, tensor<3x3x1x207xf32>) -> (tensor<?x3x2x207xf32>)
  func.return
}

// -----

// stablehlo.convolution
func.func @subject(%v0: tensor<?x8x8x207xf32>, %v1: tensor<3x0x1x207xf32>) {
  // expected-error@+1 {{expects window to have positive value for 1-th window dimension, but got 0.}}
  %v2 = "stablehlo.convolution"(%v0, %v1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 207 : i64, window_strides = array<i64: 2, 3>}> : (tensor<?x8x8x207xf32>, tensor<3x0x1x207xf32>) -> (tensor<?x3x2x207xf32>)
  func.return
}

// -----

// stablehlo.convolution
func.func @subject() {
  %v0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<4x2x5xf32>}> : () -> (tensor<4x2x5xf32>)
  %v1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2x3x2xf32>}> : () -> (tensor<2x3x2xf32>)
  // expected-error@+1 {{expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp.}}
  %v2 = "stablehlo.convolution"(%v0, %v1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, 0, i]->[b, f, 0]>, feature_group_count = 2 : i64}> : (tensor<4x2x5xf32>, tensor<2x3x2xf32>) -> (tensor<2x2x3xf32>)
  func.return
}

// -----

// stablehlo.convolution
func.func @subject() {
  %v0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<4x2x5xf32>}> : () -> (tensor<4x2x5xf32>)
  %v1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2x3x2xf32>}> : () -> (tensor<2x3x2xf32>)
  // expected-error@+1 {{expects input batch dimension (4) to be divisible by batch_group_count. Got batch_group_count = 3.}}
  %v2 = "stablehlo.convolution"(%v0, %v1) <{batch_group_count = 3 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, 0, i]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<4x2x5xf32>, tensor<2x3x2xf32>) -> (tensor<2x2x3xf32>)
  func.return
}

// -----

// stablehlo.convolution
func.func @subject(%v0: tensor<1x8x8x3xf32>, %v1: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires attribute 'dimension_numbers'}}
  %v2 = "stablehlo.convolution"(%v0, %v1) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> (tensor<1x6x6x16xf32>)
  func.return
}

// -----

// stablehlo.dot
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.dot"(%v0) : (tensor<2x4xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

// stablehlo.dot
func.func @subject(%v0: tensor<3x4xf32>, %v1: tensor<f32>) {
  // expected-error@+1 {{expected both lhs/rhs ranks to be either 1 or 2}}
  %v2 = "stablehlo.dot"(%v0, %v1) : (tensor<3x4xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return
}

// -----

// stablehlo.dot
func.func @subject(%v0: tensor<4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{inferred shape '[]' is incompatible with return type of operation 'tensor<3xf32>'}}
  %v2 = "stablehlo.dot"(%v0, %v1) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

// stablehlo.dot
func.func @subject(%v0: tensor<3x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op requires one result}}
  "stablehlo.dot"(%v0, %v1) : (tensor<3x4xf32>, tensor<4xf32>) -> ()
  func.return
}

// -----

// stablehlo.dot_general
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<i32>) {
  // expected-error@+1 {{inferred shape '[2, 3, 4]' is incompatible with return type of operation 'tensor<2x3x4x2x4x5xf32>'}}
  %v2 = "stablehlo.dot_general"(%v0, %v1) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<2x3x4xf32>, tensor<i32>) -> (tensor<2x3x4x2x4x5xf32>)
  func.return
}

// -----

// stablehlo.dot_general
func.func @subject(%v0: tensor<3x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{lhs and rhs should have the same number of contracting dimensions}}
  %v2 = "stablehlo.dot_general"(%v0, %v1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = []>}> : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3xf64>)
  func.return
}

// -----

// stablehlo.dot_general
func.func @subject(%v0: tensor<3x4xf32>, %v1: tensor<3xf32>) {
  // expected-error@+1 {{contracting dimension sizes must match for lhs/rhs}}
  %v2 = "stablehlo.dot_general"(%v0, %v1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3x4xf32>, tensor<3xf32>) -> (tensor<3xf64>)
  func.return
}

// -----

// stablehlo.dot_general
func.func @subject(%v0: tensor<3x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{rhs_contracting_dimensions value: -1 is out of range: [0, 1)}}
  %v2 = "stablehlo.dot_general"(%v0, %v1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [-1]>}> : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3xf64>)
  func.return
}

// -----

// stablehlo.dot_general
func.func @subject(%v0: tensor<?x3x?xf32>, %v1: tensor<i64>) {
  // expected-error@+1 {{rhs_batching_dimensions value: 0 is out of range: [0, 0)}}
  %v2 = "stablehlo.dot_general"(%v0, %v1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x3x?xf32>, tensor<i64>) -> (tensor<?x3x5xf32>)
  func.return
}

// -----

// stablehlo.dot_general
func.func @subject(%v0: tensor<3x?xf32>, %v1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{lhs_contracting_dimensions value: 2 is out of range: [0, 2)}}
  %v2 = "stablehlo.dot_general"(%v0, %v1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<3x?xf32>, tensor<2x4x5xf32>) -> (tensor<?x3x5xf32>)
  func.return
}

// -----

// stablehlo.dot_general
func.func @subject(%v0: tensor<?x3x?xf32>, %v1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{batching dimension sizes must match for lhs/rhs}}
  %v2 = "stablehlo.dot_general"(%v0, %v1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x3x?xf32>, tensor<2x4x5xf32>) -> (tensor<?x3x5xf32>)
  func.return
}

// -----

// stablehlo.dot_general
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{has duplicated dimension from rhs_batching_dimensions and rhs_contracting_dimensions: 0}}
  %v2 = "stablehlo.dot_general"(%v0, %v1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

// stablehlo.dot_general
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires one result}}
  "stablehlo.dot_general"(%v0, %v1) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> ()
  func.return
}

// -----

// stablehlo.dynamic_conv
func.func @subject(%v0: tensor<1x8x8x3xf32>, %v1: tensor<3x3x3x16xf32>, %v2: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expected 3 operands, but found 2}}
  %v3 = "stablehlo.dynamic_conv"(%v0, %v2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<2x2xi64>) -> (tensor<1x?x?x16xf32>)
  func.return
}

// -----

// stablehlo.dynamic_conv
func.func @subject(%v0: tensor<1x8x8x3xf32>, %v1: tensor<3x3x3x16xf32>, %v2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects input batch dimension (1) to be divisible by batch_group_count. Got batch_group_count = 3.}}
  %v3 = "stablehlo.dynamic_conv"(%v0, %v1, %v2) <{batch_group_count = 3 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<2x2xi64>) -> (tensor<1x?x?x16xf32>)
  func.return
}

// -----

// stablehlo.dynamic_conv
func.func @subject(%v0: tensor<1x8x8x3xf32>, %v1: tensor<3x3x3x16xf32>, %v2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects input feature dimension (3) / feature_group_count = kernel input feature dimension (3). Got feature_group_count = 3.}}
  %v3 = "stablehlo.dynamic_conv"(%v0, %v1, %v2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<2x2xi64>) -> (tensor<1x?x?x16xf32>)
  func.return
}

// -----

// stablehlo.dynamic_conv
func.func @subject(%v0: tensor<1x8x8x3xf32>, %v1: tensor<3x3x3x16xf32>, %v2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects input feature dimension (3) to be a multiple of feature_group_count. Got feature_group_count = 2.}}
  %v3 = "stablehlo.dynamic_conv"(%v0, %v1, %v2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<2x2xi64>) -> (tensor<1x?x?x16xf32>)
  func.return
}

// -----

// stablehlo.dynamic_conv
func.func @subject(%v0: tensor<1x8x8x3xi32>, %v1: tensor<3x3x3x16xf32>, %v2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects lhs and rhs to have compatible element type. Got: 'i32' and 'f32'}}
  %v3 = "stablehlo.dynamic_conv"(%v0, %v1, %v2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xi32>, tensor<3x3x3x16xf32>, tensor<2x2xi64>) -> (tensor<1x?x?x16xf32>)
  func.return
}

// -----

// stablehlo.dynamic_conv
func.func @subject(%v0: tensor<1x8x8x3xf32>, %v1: tensor<3x3x3x16xf32>, %v2: tensor<3x2xi64>) {
  // expected-error@+1 {{expects padding to be of shape [2, 2], but got [3, 2]}}
  %v3 = "stablehlo.dynamic_conv"(%v0, %v1, %v2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<3x2xi64>) -> (tensor<1x?x?x16xf32>)
  func.return
}

// -----

// stablehlo.dynamic_conv
func.func @subject(%v0: tensor<f32>, %v1: tensor<3x3x207x16xf32>) {
  %v2 = "stablehlo.constant"() <{value = dense<0> : tensor<2x2xi64>}> : () -> (tensor<2x2xi64>)
  // expected-error@+1 {{expects convolution arguments to have >= 2 dimensions. Got: 'tensor<f32>' and 'tensor<3x3x207x16xf32>'.}}
  %v3 = "stablehlo.dynamic_conv"(%v0, %v1, %v2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 4, 4>}> : (tensor<f32>, tensor<3x3x207x16xf32>, tensor<2x2xi64>) -> (tensor<1x2x2x16xf32>)
  func.return
}

// -----

// stablehlo.dynamic_conv
func.func @subject(%v0: tensor<1x8x8x207xf32>, %v1: tensor<3x207x16xf32>) {
  %v2 = "stablehlo.constant"() <{value = dense<0> : tensor<2x2xi64>}> : () -> (tensor<2x2xi64>)
  // expected-error@+1 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<1x8x8x207xf32>' and 'tensor<3x207x16xf32>'.}}
  %v3 = "stablehlo.dynamic_conv"(%v0, %v1, %v2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 4, 4>}> : (tensor<1x8x8x207xf32>, tensor<3x207x16xf32>, tensor<2x2xi64>) -> (tensor<1x2x2x16xf32>)
  func.return
}

// -----

// stablehlo.dynamic_conv
func.func @subject(%v0: tensor<1x8x8x3xf32>, %v1: tensor<3x3x3x16xf32>, %v2: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires attribute 'dimension_numbers'}}
  %v3 = "stablehlo.dynamic_conv"(%v0, %v1, %v2) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<2x2xi64>) -> (tensor<1x?x?x16xf32>)
  func.return
}

// -----

// stablehlo.einsum
func.func @subject(%v0: tensor<3x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op requires attribute 'einsum_config'}}
  %v2 = "stablehlo.einsum"(%v0, %v1) : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

// stablehlo.fft
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+2 {{operand rank must not be less than fft rank of 1 for operand of type 'tensor<f32>'.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %v1 = "stablehlo.fft"(%v0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<f32>) -> (tensor<3x3xcomplex<f32>>)
  func.return
}

// -----

// stablehlo.fft
func.func @subject(%v0: tensor<3x4xf32>) {
  // expected-error@+2 {{'stablehlo.fft' op inferred type(s) 'tensor<3x3xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<0x3xcomplex<f32>>'}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %v1 = "stablehlo.fft"(%v0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<3x4xf32>) -> (tensor<0x3xcomplex<f32>>)
  func.return
}

// -----

// stablehlo.fft
func.func @subject(%v0: tensor<3x3xf32>) {
  // expected-error@+2 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, 3 but wanted 4.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %v1 = "stablehlo.fft"(%v0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<3x3xf32>) -> (tensor<3x3xcomplex<f32>>)
  func.return
}

// -----

// stablehlo.fft
func.func @subject(%v0: tensor<3x4xbf16>) {
  // expected-error@+2 {{FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<3x4xbf16>'.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %v1 = "stablehlo.fft"(%v0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<3x4xbf16>) -> (tensor<3x4xcomplex<f32>>)
  func.return
}

// -----

// stablehlo.fft
func.func @subject(%v0: tensor<2x16xf32>) {
  // expected-error@+2 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 2, 16 but wanted 16, 16.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %v1 = "stablehlo.fft"(%v0) <{fft_length = array<i64: 16, 16>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<2x16xf32>) -> (tensor<2x9xcomplex<f32>>)
  func.return
}

// -----

// stablehlo.fft
func.func @subject(%v0: tensor<2x9xcomplex<f32>>) {
  // expected-error@+2 {{IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: 9 but fft_length is 3.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %v1 = "stablehlo.fft"(%v0) <{fft_length = array<i64: 3>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<2x9xcomplex<f32>>) -> (tensor<2x16xf32>)
  func.return
}

// -----

// stablehlo.fft
func.func @subject(%v0: tensor<3x9x8xf64>) {
  // expected-error@+2 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, 9, 8 but wanted -9223372036854775808, 9.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %v1 = "stablehlo.fft"(%v0) <{fft_length = array<i64: -9223372036854775808, 9>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<3x9x8xf64>) -> (tensor<3x9x5xcomplex<f64>>)
  func.return
}

// -----

// stablehlo.fft
func.func @subject(%v0: tensor<3x9x5xcomplex<f64>>) {
  // expected-error@+2 {{IRFFT requires non-final dimensions to be compatible with fft_length. Got: 3, 9, 5 but wanted 8, -9223372036854775808, and 9 != 8.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %v1 = "stablehlo.fft"(%v0) <{fft_length = array<i64: 8, -9223372036854775808>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<3x9x5xcomplex<f64>>) -> (tensor<3x9x8xf64>)
  func.return
}

// -----

// stablehlo.triangular_solve
func.func @subject(%v0: tensor<3xf32>, %v1: tensor<3x4xf32>) {
  // expected-error@+2 {{operand 'a' must have rank >= 2, but got 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %v2 = "stablehlo.triangular_solve"(%v0, %v1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  func.return
}

// -----

// stablehlo.triangular_solve
func.func @subject(%v0: tensor<3x3xf32>, %v1: tensor<3x4xf32>) {
  // expected-error@+2 {{'stablehlo.triangular_solve' op inferred type(s) 'tensor<3x4xf32>' are incompatible with return type(s) of operation 'tensor<3x5xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %v2 = "stablehlo.triangular_solve"(%v0, %v1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x4xf32>) -> (tensor<3x5xf32>)
  func.return
}

// -----

// stablehlo.triangular_solve
func.func @subject(%v0: tensor<3x3xf32>, %v1: tensor<4xf32>) {
  // expected-error@+2 {{operands must have equal rank, but got 'tensor<3x3xf32>' and 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %v2 = "stablehlo.triangular_solve"(%v0, %v1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<4xf32>) -> (tensor<3x4xf32>)
  func.return
}

// -----

// stablehlo.triangular_solve
func.func @subject(%v0: tensor<3x3xbf16>, %v1: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires compatible element types for all operands and results}}
  %v2 = "stablehlo.triangular_solve"(%v0, %v1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xbf16>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  func.return
}

// -----

// stablehlo.unary_einsum
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.unary_einsum' op requires attribute 'einsum_config'}}
  %v1 = "stablehlo.unary_einsum"(%v0) : (tensor<2x4xf32>) -> (tensor<2xf32>)
  func.return
}
