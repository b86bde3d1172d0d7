// An expansion of a scalar that is no constant is not a constant expression, so neither is what is computed from it.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @scalar_expansion_operand(%arg0: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.add %0, %1 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:   return %2, %2 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT: }

func.func @scalar_expansion_operand(%arg0: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.add %cst, %0 : tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  return %1, %1 : tensor<8xf32>, tensor<8xf32>
}
