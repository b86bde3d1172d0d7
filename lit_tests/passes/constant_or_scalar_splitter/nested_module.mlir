// A call in a nested module means a function there, not one outside of the same name: so the function around it is
// split before the outer one, and its call is still constant, and as nothing uses it, gone.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      module {
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func private @g(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:     %0 = stablehlo.cosine %arg0 : tensor<8xf32>
// CHECK-NEXT:     return %0 : tensor<8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @f() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-LABEL: func.func @g() {
// CHECK-NEXT:   stablehlo.custom_call @effect() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

module {
  func.func private @g(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.cosine %arg0 : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @f() {
    %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
    %1 = call @g(%0) : (tensor<8xf32>) -> tensor<8xf32>
    return
  }
}
func.func @g() {
  stablehlo.custom_call @effect() : () -> ()
  return
}
