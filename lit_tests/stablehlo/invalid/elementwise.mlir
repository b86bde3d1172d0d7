// What operations on elements say of operands and results that do not go together.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @shapes(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op requires the same shape for all operands and results
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @element_types(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: op requires the same element type for all operands and results
  %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @types(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.multiply' op requires compatible types for all operands and results
  %0 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @operand_constraint(%arg0: i32, %arg1: tensor<4xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'i32'
  %0 = "stablehlo.add"(%arg0, %arg1) : (i32, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @result_constraint(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.is_finite' op result #0 must be ranked tensor of bool values, but got 'tensor<4xf32>'
  %0 = "stablehlo.is_finite"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @real(%arg0: tensor<4xcomplex<f32>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.real' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.real' op failed to infer returned types
  %0 = "stablehlo.real"(%arg0) : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @complex(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.complex' op inferred type(s) 'tensor<4xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<4xcomplex<f64>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.complex' op failed to infer returned types
  %0 = "stablehlo.complex"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
  return
}

// -----

func.func @compare(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type
  %0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

func.func @select_types(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<4xi32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: requires compatible types for non-predicate operands
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.select' op failed to infer returned types
  %0 = "stablehlo.select"(%arg0, %arg1, %arg2) : (tensor<4xi1>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @select_predicate(%arg0: tensor<5xi1>, %arg1: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: requires the same shape for all operands
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.select' op failed to infer returned types
  %0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<5xi1>, tensor<4xf32>
  return
}

// -----

func.func @clamp(%arg0: tensor<3xf32>, %arg1: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: min shape [3] is not scalar and is not compatible to operand shape [4]
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.clamp' op failed to infer returned types
  %0 = "stablehlo.clamp"(%arg0, %arg1, %arg1) : (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @missing_attribute(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.compare' op requires attribute 'comparison_direction'
  %0 = "stablehlo.compare"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @operand_count(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op expected 2 operands, but found 1
  %0 = "stablehlo.add"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
