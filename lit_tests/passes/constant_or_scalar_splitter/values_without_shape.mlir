// Only tensors of rank 0 count as scalars: tokens, tuples, unranked tensors are copied.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func private @token() -> !stablehlo.token
// CHECK-NEXT: func.func private @tuple() -> tuple<tensor<f32>>
// CHECK-NEXT: func.func private @scalar() -> tensor<f32>
// CHECK-NEXT: func.func private @unranked() -> tensor<*xf32>
// CHECK-NEXT: func.func @values_without_shape() -> (!stablehlo.token, tuple<tensor<f32>>, tensor<f32>, tensor<*xf32>) {
// CHECK-NEXT:   %0 = call @token_0() : () -> !stablehlo.token
// CHECK-NEXT:   %1 = call @tuple_1() : () -> tuple<tensor<f32>>
// CHECK-NEXT:   %2 = call @scalar() : () -> tensor<f32>
// CHECK-NEXT:   %3 = call @unranked_2() : () -> tensor<*xf32>
// CHECK-NEXT:   return %0, %1, %2, %3 : !stablehlo.token, tuple<tensor<f32>>, tensor<f32>, tensor<*xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @token_0() -> !stablehlo.token attributes {sdy.original_func_name = "token"}
// CHECK-NEXT: func.func private @tuple_1() -> tuple<tensor<f32>> attributes {sdy.original_func_name = "tuple"}
// CHECK-NEXT: func.func private @unranked_2() -> tensor<*xf32> attributes {sdy.original_func_name = "unranked"}

func.func private @token() -> !stablehlo.token
func.func private @tuple() -> tuple<tensor<f32>>
func.func private @scalar() -> tensor<f32>
func.func private @unranked() -> tensor<*xf32>
func.func @values_without_shape() -> (!stablehlo.token, tuple<tensor<f32>>, tensor<f32>, tensor<*xf32>) {
  %0 = call @token() : () -> !stablehlo.token
  %1 = call @tuple() : () -> tuple<tensor<f32>>
  %2 = call @scalar() : () -> tensor<f32>
  %3 = call @unranked() : () -> tensor<*xf32>
  return %0, %1, %2, %3 : !stablehlo.token, tuple<tensor<f32>>, tensor<f32>, tensor<*xf32>
}
