// Additions of quantized elements: each rule is checked before the next one, and the type of the result is inferred last.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<3x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op requires the same shape for all operands and results
  %0 = "stablehlo.add"(%a, %b) : (tensor<3x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: op requires the same element type for all operands and results
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf64>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects  all operands and results to be either quantized or non-quantized
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2xf32>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<u8:f16, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects  all operands and results to be either quantized or non-quantized
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects  all operands and results to be either quantized or non-quantized
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2xi8>, %b: tensor<2x2xi8>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects  all operands and results to be either quantized or non-quantized
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i4:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched operands and result quantization storage types
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i4:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i4:f16, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched operands and result quantization storage types
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i16:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<ui8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched operands and result quantization storage types
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<ui8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x2x!quant.uniform<i8:f16, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched operands and result quantization expressed types
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f16, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatched operands and result quantization expressed types
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:bf16, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result is not per_axis quantized but lhs or rhs are
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result is not per_axis quantized but lhs or rhs are
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result is not per_axis quantized but lhs or rhs are
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x2x3x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: quantization_dimension of lhs and result are not same '!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>' vs '!quant.uniform<i8:f32:2, {1.000000e+00,2.000000e+00,3.000000e+00}>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x3x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x3x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: quantization_dimension of lhs and result are not same '!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>' vs '!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: quantization_dimension of rhs and result are not same '!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>' vs '!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: quantization_dimension of rhs and result are not same '!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>' vs '!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result per_axis quantized but none from rhs and lhs are per_axis quantized
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.add' op inferred type(s) 'tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<2x2x!quant.uniform<u8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op failed to infer returned types
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.add' op inferred type(s) 'tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<2x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op failed to infer returned types
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.add' op inferred type(s) 'tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<2x2x!quant.uniform<i8<-100:100>:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op failed to infer returned types
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8<-100:100>:f32, 1.0>>
  return
}
