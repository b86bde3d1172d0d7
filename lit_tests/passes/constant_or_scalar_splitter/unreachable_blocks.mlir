// Constants in blocks that nothing leads to are neither split nor erased.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:       ^bb1:  // pred: ^bb1
// CHECK-NEXT:    %cst = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %0 = stablehlo.add %cst, %cst : tensor<4xf32>
// CHECK-NEXT:    cf.br ^bb1
func.func @unreachable(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
^bb1:
  %cst = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.add %cst, %cst : tensor<4xf32>
  cf.br ^bb1
}
