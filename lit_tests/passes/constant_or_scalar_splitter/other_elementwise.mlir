// Elementwise ops whose operands and results have different element types, or some of whose operands may be scalars.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @other_elementwise() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = sdy.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:   %3 = sdy.constant dense<true> : tensor<i1>
// CHECK-NEXT:   %4 = stablehlo.compare EQ, %0, %0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
// CHECK-NEXT:   %5 = stablehlo.compare EQ, %1, %1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
// CHECK-NEXT:   %6 = stablehlo.select %4, %0, %0 : tensor<8xi1>, tensor<8xf32>
// CHECK-NEXT:   %7 = stablehlo.select %5, %1, %1 : tensor<8xi1>, tensor<8xf32>
// CHECK-NEXT:   %8 = stablehlo.select %3, %6, %0 : tensor<i1>, tensor<8xf32>
// CHECK-NEXT:   %9 = stablehlo.select %3, %7, %1 : tensor<i1>, tensor<8xf32>
// CHECK-NEXT:   %10 = stablehlo.clamp %0, %8, %0 : tensor<8xf32>
// CHECK-NEXT:   %11 = stablehlo.clamp %1, %9, %1 : tensor<8xf32>
// CHECK-NEXT:   %12 = stablehlo.clamp %2, %10, %2 : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:   %13 = stablehlo.clamp %2, %11, %2 : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:   %14 = stablehlo.complex %12, %12 : tensor<8xcomplex<f32>>
// CHECK-NEXT:   %15 = stablehlo.complex %13, %13 : tensor<8xcomplex<f32>>
// CHECK-NEXT:   %16 = stablehlo.real %14 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
// CHECK-NEXT:   %17 = stablehlo.real %15 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
// CHECK-NEXT:   %18 = stablehlo.imag %14 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
// CHECK-NEXT:   %19 = stablehlo.imag %15 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
// CHECK-NEXT:   %20 = stablehlo.is_finite %16 : (tensor<8xf32>) -> tensor<8xi1>
// CHECK-NEXT:   %21 = stablehlo.is_finite %17 : (tensor<8xf32>) -> tensor<8xi1>
// CHECK-NEXT:   %22 = stablehlo.select %20, %16, %18 : tensor<8xi1>, tensor<8xf32>
// CHECK-NEXT:   %23 = stablehlo.select %21, %17, %19 : tensor<8xi1>, tensor<8xf32>
// CHECK-NEXT:   %24 = stablehlo.convert %22 : (tensor<8xf32>) -> tensor<8xi32>
// CHECK-NEXT:   %25 = stablehlo.convert %23 : (tensor<8xf32>) -> tensor<8xi32>
// CHECK-NEXT:   stablehlo.custom_call @use(%24, %25) : (tensor<8xi32>, tensor<8xi32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @other_elementwise() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %cst = stablehlo.constant dense<1.0> : tensor<f32>
  %c = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.compare EQ, %0, %0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %2 = stablehlo.select %1, %0, %0 : tensor<8xi1>, tensor<8xf32>
  %3 = stablehlo.select %c, %2, %0 : tensor<i1>, tensor<8xf32>
  %4 = stablehlo.clamp %0, %3, %0 : tensor<8xf32>
  %5 = stablehlo.clamp %cst, %4, %cst : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.complex %5, %5 : tensor<8xcomplex<f32>>
  %7 = stablehlo.real %6 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %8 = stablehlo.imag %6 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %9 = stablehlo.is_finite %7 : (tensor<8xf32>) -> tensor<8xi1>
  %10 = stablehlo.select %9, %7, %8 : tensor<8xi1>, tensor<8xf32>
  %11 = stablehlo.convert %10 : (tensor<8xf32>) -> tensor<8xi32>
  stablehlo.custom_call @use(%11, %11) : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
