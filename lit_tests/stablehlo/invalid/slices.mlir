// What slices and paddings say of limits, strides and sizes that do not fit.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @limit(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: limit index 9 is larger than dimension size 8 in dimension 0
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.slice' op failed to infer returned types
  %0 = stablehlo.slice %arg0 [0:9] : (tensor<8xf32>) -> tensor<9xf32>
  return
}

// -----

func.func @start(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: start index 4 is larger than limit index 2 in dimension 0
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.slice' op failed to infer returned types
  %0 = stablehlo.slice %arg0 [4:2] : (tensor<8xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @stride(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: stride must be positive but got 0 in dimension 0
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.slice' op failed to infer returned types
  %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 8>, strides = array<i64: 0>}> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @rank(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: the number of elements in start_indices (2) does not match the rank of the operand (1)
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.slice' op failed to infer returned types
  %0 = stablehlo.slice %arg0 [0:8, 0:8] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @result(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.slice' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.slice' op failed to infer returned types
  %0 = stablehlo.slice %arg0 [0:8:2] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @lists(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size
  %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 8, 8>, strides = array<i64: 1>}> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @interior_padding(%arg0: tensor<8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: Interior padding cannot be negative: -1
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.pad' op failed to infer returned types
  %0 = stablehlo.pad %arg0, %arg1, low = [0], high = [0], interior = [-1] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @negative_size(%arg0: tensor<8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: Padding result in negative size for dimension 0
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.pad' op failed to infer returned types
  %0 = stablehlo.pad %arg0, %arg1, low = [-9], high = [0], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @padding_value(%arg0: tensor<8xf32>, %arg1: tensor<i32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.pad' op requires the same element type for all operands and results
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [0], interior = [0] : (tensor<8xf32>, tensor<i32>) -> tensor<9xf32>
  return
}

// -----

func.func @dynamic_slice_sizes(%arg0: tensor<8xf32>, %arg1: tensor<i32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: has slice size 9 greater than dimension size 8 in dimension 0 of operand
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.dynamic_slice' op failed to infer returned types
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [9] : (tensor<8xf32>, tensor<i32>) -> tensor<9xf32>
  return
}

// -----

func.func @dynamic_slice_indices(%arg0: tensor<8x8xf32>, %arg1: tensor<i32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: has mismatched number of slice sizes (2) and number of start indices (1)
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.dynamic_slice' op failed to infer returned types
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [4, 4] : (tensor<8x8xf32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_slice_index_types(%arg0: tensor<8x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>) {
  // CHECK: :[[# @LINE + 2]]:8: error: start indices must have same element type
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.dynamic_slice' op failed to infer returned types
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [4, 4] : (tensor<8x8xf32>, tensor<i32>, tensor<i64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @update_size(%arg0: tensor<8xf32>, %arg1: tensor<9xf32>, %arg2: tensor<i32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: expects size at dimension 0 of update to be in range [0, 8]. Got: 9.
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.dynamic_update_slice' op failed to infer returned types
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<8xf32>, tensor<9xf32>, tensor<i32>) -> tensor<8xf32>
  return
}

// -----

func.func @dimension_size(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: requires dimension attribute in range [0, 1); found (1)
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.get_dimension_size' op failed to infer returned types
  %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<8xf32>) -> tensor<i32>
  return
}
