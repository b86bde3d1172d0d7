// What windows say of sizes, strides, paddings and dilations; and what is scattered through them.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @size_count(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects window-dimensions size == input rank, but got window-dimensions size: 1 and input: 'tensor<4x8xf32>' with rank = 2.
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @size(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects window to have positive value for 0-th window dimension, but got 0.
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 0, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @strides(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1.
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @padding(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects the shape of padding-attribute to be {N, 2}, but got {2, 3}.
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<2x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @result(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.reduce_window' op inferred type(s) 'tensor<3x7xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.reduce_window' op failed to infer returned types
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_result(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects the return-type of select-region to be tensor<i1>, but got: 'tensor<f32>'
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @source(%arg0: tensor<4x8xf32>, %arg1: tensor<2x5xf32>, %arg2: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects source-type to be 'tensor<2x4xf32>', but got'tensor<2x5xf32>'
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// The expected type has the operand's elements, whatever the source's are.
func.func @elements_of_source(%arg0: tensor<4x8xf32>, %arg1: tensor<2x5xbf16>, %arg2: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects source-type to be 'tensor<2x4xf32>', but got'tensor<2x5xbf16>'
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x5xbf16>, tensor<f32>) -> tensor<4x8xf32>
  return
}
