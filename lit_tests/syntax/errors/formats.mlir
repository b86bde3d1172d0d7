// What is said where an operation's own format is broken off or has something else in it.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:51: error: expected ','
func.func @f(%a: tensor<4xf32>) { stablehlo.add %a : tensor<4xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:57: error: expected non-function type
func.func @f(%a: tensor<4xf32>) { stablehlo.add %a, %a :  }

// -----

// CHECK: :[[# @LINE + 1]]:76: error: expected non-function type
func.func @f(%a: tensor<4xf32>) { stablehlo.add %a, %a : (tensor<4xf32>) ->  }

// -----

// CHECK: :[[# @LINE + 1]]:35: error: custom op 'stablehlo.concatenate' number of operands and types do not match: got 2 operands and 1 types
func.func @f(%a: tensor<4xf32>) { stablehlo.concatenate %a, %a, dim = 0 : (tensor<4xf32>) -> tensor<8xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:71: error: custom op 'stablehlo.concatenate' invalid kind of attribute specified
func.func @f(%a: tensor<4xf32>) { stablehlo.concatenate %a, %a, dim = "s" : (tensor<4xf32>) -> tensor<8xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:70: error: expected attribute value
func.func @f(%a: tensor<4xf32>) { stablehlo.concatenate %a, %a, dim = foo : (tensor<4xf32>) -> tensor<8xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:59: error: expected ','
func.func @f(%a: tensor<4xf32>) { stablehlo.concatenate %a %a, dim = 0 : (tensor<4xf32>) -> tensor<8xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:72: error: expected '['
func.func @f(%a: tensor<4xf32>) { stablehlo.broadcast_in_dim %a, dims = 0 : (tensor<4xf32>) -> tensor<4xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:75: error: expected ']'
func.func @f(%a: tensor<4xf32>) { stablehlo.broadcast_in_dim %a, dims = [0 : (tensor<4xf32>) -> tensor<4xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:74: error: custom op 'stablehlo.broadcast_in_dim' expected integer value
func.func @f(%a: tensor<4xf32>) { stablehlo.broadcast_in_dim %a, dims = ["0"] : (tensor<4xf32>) -> tensor<4xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:66: error: custom op 'stablehlo.broadcast_in_dim' expected 'dims'
func.func @f(%a: tensor<4xf32>) { stablehlo.broadcast_in_dim %a, foo = [0] : (tensor<4xf32>) -> tensor<4xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:53: error: expected attribute value
func.func @f(%a: tensor<4xf32>) { stablehlo.constant : tensor<f32> }

// -----

// CHECK: :[[# @LINE + 1]]:55: error: expected attribute value
func.func @f(%a: tensor<4xf32>) { stablehlo.iota dim = x : tensor<4xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:58: error: custom op 'stablehlo.reshape' invalid kind of type specified: expected builtin.function, but found 'tensor<4xf32>'
func.func @f(%a: tensor<4xf32>) { stablehlo.reshape %a : tensor<4xf32> -> tensor<4xf32> }

// -----

// CHECK: :[[# @LINE + 1]]:53: error: custom op 'stablehlo.reshape' number of operands and types do not match: got 0 operands and 1 types
func.func @f(%a: tensor<4xf32>) { stablehlo.reshape : (tensor<4xf32>) -> tensor<4xf32> }

// -----
func.func @convolution_dimensions_are_over_without_a_comma(%a: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:55: error: custom op 'stablehlo.convolution' Expected dimensions f not specified
  %0 = stablehlo.convolution(%a, %a) dim_numbers = [b 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
}

// -----
func.func @convolution_window(%a: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:98: error: custom op 'stablehlo.convolution' Unexpected keyword foo
  %0 = stablehlo.convolution(%a, %a) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {foo = 1} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
}

// -----
func.func @broadcasting_lists_its_operand_types(%a: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:37: error: expected '('
  %0 = chlo.broadcast_power %a, %a : tensor<2xf32>
}

// -----
func.func @dot_product(%a: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:38: error: custom op 'stablehlo.dot_general' expected 'contracting_dims'
  %0 = stablehlo.dot_general %a, %a, batch_dims = [] x [], contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
}

// -----
// CHECK: :[[# @LINE + 1]]:11: error: custom op 'builtin.module' inherent attribute 'sym_visibility' cannot be parsed from attr-dict when strict properties in assembly format is enabled
module @m attributes {sym_visibility} {}

// -----
func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:33: error: custom op 'tensor.collapse_shape' invalid kind of attribute specified
  %0 = tensor.collapse_shape %t "a" : i32 : tensor<4x?xf32> into tensor<?xf32>
  return
}

// -----
func.func @f(%t: tensor<?xf32>) {
  // CHECK-NOT: expected ']'
  // CHECK: :[[# @LINE + 1]]:8: error: custom op 'tensor.extract_slice' expected SSA value or integer
  %0 = tensor.extract_slice %t[[1, 2] [2] [1] : tensor<?xf32> to tensor<2xf32>
  return
}
