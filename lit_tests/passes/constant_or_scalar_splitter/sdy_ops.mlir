// A propagation barrier and a reshard of a constant expression are constant expressions, a sharding constraint is none.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @sdy_ops() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %3 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8xf32>
// CHECK-NEXT:   %4 = sdy.propagation_barrier %1 allowed_direction=NONE : tensor<8xf32>
// CHECK-NEXT:   %5 = sdy.reshard %3 <mesh<["a"=2]>, [{}]> : tensor<8xf32>
// CHECK-NEXT:   %6 = sdy.reshard %4 <mesh<["a"=2]>, [{}]> : tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%5, %6) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %7 = sdy.sharding_constraint %2 <mesh<["a"=2]>, [{}]> : tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%7, %7) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @sdy_ops() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8xf32>
  %2 = sdy.reshard %1 <mesh<["a"=2]>, [{}]> : tensor<8xf32>
  stablehlo.custom_call @use(%2, %2) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %3 = sdy.sharding_constraint %0 <mesh<["a"=2]>, [{}]> : tensor<8xf32>
  stablehlo.custom_call @use(%3, %3) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
