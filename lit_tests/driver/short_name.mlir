// The splitter is also called -sdy-constant-splitter.
// RUN: sdy-opt %s -sdy-constant-splitter | FileCheck %s

func.func @main() -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = stablehlo.custom_call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-COUNT-2: sdy.constant dense<1.000000e+00> : tensor<4xf32>
