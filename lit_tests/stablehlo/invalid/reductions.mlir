// What reductions, sorts and maps say of their computations, dimensions and results.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @dimension(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:24: error: Out-of-bounds dimension 2, expected to be in range [0, 2)
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [2] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @repeated_dimension(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:24: error: Duplicate reduction dimension: 1
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @result(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 2]]:24: error: 'stablehlo.reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'
  // CHECK: :[[# @LINE + 1]]:24: error: 'stablehlo.reduce' op failed to infer returned types
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @parameters(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: Reduction-region must take 2 parameters, but takes 1 parameter(s)
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @returned_count(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: Reduction-region here must produce 1 tensors, but produces 2 instead
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @parameter_type(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<f32>'
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @init_shape(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) {
  // CHECK: :[[# @LINE + 1]]:24: error: The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<f32>' vs 'tensor<1xf32>'
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @promotion(%arg0: tensor<4x8xi32>, %arg1: tensor<i32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i8>' vs 'tensor<i32>'
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    stablehlo.return %a : tensor<i8>
  }) : (tensor<4x8xi32>, tensor<i32>) -> tensor<4xi8>
  return
}

// -----

func.func @inputs(%arg0: tensor<4x8xf32>, %arg1: tensor<4x9xf32>, %arg2: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:10: error: expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0
  %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x9xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @sort_dimension(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: dimension attribute value must be in range [-2, 2), but found 2
  %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @comparator_argument(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: comparator block argument #0 should be of type 'tensor<f32>' but got 'tensor<i32>'
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<f32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @comparator_result(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: comparator must return tensor<i1> but got 'tensor<f32>'
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @map_arity(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: expects number of operands to match the arity of map computation, but got: 1 and 2
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.map' op failed to infer returned types
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_dimensions(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: requires monotonically increasing dimension numbers, but got: 1, 0
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.map' op failed to infer returned types
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
