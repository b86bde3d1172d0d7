// In a nested pipeline only what is inside the function counts.
// RUN: sdy-opt %s -pass-pipeline='builtin.module(func.func(sccp))' | FileCheck %s

// CHECK-LABEL: func.func private @f(
// CHECK-NEXT:    return %arg0 : tensor<i32>
func.func private @f(%arg0: tensor<i32>) -> tensor<i32> {
  return %arg0 : tensor<i32>
}
// CHECK-LABEL: func.func @main(
// CHECK-NEXT:    %c = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %0 = call @f(%c) : (tensor<i32>) -> tensor<i32>
// CHECK-NEXT:    return %0, %c : tensor<i32>, tensor<i32>
func.func @main() -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = call @f(%0) : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.constant dense<1> : tensor<i32>
  return %1, %2 : tensor<i32>, tensor<i32>
}
