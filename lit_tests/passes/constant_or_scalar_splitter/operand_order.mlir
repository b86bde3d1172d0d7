// A sub-computation is copied from the operands on, the first operand first, whatever the order of the ops: the names
// of the copied functions tell.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func private @constant() -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @operand_order() {
// CHECK-NEXT:   %0 = call @constant_1() : () -> tensor<8xf32>
// CHECK-NEXT:   %1 = call @constant_0() : () -> tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.subtract %1, %0 : tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @foo(%2) : (tensor<8xf32>) -> ()
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

func.func private @constant() -> tensor<8xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @operand_order() {
  %0 = call @constant() : () -> tensor<8xf32>
  %1 = call @constant() : () -> tensor<8xf32>
  %2 = stablehlo.subtract %1, %0 : tensor<8xf32>
  stablehlo.custom_call @foo(%2) : (tensor<8xf32>) -> ()
  return
}
