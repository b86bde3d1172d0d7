// The functions that a copied function calls are copied before it, those called from its named computations too; a
// copied named computation calls what the original calls. A name of an original that is known already stays. Public
// functions have public copies.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func public @inner() -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @outer() -> tensor<8xf32> attributes {sdy.original_func_name = "original"} {
// CHECK-NEXT:   %0 = sdy.named_computation<"f">() () {
// CHECK-NEXT:     %1 = func.call @inner_0() : () -> tensor<8xf32>
// CHECK-NEXT:     sdy.return %1 : tensor<8xf32>
// CHECK-NEXT:   } : () -> tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @calls_of_calls() -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:   %0 = call @outer_3() : () -> tensor<8xf32>
// CHECK-NEXT:   %1 = call @outer_5() : () -> tensor<8xf32>
// CHECK-NEXT:   %2 = sdy.named_computation<"g">() () {
// CHECK-NEXT:     %4 = func.call @inner_1() : () -> tensor<8xf32>
// CHECK-NEXT:     sdy.return %4 : tensor<8xf32>
// CHECK-NEXT:   } : () -> tensor<8xf32>
// CHECK-NEXT:   %3 = sdy.named_computation<"g">() () {
// CHECK-NEXT:     %4 = func.call @inner_1() : () -> tensor<8xf32>
// CHECK-NEXT:     sdy.return %4 : tensor<8xf32>
// CHECK-NEXT:   } : () -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%2, %3) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return %0, %1 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func public @inner_0() -> tensor<8xf32> attributes {sdy.original_func_name = "inner"} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func public @inner_1() -> tensor<8xf32> attributes {sdy.original_func_name = "inner"} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func public @inner_0_2() -> tensor<8xf32> attributes {sdy.original_func_name = "inner"} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @outer_3() -> tensor<8xf32> attributes {sdy.original_func_name = "original"} {
// CHECK-NEXT:   %0 = sdy.named_computation<"f">() () {
// CHECK-NEXT:     %1 = func.call @inner_0_2() : () -> tensor<8xf32>
// CHECK-NEXT:     sdy.return %1 : tensor<8xf32>
// CHECK-NEXT:   } : () -> tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func public @inner_0_4() -> tensor<8xf32> attributes {sdy.original_func_name = "inner"} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @outer_5() -> tensor<8xf32> attributes {sdy.original_func_name = "original"} {
// CHECK-NEXT:   %0 = sdy.named_computation<"f">() () {
// CHECK-NEXT:     %1 = func.call @inner_0_4() : () -> tensor<8xf32>
// CHECK-NEXT:     sdy.return %1 : tensor<8xf32>
// CHECK-NEXT:   } : () -> tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }

func.func public @inner() -> tensor<8xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @outer() -> tensor<8xf32> attributes {sdy.original_func_name = "original"} {
  %0 = sdy.named_computation<"f">() () {
    %1 = func.call @inner() : () -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : () -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @calls_of_calls() -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = call @outer() : () -> tensor<8xf32>
  %1 = sdy.named_computation<"g">() () {
    %2 = func.call @inner() : () -> tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } : () -> tensor<8xf32>
  stablehlo.custom_call @use(%1, %1) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return %0, %0 : tensor<8xf32>, tensor<8xf32>
}
