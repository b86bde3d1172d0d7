// A function that calls itself counts as one that holds nothing but constant expressions until something else is met in
// it.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func private @constant() {
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @more(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = stablehlo.transpose %arg0, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = call @more(%1) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%2, %2) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return %2 : tensor<8xf32>
// CHECK-NEXT: }

func.func private @constant() {
  call @constant() : () -> ()
  return
}
func.func private @more(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.transpose %arg0, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.iota dim = 0 : tensor<8xf32>
  %2 = call @more(%1) : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%2, %2) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return %2 : tensor<8xf32>
}
