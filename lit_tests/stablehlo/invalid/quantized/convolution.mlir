// Convolutions of quantized elements: after everything about shapes, axes are looked at, then what products share.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x3x2xf64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects lhs and rhs to have compatible element type. Got: 'f32' and 'f64'
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x3x2xf64>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xi8>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects lhs and rhs to have compatible element type. Got: 'f32' and 'i8'
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xi8>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: inferred shape '[1, 6, 6, 2]' is incompatible with return type of operation 'tensor<1x6x6x3x!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x3x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0, 4.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: inferred shape '[1, 6, 6, 2]' is incompatible with return type of operation 'tensor<1x6x6x3x!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<1x6x6x3x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0, 4.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: quantization dimension of rhs should be same with kernel_output_feature_dimension
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: quantization dimension of rhs should be same with kernel_output_feature_dimension
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>) -> tensor<1x6x6x2xf64>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: quantization dimension of result should be same with output_feature_dimension
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: quantization dimension of result should be same with output_feature_dimension
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:0, {1.0}>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2xi8>) {
  // CHECK: :[[# @LINE + 1]]:8: error: rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2xi8>) -> tensor<1x6x6x2x!quant.uniform<i4:f16, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<u4:f16, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched lhs and rhs quantization storage types
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<u4:f16, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<u4:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<ui8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched lhs and rhs quantization storage types
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<ui8:f32, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<ui8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f16, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched lhs, rhs and result quantization expressed types
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f16, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched lhs, rhs and result quantization expressed types
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<i8:bf16, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:bf16, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched lhs, rhs and result quantization expressed types
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:bf16, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched rhs and result quantization granularity
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched rhs and result quantization granularity
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f32, 2.0>>) -> tensor<1x6x6x2x!quant.uniform<i32:f32:3, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf64>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched rhs quantization expressed type and lhs and result element type
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf64>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2xf64>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched rhs quantization expressed type and lhs and result element type
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2xf64>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2x!quant.uniform<i8:f64, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched rhs quantization expressed type and lhs and result element type
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2x!quant.uniform<i8:f64, 1.0>>) -> tensor<1x6x6x2xf64>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xi8>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched rhs quantization expressed type and lhs and result element type
  %0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xi8>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x6x6x2xi8>
  return
}
