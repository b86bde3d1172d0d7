// Operations that arrange elements anew.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @reshapes(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.reshape %arg0 : (tensor<2x4xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %1 = stablehlo.reshape %arg0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %2 = stablehlo.reshape %arg0 {note} : (tensor<2x4xf32>) -> tensor<?x4xf32, #stablehlo.bounds<2, ?>>
// CHECK-NEXT:    %3 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    %4 = stablehlo.reverse %arg0, dims = [] : tensor<2x4xf32>
// CHECK-NEXT:    %5 = stablehlo.reverse %arg0, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @reshapes(%arg0: tensor<2x4xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x4xf32>) -> tensor<8xf32>
  %1 = stablehlo.reshape %arg0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.reshape %arg0 {note} : (tensor<2x4xf32>) -> tensor<?x4xf32, #stablehlo.bounds<2, ?>>
  %3 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %4 = stablehlo.reverse %arg0, dims = [] : tensor<2x4xf32>
  %5 = stablehlo.reverse %arg0, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<?x4xf32>
  return
}

// CHECK-LABEL: func.func @broadcasts(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
// CHECK-NEXT:    %0 = stablehlo.broadcast %arg0, sizes = [3, 5] : (tensor<2x4xf32>) -> tensor<3x5x2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    %2 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] {note = 1 : i64} : (tensor<2x4xf32>) -> tensor<3x2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @broadcasts(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.broadcast %arg0, sizes = [3, 5] : (tensor<2x4xf32>) -> tensor<3x5x2x4xf32>
  %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] {note = 1 : i64} : (tensor<2x4xf32>) -> tensor<3x2x4xf32>
  return
}

// CHECK-LABEL: func.func @others(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
// CHECK-NEXT:    %0 = stablehlo.iota dim = 1 : tensor<2x4xi32>
// CHECK-NEXT:    %1 = stablehlo.concatenate %arg0, dim = 0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %2 = stablehlo.concatenate %arg0, %arg0, %arg0, dim = 1 {note} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    %3 = stablehlo.pad %arg0, %arg1, low = [1, -1], high = [1, 0], interior = [0, 2] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4x9xf32>
// CHECK-NEXT:    %4 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x4xf32>) -> tensor<i32>
// CHECK-NEXT:    %5 = stablehlo.set_dimension_size %arg0, %arg2, dim = 1 : (tensor<2x4xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @others(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %1 = stablehlo.concatenate %arg0, dim = 0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.concatenate %arg0, %arg0, %arg0, dim = 1 {note} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x12xf32>
  %3 = stablehlo.pad %arg0, %arg1, low = [1, -1], high = [1, 0], interior = [0, 2] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4x9xf32>
  %4 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x4xf32>) -> tensor<i32>
  %5 = stablehlo.set_dimension_size %arg0, %arg2, dim = 1 : (tensor<2x4xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  return
}
