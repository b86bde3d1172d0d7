// Functions are split after those they call, else in their order; named computations inner first, and before the rest
// of their function. The names of the copied functions tell.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func private @constant() -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @first(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   %0 = call @constant_4() : () -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @fifth(%0) : (tensor<8xf32>) -> ()
// CHECK-NEXT:   call @second(%arg0) : (tensor<8xf32>) -> ()
// CHECK-NEXT:   %1 = sdy.named_computation<"outer">(%arg0) (%arg1: tensor<8xf32>) {
// CHECK-NEXT:     %2 = func.call @constant_3() : () -> tensor<8xf32>
// CHECK-NEXT:     stablehlo.custom_call @fourth(%2) : (tensor<8xf32>) -> ()
// CHECK-NEXT:     %3 = sdy.named_computation<"inner">(%arg1) (%arg2: tensor<8xf32>) {
// CHECK-NEXT:       %4 = func.call @constant_2() : () -> tensor<8xf32>
// CHECK-NEXT:       stablehlo.custom_call @third(%4) : (tensor<8xf32>) -> ()
// CHECK-NEXT:       sdy.return %arg2 : tensor<8xf32>
// CHECK-NEXT:     } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:     sdy.return %3 : tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @second(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   %0 = call @constant_1() : () -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @second(%0) : (tensor<8xf32>) -> ()
// CHECK-NEXT:   call @third(%arg0) : (tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @third(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   %0 = call @constant_0() : () -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @first(%0) : (tensor<8xf32>) -> ()
// CHECK-NEXT:   call @second(%arg0) : (tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @constant_0() -> tensor<8xf32> attributes {sdy.original_func_name = "constant"} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @constant_1() -> tensor<8xf32> attributes {sdy.original_func_name = "constant"} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @constant_2() -> tensor<8xf32> attributes {sdy.original_func_name = "constant"} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @constant_3() -> tensor<8xf32> attributes {sdy.original_func_name = "constant"} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @constant_4() -> tensor<8xf32> attributes {sdy.original_func_name = "constant"} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }

func.func private @constant() -> tensor<8xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @first(%arg0: tensor<8xf32>) {
  %0 = call @constant() : () -> tensor<8xf32>
  stablehlo.custom_call @fifth(%0) : (tensor<8xf32>) -> ()
  call @second(%arg0) : (tensor<8xf32>) -> ()
  %1 = sdy.named_computation<"outer">(%arg0) (%arg1: tensor<8xf32>) {
    %2 = func.call @constant() : () -> tensor<8xf32>
    stablehlo.custom_call @fourth(%2) : (tensor<8xf32>) -> ()
    %3 = sdy.named_computation<"inner">(%arg1) (%arg2: tensor<8xf32>) {
      %4 = func.call @constant() : () -> tensor<8xf32>
      stablehlo.custom_call @third(%4) : (tensor<8xf32>) -> ()
      sdy.return %arg2 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %3 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
func.func private @second(%arg0: tensor<8xf32>) {
  %0 = call @constant() : () -> tensor<8xf32>
  stablehlo.custom_call @second(%0) : (tensor<8xf32>) -> ()
  call @third(%arg0) : (tensor<8xf32>) -> ()
  return
}
func.func private @third(%arg0: tensor<8xf32>) {
  %0 = call @constant() : () -> tensor<8xf32>
  stablehlo.custom_call @first(%0) : (tensor<8xf32>) -> ()
  call @second(%arg0) : (tensor<8xf32>) -> ()
  return
}
