// What operations say whose result has a shape that an operand gives, where that shape is known.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @reshape_output_shape(%arg0: tensor<4xf32>, %arg1: tensor<3xi64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result should have a rank equal to the number of elements in output_shape
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<4xf32>, tensor<3xi64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @iota_constant_shape() {
  %c = stablehlo.constant dense<[4, 9]> : tensor<2xi64>
  // CHECK: :[[# @LINE + 1]]:8: error: output shape [4, 9] is incompatible with return type of operation 'tensor<4x8xi32>'
  %0 = stablehlo.dynamic_iota %c, dim = 0 : (tensor<2xi64>) -> tensor<4x8xi32>
  return
}

// -----

func.func @broadcast_size(%arg0: tensor<4xf32>, %arg1: tensor<2xi64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: size of operand dimension 0 (4) is not compatible with size of result dimension 1 (8)
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x8xf32>
  return
}

// -----

func.func @pad_lengths(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: padding operands size (2) must match operand rank (1)
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg2, %arg2 : (tensor<4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @rng_constant_shape(%arg0: tensor<f32>) {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.rng' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.rng' op failed to infer returned types
  %0 = stablehlo.rng %arg0, %arg0, %c, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @rng_normal(%arg0: tensor<i32>, %arg1: tensor<1xi64>) {
  // CHECK: :[[# @LINE + 2]]:8: error: mu and sigma must be floats
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.rng' op failed to infer returned types
  %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @rng_state(%arg0: tensor<2xui64>) {
  // CHECK: :[[# @LINE + 1]]:12: error: output state shape must be compatible with initial state shape. Got: 'tensor<2xui64>' and 'tensor<3xui64>'
  %0, %1 = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}
