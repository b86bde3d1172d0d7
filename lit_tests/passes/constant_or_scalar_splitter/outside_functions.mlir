// Outside of functions constants become sdy.constant, and that is all. Functions in nested modules are split.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT: %1 = sdy.constant dense<2.000000e+00> : tensor<8xf32>
// CHECK-NEXT: %2 = stablehlo.custom_call @foo(%0, %0) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: module @inner {
// CHECK-NEXT:   func.func @outside_functions() {
// CHECK-NEXT:     %3 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:     %4 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:     stablehlo.custom_call @use(%3, %4) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

module {
  %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
  %cst_0 = stablehlo.constant dense<2.0> : tensor<8xf32>
  %0 = stablehlo.custom_call @foo(%cst, %cst) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  module @inner {
    func.func @outside_functions() {
      %1 = stablehlo.iota dim = 0 : tensor<8xf32>
      stablehlo.custom_call @use(%1, %1) : (tensor<8xf32>, tensor<8xf32>) -> ()
      return
    }
  }
}
