// Ops that are not elementwise are no constant expressions.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @other_ops() {
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
// CHECK-NEXT:   %12 = stablehlo.transpose %0, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%12, %12) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %13 = stablehlo.reverse %1, dims = [0] : tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%13, %13) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %14 = stablehlo.concatenate %2, dim = 0 : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%14, %14) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %15 = stablehlo.broadcast %3, sizes = [2] : (tensor<8xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%15, %15) : (tensor<2x8xf32>, tensor<2x8xf32>) -> ()
// CHECK-NEXT:   %16 = stablehlo.optimization_barrier %4 : tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%16, %16) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %17 = "stablehlo.map"(%5) <{dimensions = array<i64: 0>}> ({
// CHECK-NEXT:   ^bb0(%arg0: tensor<f32>):
// CHECK-NEXT:     stablehlo.return %arg0 : tensor<f32>
// CHECK-NEXT:   }) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%17, %17) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %18 = chlo.next_after %6, %7 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%18, %18) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %19 = chlo.polygamma %8, %9 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%19, %19) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %20 = chlo.zeta %10, %11 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%20, %20) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %21 = chlo.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%21, %21) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %22 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT:   %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<8xui32>
// CHECK-NEXT:   %24 = stablehlo.negate %23 : tensor<8xui32>
// CHECK-NEXT:   stablehlo.custom_call @use(%24, %24) : (tensor<8xui32>, tensor<8xui32>) -> ()
// CHECK-NEXT:   %25 = stablehlo.iota dim = 0 : tensor<8xi32>
// CHECK-NEXT:   %26 = stablehlo.iota dim = 0 : tensor<8xi32>
// CHECK-NEXT:   %27 = chlo.mulhi %25, %26 : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
// CHECK-NEXT:   stablehlo.custom_call @use(%27, %27) : (tensor<8xi32>, tensor<8xi32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @other_ops() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = stablehlo.transpose %0, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%1, %1) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %2 = stablehlo.reverse %0, dims = [0] : tensor<8xf32>
  stablehlo.custom_call @use(%2, %2) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %3 = stablehlo.concatenate %0, dim = 0 : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%3, %3) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %4 = stablehlo.broadcast %0, sizes = [2] : (tensor<8xf32>) -> tensor<2x8xf32>
  stablehlo.custom_call @use(%4, %4) : (tensor<2x8xf32>, tensor<2x8xf32>) -> ()
  %5 = stablehlo.optimization_barrier %0 : tensor<8xf32>
  stablehlo.custom_call @use(%5, %5) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %6 = "stablehlo.map"(%0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg0: tensor<f32>):
    stablehlo.return %arg0 : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%6, %6) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %7 = chlo.next_after %0, %0 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  stablehlo.custom_call @use(%7, %7) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %8 = chlo.polygamma %0, %0 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  stablehlo.custom_call @use(%8, %8) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %9 = chlo.zeta %0, %0 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  stablehlo.custom_call @use(%9, %9) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %10 = "chlo.constant"() <{value = dense<1.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  stablehlo.custom_call @use(%10, %10) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %11 = stablehlo.partition_id : tensor<ui32>
  %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<ui32>) -> tensor<8xui32>
  %13 = stablehlo.negate %12 : tensor<8xui32>
  stablehlo.custom_call @use(%13, %13) : (tensor<8xui32>, tensor<8xui32>) -> ()
  %15 = stablehlo.iota dim = 0 : tensor<8xi32>
  %14 = chlo.mulhi %15, %15 : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
  stablehlo.custom_call @use(%14, %14) : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
