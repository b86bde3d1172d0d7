// Elementwise ops with two operands.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @binary() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.add %0, %0 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.add %1, %1 : tensor<8xf32>
// CHECK-NEXT:   %4 = stablehlo.atan2 %2, %2 : tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.atan2 %3, %3 : tensor<8xf32>
// CHECK-NEXT:   %6 = stablehlo.divide %4, %4 : tensor<8xf32>
// CHECK-NEXT:   %7 = stablehlo.divide %5, %5 : tensor<8xf32>
// CHECK-NEXT:   %8 = stablehlo.maximum %6, %6 : tensor<8xf32>
// CHECK-NEXT:   %9 = stablehlo.maximum %7, %7 : tensor<8xf32>
// CHECK-NEXT:   %10 = stablehlo.minimum %8, %8 : tensor<8xf32>
// CHECK-NEXT:   %11 = stablehlo.minimum %9, %9 : tensor<8xf32>
// CHECK-NEXT:   %12 = stablehlo.multiply %10, %10 : tensor<8xf32>
// CHECK-NEXT:   %13 = stablehlo.multiply %11, %11 : tensor<8xf32>
// CHECK-NEXT:   %14 = stablehlo.power %12, %12 : tensor<8xf32>
// CHECK-NEXT:   %15 = stablehlo.power %13, %13 : tensor<8xf32>
// CHECK-NEXT:   %16 = stablehlo.remainder %14, %14 : tensor<8xf32>
// CHECK-NEXT:   %17 = stablehlo.remainder %15, %15 : tensor<8xf32>
// CHECK-NEXT:   %18 = stablehlo.subtract %16, %16 : tensor<8xf32>
// CHECK-NEXT:   %19 = stablehlo.subtract %17, %17 : tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%18, %19) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @binary() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = stablehlo.add %0, %0 : tensor<8xf32>
  %2 = stablehlo.atan2 %1, %1 : tensor<8xf32>
  %3 = stablehlo.divide %2, %2 : tensor<8xf32>
  %4 = stablehlo.maximum %3, %3 : tensor<8xf32>
  %5 = stablehlo.minimum %4, %4 : tensor<8xf32>
  %6 = stablehlo.multiply %5, %5 : tensor<8xf32>
  %7 = stablehlo.power %6, %6 : tensor<8xf32>
  %8 = stablehlo.remainder %7, %7 : tensor<8xf32>
  %9 = stablehlo.subtract %8, %8 : tensor<8xf32>
  stablehlo.custom_call @use(%9, %9) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
