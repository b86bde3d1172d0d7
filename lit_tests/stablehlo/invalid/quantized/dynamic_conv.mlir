// Dynamic convolutions: elements are compared after the window; none has scales along a dimension.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf64>) {
  %c = stablehlo.constant dense<0> : tensor<2x2xi32>
  // CHECK: :[[# @LINE + 1]]:8: error: expects lhs and rhs to have compatible element type. Got: 'f32' and 'f64'
  %0 = "stablehlo.dynamic_conv"(%a, %b, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf64>, tensor<2x2xi32>) -> tensor<1x?x?x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>) {
  %c = stablehlo.constant dense<0> : tensor<2x2xi32>
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.dynamic_conv' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00}>>'
  %0 = "stablehlo.dynamic_conv"(%a, %b, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>, tensor<2x2xi32>) -> tensor<1x?x?x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2xf32>) {
  %c = stablehlo.constant dense<0> : tensor<2x2xi32>
  // CHECK: :[[# @LINE + 1]]:8: error: expects window to have positive stride for 0-th window dimension, but got 0.
  %0 = "stablehlo.dynamic_conv"(%a, %b, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 0, 1>}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2xf32>, tensor<2x2xi32>) -> tensor<1x?x?x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2xf32>) {
  %c = stablehlo.constant dense<0> : tensor<2x2xi32>
  // CHECK: :[[# @LINE + 1]]:8: error: rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold
  %0 = "stablehlo.dynamic_conv"(%a, %b, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2xf32>, tensor<2x2xi32>) -> tensor<1x?x?x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3x3x4x2x!quant.uniform<ui8:f32, 1.0>>) {
  %c = stablehlo.constant dense<0> : tensor<2x2xi32>
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched lhs and rhs quantization storage types
  %0 = "stablehlo.dynamic_conv"(%a, %b, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0>>, tensor<3x3x4x2x!quant.uniform<ui8:f32, 1.0>>, tensor<2x2xi32>) -> tensor<1x?x?x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>) {
  %c = stablehlo.constant dense<0> : tensor<2x2xi32>
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched rhs quantization expressed type and lhs and result element type
  %0 = "stablehlo.dynamic_conv"(%a, %b, %c) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2xi32>) -> tensor<1x?x?x2xf64>
  return
}
