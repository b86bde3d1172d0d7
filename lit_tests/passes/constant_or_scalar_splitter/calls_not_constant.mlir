// A call of a function that does more than constant expressions is none; one of a function without a body is.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func private @transpose(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = stablehlo.transpose %arg0, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @calls_transpose(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = call @transpose(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @external() -> tensor<8xf32>
// CHECK-NEXT: func.func @calls_not_constant() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = call @calls_transpose(%0) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%1, %1) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %2 = call @external_0() : () -> tensor<8xf32>
// CHECK-NEXT:   %3 = call @external_1() : () -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%2, %3) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @external_0() -> tensor<8xf32> attributes {sdy.original_func_name = "external"}
// CHECK-NEXT: func.func private @external_1() -> tensor<8xf32> attributes {sdy.original_func_name = "external"}

func.func private @transpose(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.transpose %arg0, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @calls_transpose(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @transpose(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @external() -> tensor<8xf32>
func.func @calls_not_constant() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = call @calls_transpose(%0) : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%1, %1) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %2 = call @external() : () -> tensor<8xf32>
  stablehlo.custom_call @use(%2, %2) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
