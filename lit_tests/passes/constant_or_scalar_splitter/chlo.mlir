// CHLO's elementwise ops with one operand.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @chlo() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %4 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %6 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %7 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %8 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %9 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %10 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %11 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %12 = chlo.acos %0 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %13 = chlo.acos %1 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %14 = chlo.acosh %12 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %15 = chlo.acosh %13 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %16 = chlo.asin %14 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %17 = chlo.asin %15 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %18 = chlo.asinh %16 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %19 = chlo.asinh %17 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %20 = chlo.atan %18 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %21 = chlo.atan %19 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %22 = chlo.atanh %20 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %23 = chlo.atanh %21 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %24 = chlo.bessel_i1e %22 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %25 = chlo.bessel_i1e %23 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %26 = chlo.conj %24 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %27 = chlo.conj %25 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %28 = chlo.cosh %26 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %29 = chlo.cosh %27 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %30 = chlo.digamma %28 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %31 = chlo.digamma %29 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %32 = chlo.erf %30 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %33 = chlo.erf %31 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %34 = chlo.erf_inv %32 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %35 = chlo.erf_inv %33 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %36 = chlo.erfc %34 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %37 = chlo.erfc %35 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %38 = chlo.lgamma %36 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %39 = chlo.lgamma %37 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %40 = chlo.sinh %38 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %41 = chlo.sinh %39 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %42 = chlo.square %40 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %43 = chlo.square %41 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %44 = chlo.tan %42 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   %45 = chlo.tan %43 : tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%44, %45) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %46 = "chlo.constant_like"(%2) <{value = 1.000000e+00 : f32}> : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %47 = "chlo.constant_like"(%3) <{value = 1.000000e+00 : f32}> : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %48 = stablehlo.complex %4, %4 : tensor<8xcomplex<f32>>
// CHECK-NEXT:   %49 = stablehlo.complex %5, %5 : tensor<8xcomplex<f32>>
// CHECK-NEXT:   %50 = chlo._asin_acos_kernel %48 : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
// CHECK-NEXT:   %51 = chlo._asin_acos_kernel %49 : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
// CHECK-NEXT:   %52 = chlo.is_inf %6 : tensor<8xf32> -> tensor<8xi1>
// CHECK-NEXT:   %53 = chlo.is_inf %7 : tensor<8xf32> -> tensor<8xi1>
// CHECK-NEXT:   %54 = chlo.is_neg_inf %8 : tensor<8xf32> -> tensor<8xi1>
// CHECK-NEXT:   %55 = chlo.is_neg_inf %9 : tensor<8xf32> -> tensor<8xi1>
// CHECK-NEXT:   %56 = chlo.is_pos_inf %10 : tensor<8xf32> -> tensor<8xi1>
// CHECK-NEXT:   %57 = chlo.is_pos_inf %11 : tensor<8xf32> -> tensor<8xi1>
// CHECK-NEXT:   stablehlo.custom_call @use(%46, %47) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @use(%50, %51) : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @use(%52, %53) : (tensor<8xi1>, tensor<8xi1>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @use(%54, %55) : (tensor<8xi1>, tensor<8xi1>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @use(%56, %57) : (tensor<8xi1>, tensor<8xi1>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @chlo() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = chlo.acos %0 : tensor<8xf32> -> tensor<8xf32>
  %2 = chlo.acosh %1 : tensor<8xf32> -> tensor<8xf32>
  %3 = chlo.asin %2 : tensor<8xf32> -> tensor<8xf32>
  %4 = chlo.asinh %3 : tensor<8xf32> -> tensor<8xf32>
  %5 = chlo.atan %4 : tensor<8xf32> -> tensor<8xf32>
  %6 = chlo.atanh %5 : tensor<8xf32> -> tensor<8xf32>
  %7 = chlo.bessel_i1e %6 : tensor<8xf32> -> tensor<8xf32>
  %8 = chlo.conj %7 : tensor<8xf32> -> tensor<8xf32>
  %9 = chlo.cosh %8 : tensor<8xf32> -> tensor<8xf32>
  %10 = chlo.digamma %9 : tensor<8xf32> -> tensor<8xf32>
  %11 = chlo.erf %10 : tensor<8xf32> -> tensor<8xf32>
  %12 = chlo.erf_inv %11 : tensor<8xf32> -> tensor<8xf32>
  %13 = chlo.erfc %12 : tensor<8xf32> -> tensor<8xf32>
  %14 = chlo.lgamma %13 : tensor<8xf32> -> tensor<8xf32>
  %15 = chlo.sinh %14 : tensor<8xf32> -> tensor<8xf32>
  %16 = chlo.square %15 : tensor<8xf32> -> tensor<8xf32>
  %17 = chlo.tan %16 : tensor<8xf32> -> tensor<8xf32>
  stablehlo.custom_call @use(%17, %17) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %100 = "chlo.constant_like"(%0) <{value = 1.0 : f32}> : (tensor<8xf32>) -> tensor<8xf32>
  %200 = stablehlo.complex %0, %0 : tensor<8xcomplex<f32>>
  %101 = chlo._asin_acos_kernel %200 : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %102 = chlo.is_inf %0 : tensor<8xf32> -> tensor<8xi1>
  %103 = chlo.is_neg_inf %0 : tensor<8xf32> -> tensor<8xi1>
  %104 = chlo.is_pos_inf %0 : tensor<8xf32> -> tensor<8xi1>
  stablehlo.custom_call @use(%100, %100) : (tensor<8xf32>, tensor<8xf32>) -> ()
  stablehlo.custom_call @use(%101, %101) : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> ()
  stablehlo.custom_call @use(%102, %102) : (tensor<8xi1>, tensor<8xi1>) -> ()
  stablehlo.custom_call @use(%103, %103) : (tensor<8xi1>, tensor<8xi1>) -> ()
  stablehlo.custom_call @use(%104, %104) : (tensor<8xi1>, tensor<8xi1>) -> ()
  return
}
