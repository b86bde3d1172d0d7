// Elementwise ops with one operand are constant expressions if that is.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @unary() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.abs %0 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.abs %1 : tensor<8xf32>
// CHECK-NEXT:   %4 = stablehlo.cbrt %2 : tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.cbrt %3 : tensor<8xf32>
// CHECK-NEXT:   %6 = stablehlo.ceil %4 : tensor<8xf32>
// CHECK-NEXT:   %7 = stablehlo.ceil %5 : tensor<8xf32>
// CHECK-NEXT:   %8 = stablehlo.convert %6 : tensor<8xf32>
// CHECK-NEXT:   %9 = stablehlo.convert %7 : tensor<8xf32>
// CHECK-NEXT:   %10 = stablehlo.cosine %8 : tensor<8xf32>
// CHECK-NEXT:   %11 = stablehlo.cosine %9 : tensor<8xf32>
// CHECK-NEXT:   %12 = stablehlo.exponential %10 : tensor<8xf32>
// CHECK-NEXT:   %13 = stablehlo.exponential %11 : tensor<8xf32>
// CHECK-NEXT:   %14 = stablehlo.exponential_minus_one %12 : tensor<8xf32>
// CHECK-NEXT:   %15 = stablehlo.exponential_minus_one %13 : tensor<8xf32>
// CHECK-NEXT:   %16 = stablehlo.floor %14 : tensor<8xf32>
// CHECK-NEXT:   %17 = stablehlo.floor %15 : tensor<8xf32>
// CHECK-NEXT:   %18 = stablehlo.log %16 : tensor<8xf32>
// CHECK-NEXT:   %19 = stablehlo.log %17 : tensor<8xf32>
// CHECK-NEXT:   %20 = stablehlo.log_plus_one %18 : tensor<8xf32>
// CHECK-NEXT:   %21 = stablehlo.log_plus_one %19 : tensor<8xf32>
// CHECK-NEXT:   %22 = stablehlo.logistic %20 : tensor<8xf32>
// CHECK-NEXT:   %23 = stablehlo.logistic %21 : tensor<8xf32>
// CHECK-NEXT:   %24 = stablehlo.negate %22 : tensor<8xf32>
// CHECK-NEXT:   %25 = stablehlo.negate %23 : tensor<8xf32>
// CHECK-NEXT:   %26 = stablehlo.round_nearest_afz %24 : tensor<8xf32>
// CHECK-NEXT:   %27 = stablehlo.round_nearest_afz %25 : tensor<8xf32>
// CHECK-NEXT:   %28 = stablehlo.round_nearest_even %26 : tensor<8xf32>
// CHECK-NEXT:   %29 = stablehlo.round_nearest_even %27 : tensor<8xf32>
// CHECK-NEXT:   %30 = stablehlo.rsqrt %28 : tensor<8xf32>
// CHECK-NEXT:   %31 = stablehlo.rsqrt %29 : tensor<8xf32>
// CHECK-NEXT:   %32 = stablehlo.sign %30 : tensor<8xf32>
// CHECK-NEXT:   %33 = stablehlo.sign %31 : tensor<8xf32>
// CHECK-NEXT:   %34 = stablehlo.sine %32 : tensor<8xf32>
// CHECK-NEXT:   %35 = stablehlo.sine %33 : tensor<8xf32>
// CHECK-NEXT:   %36 = stablehlo.sqrt %34 : tensor<8xf32>
// CHECK-NEXT:   %37 = stablehlo.sqrt %35 : tensor<8xf32>
// CHECK-NEXT:   %38 = stablehlo.tan %36 : tensor<8xf32>
// CHECK-NEXT:   %39 = stablehlo.tan %37 : tensor<8xf32>
// CHECK-NEXT:   %40 = stablehlo.tanh %38 : tensor<8xf32>
// CHECK-NEXT:   %41 = stablehlo.tanh %39 : tensor<8xf32>
// CHECK-NEXT:   %42 = stablehlo.reduce_precision %40, format = e5m10 : tensor<8xf32>
// CHECK-NEXT:   %43 = stablehlo.reduce_precision %41, format = e5m10 : tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%42, %43) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @unary() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = stablehlo.abs %0 : tensor<8xf32>
  %2 = stablehlo.cbrt %1 : tensor<8xf32>
  %3 = stablehlo.ceil %2 : tensor<8xf32>
  %4 = stablehlo.convert %3 : tensor<8xf32>
  %5 = stablehlo.cosine %4 : tensor<8xf32>
  %6 = stablehlo.exponential %5 : tensor<8xf32>
  %7 = stablehlo.exponential_minus_one %6 : tensor<8xf32>
  %8 = stablehlo.floor %7 : tensor<8xf32>
  %9 = stablehlo.log %8 : tensor<8xf32>
  %10 = stablehlo.log_plus_one %9 : tensor<8xf32>
  %11 = stablehlo.logistic %10 : tensor<8xf32>
  %12 = stablehlo.negate %11 : tensor<8xf32>
  %13 = stablehlo.round_nearest_afz %12 : tensor<8xf32>
  %14 = stablehlo.round_nearest_even %13 : tensor<8xf32>
  %15 = stablehlo.rsqrt %14 : tensor<8xf32>
  %16 = stablehlo.sign %15 : tensor<8xf32>
  %17 = stablehlo.sine %16 : tensor<8xf32>
  %18 = stablehlo.sqrt %17 : tensor<8xf32>
  %19 = stablehlo.tan %18 : tensor<8xf32>
  %20 = stablehlo.tanh %19 : tensor<8xf32>
  %21 = stablehlo.reduce_precision %20, format = e5m10 : tensor<8xf32>
  stablehlo.custom_call @use(%21, %21) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
