// CHLO's ops that broadcast their operands are constant expressions if these are, of other shapes too.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @chlo_broadcast() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %4 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %6 = chlo.broadcast_add %0, %0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %7 = chlo.broadcast_add %1, %1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %8 = chlo.broadcast_atan2 %6, %6 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %9 = chlo.broadcast_atan2 %7, %7 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %10 = chlo.broadcast_divide %8, %8 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %11 = chlo.broadcast_divide %9, %9 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %12 = chlo.broadcast_maximum %10, %10 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %13 = chlo.broadcast_maximum %11, %11 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %14 = chlo.broadcast_minimum %12, %12 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %15 = chlo.broadcast_minimum %13, %13 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %16 = chlo.broadcast_multiply %14, %14 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %17 = chlo.broadcast_multiply %15, %15 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %18 = chlo.broadcast_next_after %16, %16 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %19 = chlo.broadcast_next_after %17, %17 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %20 = chlo.broadcast_polygamma %18, %18 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %21 = chlo.broadcast_polygamma %19, %19 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %22 = chlo.broadcast_power %20, %20 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %23 = chlo.broadcast_power %21, %21 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %24 = chlo.broadcast_remainder %22, %22 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %25 = chlo.broadcast_remainder %23, %23 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %26 = chlo.broadcast_subtract %24, %24 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %27 = chlo.broadcast_subtract %25, %25 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %28 = chlo.broadcast_zeta %26, %26 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %29 = chlo.broadcast_zeta %27, %27 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %30 = chlo.broadcast_compare %2, %2 {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
// CHECK-NEXT:   %31 = chlo.broadcast_compare %3, %3 {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
// CHECK-NEXT:   %32 = chlo.broadcast_select %30, %2, %2 : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %33 = chlo.broadcast_select %31, %3, %3 : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %34 = chlo.broadcast_complex %32, %2 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xcomplex<f32>>
// CHECK-NEXT:   %35 = chlo.broadcast_complex %33, %3 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xcomplex<f32>>
// CHECK-NEXT:   %36 = stablehlo.iota dim = 0 : tensor<4x8xf32>
// CHECK-NEXT:   %37 = stablehlo.iota dim = 0 : tensor<4x8xf32>
// CHECK-NEXT:   %38 = chlo.broadcast_add %4, %36 : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:   %39 = chlo.broadcast_add %5, %37 : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%28, %29) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @use(%34, %35) : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @use(%38, %39) : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @chlo_broadcast() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = chlo.broadcast_add %0, %0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %2 = chlo.broadcast_atan2 %1, %1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = chlo.broadcast_divide %2, %2 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %4 = chlo.broadcast_maximum %3, %3 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %5 = chlo.broadcast_minimum %4, %4 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %6 = chlo.broadcast_multiply %5, %5 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %7 = chlo.broadcast_next_after %6, %6 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %8 = chlo.broadcast_polygamma %7, %7 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %9 = chlo.broadcast_power %8, %8 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %10 = chlo.broadcast_remainder %9, %9 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %11 = chlo.broadcast_subtract %10, %10 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %12 = chlo.broadcast_zeta %11, %11 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %20 = chlo.broadcast_compare %0, %0 {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %21 = chlo.broadcast_select %20, %0, %0 : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %22 = chlo.broadcast_complex %21, %0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xcomplex<f32>>
  %23 = stablehlo.iota dim = 0 : tensor<4x8xf32>
  %24 = chlo.broadcast_add %0, %23 : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  stablehlo.custom_call @use(%12, %12) : (tensor<8xf32>, tensor<8xf32>) -> ()
  stablehlo.custom_call @use(%22, %22) : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> ()
  stablehlo.custom_call @use(%24, %24) : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
  return
}
