// Constants that come last in a commutative operation become the newest uses, as if they had been moved there.
// RUN: sdy-opt %s -canonicalize -mlir-print-value-users | FileCheck %s

// CHECK: stablehlo.constant dense<0> : tensor<8xi32> // users: %[[FIRST:.*]], %[[SECOND:.*]]#0
// CHECK-NEXT: %[[FIRST]] = chlo.broadcast_add %arg0, %c
// CHECK-NEXT: %[[SECOND]]:2 = builtin.unrealized_conversion_cast %c, %[[FIRST]]
func.func @last(%arg0: tensor<8xi32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.constant dense<0> : tensor<8xi32>
  %1 = chlo.broadcast_add %arg0, %0 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %2:2 = builtin.unrealized_conversion_cast %0, %1 : tensor<8xi32>, tensor<8xi32> to tensor<8xf32>, tensor<8xf32>
  return %2#0, %2#1 : tensor<8xf32>, tensor<8xf32>
}
