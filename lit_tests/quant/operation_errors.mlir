// What is said where quantized and other elements are mixed up.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_quantize' op requires the expressed type of 'tensor<4x!quant.uniform<i8:bf16, 2.000000e+00:15>>' to be that of 'tensor<4xf32>'
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:bf16, 2.0:15>>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_quantize' op result #0 must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4xi8>'
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.any<i8:f32>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_dequantize' op operand #0 must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.any<i8:f32>>'
  %0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.any<i8:f32>>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 2.0:15>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xbf16>'
  %0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4xbf16>
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_quantize' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4xi32>'
  %0 = stablehlo.uniform_quantize %a : (tensor<4xi32>) -> tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.uniform_quantize' op requires the same shape for all operands and results
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<5x!quant.uniform<i8:f32, 2.0:15>>
  return
}
