// What is quantized, and what is no longer: its elements and those that are expressed are the same.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<2x2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_quantize' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x2xi32>'
  %0 = "stablehlo.uniform_quantize"(%a) : (tensor<2x2xi32>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_quantize' op result #0 must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x2xi8>'
  %0 = "stablehlo.uniform_quantize"(%a) : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return
}

// -----

func.func @f(%a: tensor<2x2xf64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_quantize' op requires the same shape for all operands and results
  %0 = "stablehlo.uniform_quantize"(%a) : (tensor<2x2xf64>) -> tensor<2x3x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2xf64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: Expressed type of result expected to be 'f64', but got 'f32'
  %0 = "stablehlo.uniform_quantize"(%a) : (tensor<2x2xf64>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:bf16, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: Expressed type of result expected to be 'bf16', but got 'f32'
  %0 = "stablehlo.uniform_quantize"(%a) : (tensor<2x2x!quant.uniform<i8:bf16, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: Expressed type of result expected to be 'f32', but got 'f16'
  %0 = "stablehlo.uniform_quantize"(%a) : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f16:0, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_quantize' op result #0 must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x2x!quant.uniform<si8:f32, 1.000000e+00>>'
  %0 = "stablehlo.uniform_quantize"(%a) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<si8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_dequantize' op operand #0 must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x2xf32>'
  %0 = "stablehlo.uniform_dequantize"(%a) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_dequantize' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "stablehlo.uniform_dequantize"(%a) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_dequantize' op requires the same shape for all operands and results
  %0 = "stablehlo.uniform_dequantize"(%a) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x3xf64>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x2xf64>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_dequantize' op failed to infer returned types
  %0 = "stablehlo.uniform_dequantize"(%a) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2xf64>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x2xbf16>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_dequantize' op failed to infer returned types
  %0 = "stablehlo.uniform_dequantize"(%a) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2xbf16>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.any<i8:f32>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_dequantize' op operand #0 must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x2x!quant.any<i8:f32>>'
  %0 = "stablehlo.uniform_dequantize"(%a) : (tensor<2x2x!quant.any<i8:f32>>) -> tensor<2x2xf32>
  return
}
