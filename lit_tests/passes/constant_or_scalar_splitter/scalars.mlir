// Scalars have no sharding: their constants are not copied. An expansion of a scalar is, whether that is a constant or
// not; and a tensor of one element is no scalar.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @scalars(%arg0: tensor<8xf32>, %arg1: tensor<f32>) {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:   %1 = stablehlo.add %0, %0 : tensor<f32>
// CHECK-NEXT:   %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:   %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:   %6 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT:   %7 = stablehlo.reshape %0 : (tensor<f32>) -> tensor<1xf32>
// CHECK-NEXT:   %8 = stablehlo.reshape %0 : (tensor<f32>) -> tensor<1xf32>
// CHECK-NEXT:   stablehlo.custom_call @foo(%2, %4, %6, %7) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<1xf32>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @foo(%3, %5, %6, %8) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<1xf32>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @bar(%0, %1) : (tensor<f32>, tensor<f32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @scalars(%arg0: tensor<8xf32>, %arg1: tensor<f32>) {
  %cst = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.add %cst, %cst : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %3 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<f32>
  %4 = stablehlo.reshape %cst : (tensor<f32>) -> tensor<1xf32>
  stablehlo.custom_call @foo(%1, %2, %3, %4) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<1xf32>) -> ()
  stablehlo.custom_call @foo(%1, %2, %3, %4) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<1xf32>) -> ()
  stablehlo.custom_call @bar(%cst, %0) : (tensor<f32>, tensor<f32>) -> ()
  return
}
