// Operations of CHLO on quantized elements: the trait, then the operands, then the type of the result.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_add' op requires compatible element types for all operands and results
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_maximum' op requires compatible element types for all operands and results
  %0 = "chlo.broadcast_maximum"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_minimum' op requires compatible element types for all operands and results
  %0 = "chlo.broadcast_minimum"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<u8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_add' op requires compatible element types for all operands and results
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<u8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_add' op requires compatible element types for all operands and results
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_add' op requires compatible element types for all operands and results
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_atan2' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_atan2"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_divide' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_divide"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_multiply' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_multiply"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_next_after' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_next_after"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_polygamma' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_polygamma"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_power' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_power"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_remainder' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_remainder"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_shift_left' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_shift_left"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_shift_right_arithmetic' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_shift_right_arithmetic"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_shift_right_logical' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_shift_right_logical"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_subtract' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_subtract"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_subtract' op requires the same element type for all operands and results
  %0 = "chlo.broadcast_subtract"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<u8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: mismatched operand types
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_compare' op failed to infer returned types
  %0 = "chlo.broadcast_compare"(%a, %b) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<u8:f32, 1.0>>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: mismatched operand types
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_compare' op failed to infer returned types
  %0 = "chlo.broadcast_compare"(%a, %b) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%a: tensor<4xi1>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>, %c: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: mismatched operand types
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_select' op failed to infer returned types
  %0 = "chlo.broadcast_select"(%a, %b, %c) : (tensor<4xi1>, tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_and' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "chlo.broadcast_and"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_or' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "chlo.broadcast_or"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_xor' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "chlo.broadcast_xor"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_complex' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "chlo.broadcast_complex"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_zeta' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "chlo.broadcast_zeta"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.erf' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "chlo.erf"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.acos' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "chlo.acos"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 2]]:8: error: 'chlo.constant' op inferred type(s) 'tensor<4xi8>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.constant' op failed to infer returned types
  %0 = "chlo.constant"() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.constant' op result #0 must be statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>'
  %0 = "chlo.constant"() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.any<i8:f32>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.constant_like' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.any<i8:f32>>'
  %0 = "chlo.constant_like"(%a) <{value = 1.0 : f32}> : (tensor<4x!quant.any<i8:f32>>) -> tensor<4x!quant.any<i8:f32>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.constant_like' op value's type doesn't match element return type
  %0 = "chlo.constant_like"(%a) <{value = 1 : i8}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<si8:f32, 1.0>>, %b: tensor<4x!quant.uniform<si8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_add' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<si8:f32, 1.000000e+00>>'
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<4x!quant.uniform<si8:f32, 1.0>>, tensor<4x!quant.uniform<si8:f32, 1.0>>) -> tensor<4x!quant.uniform<si8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0:200>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_add' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00:200>>'
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0:200>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}
