// Ops that are no data-flow ops get no edges: calls, custom calls, reductions.
// RUN: sdy-opt %s -sdy-add-data-flow-edges | FileCheck %s

// CHECK-LABEL: func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> (tensor<f32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = call @callee(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %1 = stablehlo.custom_call @foo(%0) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %2 = stablehlo.reduce(%1 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    return %2, %1 : tensor<f32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> (tensor<f32>, tensor<8xf32>) {
  %0 = func.call @callee(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @foo(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.reduce(%1 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %2, %1 : tensor<f32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @callee(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    return %arg0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @callee(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
