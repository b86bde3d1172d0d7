// Dynamic broadcasts: scales along a dimension are compared at last, one scale not at all.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects operand and result to have compatible element type. Got: 'tensor<2xf32>' and 'tensor<3x3xf64>'
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<3x3xf64>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects operand and result to have compatible element type. Got: 'tensor<2xf32>' and 'tensor<2x3xf64>'
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: broadcast_dimensions size (2) does not match operand rank (1)
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: size of operand dimension 0 (2) is not compatible with size of result dimension 0 (3)
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi32>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: duplicate expansion hint for at least one operand dimension
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0>, known_expanding_dimensions = array<i64: 0, 0>}> : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result quantization_dimension 1 not same as broadcast_dimensions[0] = 0
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects operand and result to have compatible element type. Got: 'tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>' and 'tensor<2x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>'
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2xi32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects operand and result to have compatible element type. Got: 'tensor<2xf32>' and 'tensor<2x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>'
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {1.0}>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatch result scale 0 (2.000000e+00) and operand scale 0 (1.000000e+00)
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1x!quant.uniform<i8:f32:0, {1.0}>>, tensor<2xi32>) -> tensor<2x2x!quant.uniform<i8:f32:0, {2.0:1, 1.0}>>
  return
}

// -----

func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {1.0}>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatch result zero_point 0 (1) and operand zero_point 0 (0)
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1x!quant.uniform<i8:f32:0, {1.0}>>, tensor<2xi32>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0:1, 1.0}>>
  return
}

// -----

func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {1.0}>>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: mismatch result scale 2 (2.000000e+00) and operand scale 0 (1.000000e+00)
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1x!quant.uniform<i8:f32:0, {1.0}>>, tensor<2xi32>) -> tensor<?x2x!quant.uniform<i8:f32:0, {1.0, 1.0, 2.0}>>
  return
}
