// sdy.return with values, without, and with attributes, which come before the values. It may end other ops' regions.
// RUN: sdy-opt %s -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt %s -allow-unregistered-dialect -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -allow-unregistered-dialect -mlir-print-op-generic | sdy-opt -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @returns(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   "test.op"() ({
// CHECK-NEXT:     sdy.return
// CHECK-NEXT:   }, {
// CHECK-NEXT:     sdy.return {note}
// CHECK-NEXT:   }, {
// CHECK-NEXT:   ^bb0(%arg1: tensor<8xf32>, %arg2: i32):
// CHECK-NEXT:     sdy.return {note = "kept"} %arg1, %arg2 : tensor<8xf32>, i32
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: "test.op"() ({
// GENERIC: "sdy.return"() : () -> ()
// GENERIC: "sdy.return"() {note} : () -> ()
// GENERIC: "sdy.return"(%arg1, %arg2) {note = "kept"} : (tensor<8xf32>, i32) -> ()
func.func @returns(%arg0: tensor<8xf32>) {
  "test.op"() ({
    sdy.return
  }, {
    sdy.return {note}
  }, {
  ^bb0(%0: tensor<8xf32>, %1: i32):
    sdy.return {note = "kept"} %0, %1 : tensor<8xf32>, i32
  }) : () -> ()
  return
}
