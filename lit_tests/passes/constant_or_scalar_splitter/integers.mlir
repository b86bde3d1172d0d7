// Elementwise ops on integers.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @integers() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xi32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xi32>
// CHECK-NEXT:   %2 = stablehlo.and %0, %0 : tensor<8xi32>
// CHECK-NEXT:   %3 = stablehlo.and %1, %1 : tensor<8xi32>
// CHECK-NEXT:   %4 = stablehlo.or %2, %2 : tensor<8xi32>
// CHECK-NEXT:   %5 = stablehlo.or %3, %3 : tensor<8xi32>
// CHECK-NEXT:   %6 = stablehlo.xor %4, %4 : tensor<8xi32>
// CHECK-NEXT:   %7 = stablehlo.xor %5, %5 : tensor<8xi32>
// CHECK-NEXT:   %8 = stablehlo.shift_left %6, %6 : tensor<8xi32>
// CHECK-NEXT:   %9 = stablehlo.shift_left %7, %7 : tensor<8xi32>
// CHECK-NEXT:   %10 = stablehlo.shift_right_arithmetic %8, %8 : tensor<8xi32>
// CHECK-NEXT:   %11 = stablehlo.shift_right_arithmetic %9, %9 : tensor<8xi32>
// CHECK-NEXT:   %12 = stablehlo.shift_right_logical %10, %10 : tensor<8xi32>
// CHECK-NEXT:   %13 = stablehlo.shift_right_logical %11, %11 : tensor<8xi32>
// CHECK-NEXT:   %14 = stablehlo.not %12 : tensor<8xi32>
// CHECK-NEXT:   %15 = stablehlo.not %13 : tensor<8xi32>
// CHECK-NEXT:   %16 = stablehlo.popcnt %14 : tensor<8xi32>
// CHECK-NEXT:   %17 = stablehlo.popcnt %15 : tensor<8xi32>
// CHECK-NEXT:   %18 = stablehlo.count_leading_zeros %16 : tensor<8xi32>
// CHECK-NEXT:   %19 = stablehlo.count_leading_zeros %17 : tensor<8xi32>
// CHECK-NEXT:   stablehlo.custom_call @use(%18, %19) : (tensor<8xi32>, tensor<8xi32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @integers() {
  %0 = stablehlo.iota dim = 0 : tensor<8xi32>
  %1 = stablehlo.and %0, %0 : tensor<8xi32>
  %2 = stablehlo.or %1, %1 : tensor<8xi32>
  %3 = stablehlo.xor %2, %2 : tensor<8xi32>
  %4 = stablehlo.shift_left %3, %3 : tensor<8xi32>
  %5 = stablehlo.shift_right_arithmetic %4, %4 : tensor<8xi32>
  %6 = stablehlo.shift_right_logical %5, %5 : tensor<8xi32>
  %7 = stablehlo.not %6 : tensor<8xi32>
  %8 = stablehlo.popcnt %7 : tensor<8xi32>
  %9 = stablehlo.count_leading_zeros %8 : tensor<8xi32>
  stablehlo.custom_call @use(%9, %9) : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
