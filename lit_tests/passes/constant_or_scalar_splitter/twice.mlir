// Split again nothing changes.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @twice(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.add %0, %0 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.add %1, %1 : tensor<8xf32>
// CHECK-NEXT:   %4 = stablehlo.add %arg0, %2 : tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.add %4, %3 : tensor<8xf32>
// CHECK-NEXT:   return %5 : tensor<8xf32>
// CHECK-NEXT: }

func.func @twice(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.add %cst, %cst : tensor<8xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
  %2 = stablehlo.add %1, %0 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
