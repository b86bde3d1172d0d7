// A named computation of which all operands and ops are constant expressions is one; in its body the arguments are not
// constant.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @named_computation() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = sdy.named_computation<"f">(%0) (%arg0: tensor<8xf32>) {
// CHECK-NEXT:     %6 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:     %7 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:     %8 = stablehlo.add %arg0, %6 : tensor<8xf32>
// CHECK-NEXT:     %9 = stablehlo.add %8, %7 : tensor<8xf32>
// CHECK-NEXT:     sdy.sharding_group %9 group_id=0 : tensor<8xf32>
// CHECK-NEXT:     sdy.return %9 : tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %3 = sdy.named_computation<"f">(%1) (%arg0: tensor<8xf32>) {
// CHECK-NEXT:     %6 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:     %7 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:     %8 = stablehlo.add %arg0, %6 : tensor<8xf32>
// CHECK-NEXT:     %9 = stablehlo.add %8, %7 : tensor<8xf32>
// CHECK-NEXT:     sdy.sharding_group %9 group_id=0 : tensor<8xf32>
// CHECK-NEXT:     sdy.return %9 : tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%2, %3) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %4 = sdy.named_computation<"g">() () {
// CHECK-NEXT:     %6 = sdy.named_computation<"h">() () {
// CHECK-NEXT:       %7 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:       sdy.return %7 : tensor<8xf32>
// CHECK-NEXT:     } : () -> tensor<8xf32>
// CHECK-NEXT:     sdy.return %6 : tensor<8xf32>
// CHECK-NEXT:   } : () -> tensor<8xf32>
// CHECK-NEXT:   %5 = sdy.named_computation<"g">() () {
// CHECK-NEXT:     %6 = sdy.named_computation<"h">() () {
// CHECK-NEXT:       %7 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:       sdy.return %7 : tensor<8xf32>
// CHECK-NEXT:     } : () -> tensor<8xf32>
// CHECK-NEXT:     sdy.return %6 : tensor<8xf32>
// CHECK-NEXT:   } : () -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%4, %5) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @named_computation() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = sdy.named_computation<"f">(%0) (%arg0: tensor<8xf32>) {
    %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
    %3 = stablehlo.add %arg0, %cst : tensor<8xf32>
    %4 = stablehlo.add %3, %cst : tensor<8xf32>
    sdy.sharding_group %4 group_id=0 : tensor<8xf32>
    sdy.return %4 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%1, %1) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %2 = sdy.named_computation<"g">() () {
    %3 = sdy.named_computation<"h">() () {
      %4 = stablehlo.iota dim = 0 : tensor<8xf32>
      sdy.return %4 : tensor<8xf32>
    } : () -> tensor<8xf32>
    sdy.return %3 : tensor<8xf32>
  } : () -> tensor<8xf32>
  stablehlo.custom_call @use(%2, %2) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
