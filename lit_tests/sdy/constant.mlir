// The value of sdy.constant, with attributes before it, and the form in parentheses that is also read.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @constants() {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %1 = sdy.constant {note = "kept"} dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT:   %2 = sdy.constant dense<true> : tensor<i1>
// CHECK-NEXT:   %3 = sdy.constant dense<2.000000e+00> : tensor<2x2xf32>
// CHECK-NEXT:   %4 = sdy.constant {note} dense<> : tensor<0xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: %0 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>
// GENERIC: %1 = "sdy.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> {note = "kept"} : () -> tensor<2xi32>
// GENERIC: %2 = "sdy.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
// GENERIC: %3 = "sdy.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
// GENERIC: %4 = "sdy.constant"() <{value = dense<> : tensor<0xf32>}> {note} : () -> tensor<0xf32>
func.func @constants() {
  %0 = sdy.constant dense<1.0> : tensor<4xf32>
  %1 = sdy.constant {note = "kept"} dense<[1, 2]> : tensor<2xi32>
  %2 = sdy.constant dense<true> : tensor<i1>
  %3 = sdy.constant() {value = dense<2.0> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %4 = sdy.constant() <{value = dense<> : tensor<0xf32>}> {note} : () -> tensor<0xf32>
  return
}
