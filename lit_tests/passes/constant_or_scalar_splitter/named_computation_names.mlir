// Named computations are told apart by their names alone: as soon as one holds anything but constant expressions, none
// of that name is one any more.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @named_computation_names(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   %0 = sdy.named_computation<"same">() () {
// CHECK-NEXT:     %4 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:     sdy.return %4 : tensor<8xf32>
// CHECK-NEXT:   } : () -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%0, %0) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %1 = sdy.named_computation<"same">(%arg0) (%arg1: tensor<8xf32>) {
// CHECK-NEXT:     %4 = stablehlo.transpose %arg1, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:     sdy.return %4 : tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %2 = sdy.named_computation<"other">() () {
// CHECK-NEXT:     %4 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:     sdy.return %4 : tensor<8xf32>
// CHECK-NEXT:   } : () -> tensor<8xf32>
// CHECK-NEXT:   %3 = sdy.named_computation<"other">() () {
// CHECK-NEXT:     %4 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:     sdy.return %4 : tensor<8xf32>
// CHECK-NEXT:   } : () -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%2, %3) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @named_computation_names(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"same">() () {
    %3 = stablehlo.iota dim = 0 : tensor<8xf32>
    sdy.return %3 : tensor<8xf32>
  } : () -> tensor<8xf32>
  stablehlo.custom_call @use(%0, %0) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %1 = sdy.named_computation<"same">(%arg0) (%arg1: tensor<8xf32>) {
    %3 = stablehlo.transpose %arg1, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %3 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.named_computation<"other">() () {
    %3 = stablehlo.iota dim = 0 : tensor<8xf32>
    sdy.return %3 : tensor<8xf32>
  } : () -> tensor<8xf32>
  stablehlo.custom_call @use(%2, %2) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
