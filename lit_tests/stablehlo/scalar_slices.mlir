// A dynamic slice of a scalar has no start indices, and is written with a comma that is not read again.
// RUN: sdy-opt %s | FileCheck %s

// CHECK-LABEL: func.func @scalar(%arg0: tensor<f32>) {
// CHECK-NEXT:    %0 = stablehlo.dynamic_slice %arg0, , sizes = [] : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %1 = stablehlo.dynamic_update_slice %arg0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @scalar(%arg0: tensor<f32>) {
  %0 = stablehlo.dynamic_slice %arg0, sizes = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.dynamic_update_slice %arg0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}
