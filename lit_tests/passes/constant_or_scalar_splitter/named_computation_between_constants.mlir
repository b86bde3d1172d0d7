// A named computation between constants goes with the copies of what follows it; what its body computes of constants is
// split in itself.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK-LABEL: func.func @named_computation_between_constants(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:    %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.named_computation<"shift">(%0) (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      %7 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:      %8 = stablehlo.add %7, %7 : tensor<8xf32>
// CHECK-NEXT:      %9 = stablehlo.subtract %arg1, %8 : tensor<8xf32>
// CHECK-NEXT:      sdy.return %9 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.named_computation<"shift">(%1) (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      %7 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:      %8 = stablehlo.add %7, %7 : tensor<8xf32>
// CHECK-NEXT:      %9 = stablehlo.subtract %arg1, %8 : tensor<8xf32>
// CHECK-NEXT:      sdy.return %9 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %4 = stablehlo.negate %2 : tensor<8xf32>
// CHECK-NEXT:    %5 = stablehlo.negate %3 : tensor<8xf32>
// CHECK-NEXT:    %6 = stablehlo.multiply %arg0, %4 : tensor<8xf32>
// CHECK-NEXT:    return %5, %6 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }

func.func @named_computation_between_constants(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = sdy.named_computation<"shift">(%0) (%arg1: tensor<8xf32>) {
    %4 = stablehlo.constant dense<1.0> : tensor<8xf32>
    %5 = stablehlo.add %4, %4 : tensor<8xf32>
    %6 = stablehlo.subtract %arg1, %5 : tensor<8xf32>
    sdy.return %6 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  %3 = stablehlo.multiply %arg0, %2 : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}
