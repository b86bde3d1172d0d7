// Transposes of quantized elements: scales stay, and the quantized dimension moves; shapes are inferred last.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.transpose' op requires compatible element types for all operands and results
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.transpose' op requires compatible element types for all operands and results
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.transpose' op requires compatible element types for all operands and results
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.transpose' op requires compatible element types for all operands and results
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scale and zero_point but got 'tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00>>'
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scale and zero_point but got 'tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00:3>>'
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:3>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scales and zero_points but got 'tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>' vs 'tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00,3.000000e+00}>>'
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 3.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:4, 2.0:5}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scales and zero_points but got 'tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00:4,2.000000e+00:5}>>' vs 'tensor<2x2x!quant.uniform<i8:f32:1, {1.000000e+00:4,2.000000e+00:6}>>'
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:4, 2.0:5}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0:4, 2.0:6}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:4, 2.0:5}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scales and zero_points but got 'tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00:4,2.000000e+00:5}>>' vs 'tensor<2x2x!quant.uniform<i8:f32:1, {1.000000e+00:4,3.000000e+00:6}>>'
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:4, 2.0:5}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0:4, 3.0:6}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: operand quantization_dimension 0 is not same as permutation[0] = 1
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: operand quantization_dimension 0 is not same as permutation[0] = 1
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: operand quantization_dimension 1 is not same as permutation[1] = 0
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x1x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.transpose' op inferred type(s) 'tensor<1x2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>' are incompatible with return type(s) of operation 'tensor<2x1x!quant.uniform<i8:f32:1, {1.000000e+00}>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.transpose' op failed to infer returned types
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x1x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x1x!quant.uniform<i8:f32:1, {1.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: TransposeOp operand rank 2 does not match permutation size 1
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.transpose' op failed to infer returned types
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: attribute permutation must be a permutation of [0, 1] but got 0, 0
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.transpose' op failed to infer returned types
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 0, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.transpose' op inferred type(s) 'tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.transpose' op failed to infer returned types
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.0>>
  return
}
