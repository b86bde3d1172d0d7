// Named computations and calls without results whose operands are constant expressions have no use, and go.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func private @g(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @no_results(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   call @g(%arg0) : (tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func private @g(%arg0: tensor<8xf32>) {
  return
}
func.func @no_results(%arg0: tensor<8xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  sdy.named_computation<"f">(%0) (%arg1: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  call @g(%0) : (tensor<8xf32>) -> ()
  call @g(%arg0) : (tensor<8xf32>) -> ()
  return
}
