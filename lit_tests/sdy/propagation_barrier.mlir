// Propagation barriers in each direction; the name of a direction may stand in quotes.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @barriers(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<8xf32>
// CHECK-NEXT:   %2 = sdy.propagation_barrier %1 allowed_direction=BACKWARD {note} : tensor<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: %0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 0 : i32}> : (tensor<8xf32>) -> tensor<8xf32>
// GENERIC: %1 = "sdy.propagation_barrier"(%0) <{allowed_direction = 1 : i32}> : (tensor<8xf32>) -> tensor<8xf32>
// GENERIC: %2 = "sdy.propagation_barrier"(%1) <{allowed_direction = 2 : i32}> {note} : (tensor<8xf32>) -> tensor<8xf32>
func.func @barriers(%arg0: tensor<8xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<8xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction="BACKWARD" {note} : tensor<8xf32>
  return
}
