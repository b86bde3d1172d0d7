// Computations of reductions on quantized elements: arguments and results are the same, storage may only grow, and
// what is expressed stays.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'tensor<!quant.uniform<i8:f32, 2.000000e+00>>' vs 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 2.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 2.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<!quant.uniform<i8:f32, 2.000000e+00>>' vs 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 2.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 2.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<!quant.uniform<i16:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<!quant.uniform<i16:f32, 1.000000e+00>>'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i16:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<!quant.uniform<i8:f16, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<!quant.uniform<i8:f16, 1.000000e+00>>'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f16, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<f32>'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<f32>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<i8>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<i8>'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<i8>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i16:f32, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i16:f32, 1.000000e+00>', but got '!quant.uniform<i8:f32, 1.000000e+00>'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i16:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f64, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i8:f64, 1.000000e+00>', but got '!quant.uniform<i8:f32, 1.000000e+00>'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f64, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's argument at index 1 is expected to be promotable from 'f32', but got '!quant.uniform<i8:f32, 1.000000e+00>'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8xf32>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i8:f32, 1.000000e+00>', but got 'f32'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = "t.op"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i16:f32, 1.0>>, %b: tensor<!quant.uniform<i32:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<!quant.uniform<i32:f32, 1.000000e+00>>'
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i16:f32, 1.0>>, tensor<!quant.uniform<i32:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.reduce' op inferred type(s) 'tensor<!quant.uniform<i32:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.reduce' op failed to infer returned types
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 1.0>>, %y: tensor<!quant.uniform<i32:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i32:f32, 1.0>>, tensor<!quant.uniform<i32:f32, 1.0>>) -> tensor<!quant.uniform<i32:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.reduce_window' op inferred type(s) 'tensor<4x!quant.uniform<i32:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.reduce_window' op failed to infer returned types
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 1.0>>, %y: tensor<!quant.uniform<i32:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i32:f32, 1.0>>, tensor<!quant.uniform<i32:f32, 1.0>>) -> tensor<!quant.uniform<i32:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i16:f32, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i16:f32, 1.000000e+00>', but got '!quant.uniform<i8:f32, 1.000000e+00>'
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i16:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i16:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<!quant.uniform<i16:f32, 1.000000e+00>>'
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i16:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.all_reduce' op inferred type(s) 'tensor<8x!quant.uniform<i16:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<8x!quant.uniform<i8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.all_reduce' op failed to infer returned types
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<!quant.uniform<i16:f32, 1.0>>, %y: tensor<!quant.uniform<i16:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i16:f32, 1.0>>, tensor<!quant.uniform<i16:f32, 1.0>>) -> tensor<!quant.uniform<i16:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i16:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i16:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<!quant.uniform<i16:f32, 1.000000e+00>>'
  %0 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i16:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result element-type is expected to be '!quant.uniform<i16:f32, 1.000000e+00>', but got '!quant.uniform<i8:f32, 1.000000e+00>'
  %0 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<!quant.uniform<i16:f32, 1.0>>, %y: tensor<!quant.uniform<i16:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i16:f32, 1.0>>, tensor<!quant.uniform<i16:f32, 1.0>>) -> tensor<!quant.uniform<i16:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i16:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i16:f32, 1.0>>, %b: tensor<1x1xi32>, %c: tensor<1x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i16:f32, 1.000000e+00>', but got '!quant.uniform<i8:f32, 1.000000e+00>'
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i16:f32, 1.0>>, tensor<1x1xi32>, tensor<1x!quant.uniform<i8:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<1x1xi32>, %c: tensor<1x!quant.uniform<i16:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<!quant.uniform<i16:f32, 1.000000e+00>>'
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = "t.op"(%x, %y) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<1x1xi32>, tensor<1x!quant.uniform<i16:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>, %c: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects the type of select-region's parameter at index 0 to be 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>', but got 'tensor<!quant.uniform<i8:f32, 2.000000e+00>>'
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 2.0>>, %y: tensor<!quant.uniform<i8:f32, 2.0>>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    stablehlo.return %x : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>, %c: tensor<!quant.uniform<i16:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<!quant.uniform<i16:f32, 1.000000e+00>>'
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    stablehlo.return %x : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i16:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i16:f32, 1.0>>, %c: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i16:f32, 1.000000e+00>', but got '!quant.uniform<i8:f32, 1.000000e+00>'
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    stablehlo.return %x : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i16:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>, %c: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expects source-type to be 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>', but got'tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>'
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    stablehlo.return %x : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>, %c: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.select_and_scatter' op inferred type(s) 'tensor<8x!quant.uniform<i32:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<8x!quant.uniform<i8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.select_and_scatter' op failed to infer returned types
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 1.0>>, %y: tensor<!quant.uniform<i32:f32, 1.0>>):
    stablehlo.return %x : tensor<!quant.uniform<i32:f32, 1.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}
