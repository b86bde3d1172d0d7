// Broadcasts of quantized elements: one scale stays what it is; scales along a dimension follow it.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<3x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scale and zero_point but got 'tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00>>'
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect same quantization scale and zero_point but got 'tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:4>>'
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.0:4>>
  return
}

// -----

func.func @f(%a: tensor<1x2x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:-20}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: broadcast_dimensions size (2) does not match operand rank (3)
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:-20}>>) -> tensor<1x2x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:-20}>>
  return
}

// -----

func.func @f(%a: tensor<1x2x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:-20}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: broadcast_dimensions should not have duplicates
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1, 1>}> : (tensor<1x2x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:-20}>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32:3, {0.1:-30, 0.5:-20}>>
  return
}

// -----

func.func @f(%a: tensor<1x2x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:-20}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: broadcast_dimensions contains invalid value 4 for result with rank 4
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1, 4>}> : (tensor<1x2x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:-20}>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32:3, {0.1:-30, 0.5:-20}>>
  return
}

// -----

func.func @f(%a: tensor<1x2x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:-20}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: size of operand dimension 1 (2) is not equal to 1 or size of result dimension 1 (3)
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x2x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:-20}>>) -> tensor<1x3x2x2x!quant.uniform<i8:f32:3, {0.1:-30, 0.5:-20}>>
  return
}

// -----

func.func @f(%a: tensor<1x2x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:-20}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result quantization_dimension 3 not same as broadcast_dimensions[2] = 2
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x2x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:-20}>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32:3, {0.1:-30, 0.5:-20}>>
  return
}

// -----

func.func @f(%a: tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result quantization_dimension 1 not same as broadcast_dimensions[0] = 0
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.2:-30, 0.5:-20}>>
  return
}

// -----

func.func @f(%a: tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatch result scale 0 (2.000000e-01) and operand scale 0 (1.000000e-01)
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.2:-30, 0.5:-20}>>
  return
}

// -----

func.func @f(%a: tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatch result zero_point 0 (-31) and operand zero_point 0 (-30)
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.1:-31, 0.5:-20}>>
  return
}

// -----

func.func @f(%a: tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatch result zero_point 1 (-20) and operand zero_point 0 (-30)
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.1:-20}>>
  return
}

// -----

func.func @f(%a: tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatch result scale 1 (5.000000e-01) and operand scale 0 (1.000000e-01)
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-30}>>
  return
}

// -----

func.func @f(%a: tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatch result scale 0 (2.000000e-01) and operand scale 0 (1.000000e-01)
  %0 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.2:-31, 0.5:-30}>>
  return
}
