// What CHLO's operations say of types that do not go together.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @unary(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.erf' op requires compatible types for all operands and results
  %0 = chlo.erf %arg0 : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @ranks(%arg0: tensor<*xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.tan' op all non-scalar operands/results must have the same shape and base type
  %0 = chlo.tan %arg0 : tensor<*xf32> -> tensor<4xf32>
  return
}

// -----

func.func @predicate(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.is_inf' op all non-scalar operands/results must have the same shape and base type
  %0 = chlo.is_inf %arg0 : tensor<4xf32> -> tensor<5xi1>
  return
}

// -----

func.func @binary(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.next_after' op requires compatible types for all operands and results
  %0 = chlo.next_after %arg0, %arg1 : tensor<4xf32>, tensor<5xf32> -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_elements(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_subtract' op requires the same element type for all operands and results
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_compatible(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_add' op requires compatible element types for all operands and results
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_result(%arg0: tensor<4x1xf32>, %arg1: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'chlo.broadcast_multiply' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<8x4xf32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_multiply' op failed to infer returned types
  %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<4x1xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @broadcast_complex(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  // CHECK: :[[# @LINE + 2]]:8: error: mismatched operand types
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_complex' op failed to infer returned types
  %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @broadcast_select(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'chlo.broadcast_select' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.broadcast_select' op failed to infer returned types
  %0 = chlo.broadcast_select %arg0, %arg1, %arg1 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @constant_like(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'chlo.constant_like' op value's type doesn't match element return type
  %0 = "chlo.constant_like"(%arg0) <{value = 1.0 : f64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @top_k(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:12: error: operand's last dimension must be at least 5
  // CHECK: :[[# @LINE + 1]]:12: error: 'chlo.top_k' op failed to infer returned types
  %0, %1 = chlo.top_k(%arg0, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return
}

// -----

func.func @ragged_group_sizes(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<4xi64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: rhs group dimension is expected to have size=4, got 3
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<4xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_dimensions(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: There must be exactly one ragged dimension in the lhs.
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @scan_body(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:10: error: 'chlo.scan' op expects 2 arguments in the body, but got 1
  %0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a, %a : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @scan_dimension(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:10: error: 'chlo.scan' op scan dimension of operand 0 is out of bounds
  %0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 2 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    stablehlo.return %a, %b : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @scan_dimension_of_too_many_bits(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:51: error: custom op 'chlo.scan' integer value too large
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=9223372036854775808 {
  }
}

// -----

func.func @scan_without_types(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  // CHECK: :[[# @LINE + 1]]:4: error: expected ':'
  } return
}
