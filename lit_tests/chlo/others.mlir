// Constants, the largest elements, ragged products; and the dialect's attributes.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @constants(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = chlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %1 = chlo.constant {note} dense<1> : tensor<i32>
// CHECK-NEXT:    %2 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @constants(%arg0: tensor<2x4xf32>) {
  %0 = chlo.constant dense<1.0> : tensor<f32>
  %1 = chlo.constant {note} dense<1> : tensor<i32>
  %2 = "chlo.constant_like"(%arg0) <{value = 1.0 : f32}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @top_k(%arg0: tensor<2x4xf32>) -> tensor<2x3xi32> {
// CHECK-NEXT:    %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
// CHECK-NEXT:    %values_0, %indices_1 = chlo.top_k(%arg0, k = 3) {note} : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
// CHECK-NEXT:    return %indices_1 : tensor<2x3xi32>
// CHECK-NEXT:  }
func.func @top_k(%arg0: tensor<2x4xf32>) -> tensor<2x3xi32> {
  %0:2 = chlo.top_k(%arg0, k = 3) : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %1, %2 = chlo.top_k(%arg0, k = 3) {note} : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %2 : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @ragged_dot(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi64>) {
// CHECK-NEXT:    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @ragged_dot(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// CHECK-LABEL: func.func private @attributes() attributes {a = #chlo<precision HIGH>, b = #chlo<comparison_type NOTYPE>, c = #chlo.ragged_dot<>, d = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1]>}
func.func private @attributes() attributes {a = #chlo<precision "HIGH">, b = #chlo<comparison_type NOTYPE>, c = #chlo.ragged_dot<>, d = #chlo.ragged_dot<rhs_batching_dimensions = [1], lhs_batching_dimensions = [0],>}
