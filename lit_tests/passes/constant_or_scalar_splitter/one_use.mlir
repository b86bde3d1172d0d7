// With one use nothing seems to happen; expressions that nothing uses go, ops that are no constant expressions stay.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @one_use(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.negate %arg0 : tensor<8xf32>
// CHECK-NEXT:   return %1 : tensor<8xf32>
// CHECK-NEXT: }

func.func @one_use(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
  %cst_0 = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.add %cst, %0 : tensor<8xf32>
  %2 = stablehlo.iota dim = 0 : tensor<8xf32>
  %3 = stablehlo.add %arg0, %2 : tensor<8xf32>
  %4 = stablehlo.negate %arg0 : tensor<8xf32>
  return %3 : tensor<8xf32>
}
