// Dynamic reshapes: elements are compared as in a reshape, and at last; a quantized side need not be compatible.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<2x2xf32>, %b: tensor<1xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects operand and result to have compatible element type. Got: 'tensor<2x2xf32>' and 'tensor<5xf64>'
  %0 = "stablehlo.dynamic_reshape"(%a, %b) : (tensor<2x2xf32>, tensor<1xi32>) -> tensor<5xf64>
  return
}

// -----

func.func @f(%a: tensor<2x2xi8>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects operand and result to have compatible element type. Got: 'tensor<2x2xi8>' and 'tensor<2x2xf32>'
  %0 = "stablehlo.dynamic_reshape"(%a, %b) : (tensor<2x2xi8>, tensor<2xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<1xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: number of output elements (5) doesn't match expected number of elements (4)
  %0 = "stablehlo.dynamic_reshape"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<1xi32>) -> tensor<5x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<3xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result should have a rank equal to the number of elements in output_shape
  %0 = "stablehlo.dynamic_reshape"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<3xi32>) -> tensor<?x?x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scale and zero_point but got 'tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00>>'
  %0 = "stablehlo.dynamic_reshape"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2xi32>) -> tensor<?x?x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<1xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scale and zero_point but got 'tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>'
  %0 = "stablehlo.dynamic_reshape"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<1xi32>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<1xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scales and zero_points but got 'tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>' vs 'tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>'
  %0 = "stablehlo.dynamic_reshape"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<1xi32>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 3.0, 4.0, 5.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x?x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization dimension size for operand and result 'tensor<2x?x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>' and 'tensor<4x?x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>'
  %0 = "stablehlo.dynamic_reshape"(%a, %b) : (tensor<2x?x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi32>) -> tensor<4x?x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: product of dimensions before quantization dimension must match between operand and result for 1 and 4
  %0 = "stablehlo.dynamic_reshape"(%a, %b) : (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi32>) -> tensor<4x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}
