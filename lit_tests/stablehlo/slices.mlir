// Slices: a stride is written only if it is not 1; start indices may be operands.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @slice(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
// CHECK-NEXT:    %0 = stablehlo.slice %arg0 [0:1, 0:4:2] : (tensor<2x4xf32>) -> tensor<1x2xf32>
// CHECK-NEXT:    %1 = stablehlo.slice %arg0 [0:2, 1:3] {note} : (tensor<2x4xf32>) -> tensor<2x2xf32>
// CHECK-NEXT:    %2 = stablehlo.slice %arg1 [] : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @slice(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.slice %arg0 [0:1, 0:4:2] : (tensor<2x4xf32>) -> tensor<1x2xf32>
  %1 = stablehlo.slice %arg0 [0:2:1, 1:3:1] {note} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.slice %arg1 [] : (tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @dynamic_slice(%arg0: tensor<2x4xf32>, %arg1: tensor<i32>, %arg2: tensor<1x2xf32>) {
// CHECK-NEXT:    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 2] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
// CHECK-NEXT:    %1 = stablehlo.dynamic_update_slice %arg0, %arg2, %arg1, %arg1 : (tensor<2x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @dynamic_slice(%arg0: tensor<2x4xf32>, %arg1: tensor<i32>, %arg2: tensor<1x2xf32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 2] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  %1 = stablehlo.dynamic_update_slice %arg0, %arg2, %arg1, %arg1 : (tensor<2x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return
}
