// A whole constant expression is copied for each use from outside of it, each op right before the original; within it
// values keep their uses.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @sub_computation(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %1 = sdy.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %2 = sdy.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %3 = sdy.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %4 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %6 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %7 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:   %8 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:   %9 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:   %10 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:   %11 = stablehlo.add %7, %7 : tensor<8x4xf32>
// CHECK-NEXT:   %12 = stablehlo.add %8, %8 : tensor<8x4xf32>
// CHECK-NEXT:   %13 = stablehlo.add %9, %9 : tensor<8x4xf32>
// CHECK-NEXT:   %14 = stablehlo.add %10, %10 : tensor<8x4xf32>
// CHECK-NEXT:   %15 = stablehlo.reshape %4 : (tensor<8xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:   %16 = stablehlo.reshape %5 : (tensor<8xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:   %17 = stablehlo.reshape %6 : (tensor<8xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:   %18 = stablehlo.slice %11 [0:2, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:   %19 = stablehlo.slice %12 [0:2, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:   %20 = stablehlo.slice %13 [0:2, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:   %21 = stablehlo.multiply %18, %15 : tensor<2x4xf32>
// CHECK-NEXT:   %22 = stablehlo.multiply %19, %16 : tensor<2x4xf32>
// CHECK-NEXT:   %23 = stablehlo.multiply %20, %17 : tensor<2x4xf32>
// CHECK-NEXT:   %24 = stablehlo.transpose %21, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:   %25 = stablehlo.concatenate %22, %23, dim = 0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:   %26 = stablehlo.add %14, %arg0 : tensor<8x4xf32>
// CHECK-NEXT:   return %26 : tensor<8x4xf32>
// CHECK-NEXT: }

func.func @sub_computation(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %cst = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.add %1, %1 : tensor<8x4xf32>
  %3 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<2x4xf32>
  %4 = stablehlo.slice %2 [0:2, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>
  %5 = stablehlo.multiply %4, %3 : tensor<2x4xf32>
  %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %7 = stablehlo.concatenate %5, %5, dim = 0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %8 = stablehlo.add %2, %arg0 : tensor<8x4xf32>
  return %8 : tensor<8x4xf32>
}
