// In generic form nothing suggests names, and no number is used twice: regions count on, the last first.
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s

// CHECK: ^bb0(%arg1: tensor<4xf32>):
// CHECK-NEXT: %1 = "stablehlo.constant"()
func.func @first(%x: tensor<4xf32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  return
}

// CHECK: ^bb0(%arg0: tensor<4xf32>):
// CHECK-NEXT: %0 = "stablehlo.constant"()
func.func @second(%x: tensor<4xf32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  return
}
