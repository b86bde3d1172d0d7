// Reshapes of quantized elements: scales stay, and the quantized dimension keeps its place among the elements.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.reshape' op requires compatible element types for all operands and results
  %0 = "stablehlo.reshape"(%a) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<5x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.reshape' op requires compatible element types for all operands and results
  %0 = "stablehlo.reshape"(%a) : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.reshape' op requires compatible element types for all operands and results
  %0 = "stablehlo.reshape"(%a) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: number of output elements (5) doesn't match expected number of elements (4)
  %0 = "stablehlo.reshape"(%a) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<5x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scale and zero_point but got 'tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00>>'
  %0 = "stablehlo.reshape"(%a) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scale and zero_point but got 'tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00:1>>'
  %0 = "stablehlo.reshape"(%a) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0:1>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scales and zero_points but got 'tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>' vs 'tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>'
  %0 = "stablehlo.reshape"(%a) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 3.0, 4.0, 5.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:4, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scales and zero_points but got 'tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00:4,2.000000e+00}>>' vs 'tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00:5,2.000000e+00}>>'
  %0 = "stablehlo.reshape"(%a) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:4, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0:5, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization dimension size for operand and result 'tensor<2x4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>' and 'tensor<4x2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>'
  %0 = "stablehlo.reshape"(%a) : (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<4x2x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization dimension size for operand and result 'tensor<2x4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>' and 'tensor<2x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>'
  %0 = "stablehlo.reshape"(%a) : (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x4x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: product of dimensions before quantization dimension must match between operand and result for 1 and 4
  %0 = "stablehlo.reshape"(%a) : (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<4x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<4x2x3x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: product of dimensions before quantization dimension must match between operand and result for 4 and 2
  %0 = "stablehlo.reshape"(%a) : (tensor<4x2x3x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x6x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}
