// CHLO's ops on integers that broadcast.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @chlo_broadcast_integers() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xi32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xi32>
// CHECK-NEXT:   %2 = chlo.broadcast_and %0, %0 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %3 = chlo.broadcast_and %1, %1 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %4 = chlo.broadcast_or %2, %2 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %5 = chlo.broadcast_or %3, %3 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %6 = chlo.broadcast_shift_left %4, %4 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %7 = chlo.broadcast_shift_left %5, %5 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %8 = chlo.broadcast_shift_right_arithmetic %6, %6 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %9 = chlo.broadcast_shift_right_arithmetic %7, %7 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %10 = chlo.broadcast_shift_right_logical %8, %8 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %11 = chlo.broadcast_shift_right_logical %9, %9 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %12 = chlo.broadcast_xor %10, %10 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   %13 = chlo.broadcast_xor %11, %11 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   stablehlo.custom_call @use(%12, %13) : (tensor<8xi32>, tensor<8xi32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @chlo_broadcast_integers() {
  %0 = stablehlo.iota dim = 0 : tensor<8xi32>
  %1 = chlo.broadcast_and %0, %0 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %2 = chlo.broadcast_or %1, %1 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %3 = chlo.broadcast_shift_left %2, %2 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %4 = chlo.broadcast_shift_right_arithmetic %3, %3 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %5 = chlo.broadcast_shift_right_logical %4, %4 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %6 = chlo.broadcast_xor %5, %5 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  stablehlo.custom_call @use(%6, %6) : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
