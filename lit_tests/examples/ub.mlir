// The examples of ub's operations that need more than a function around them.
// RUN: sdy-opt %s -split-input-file | FileCheck %s

// -----
// ub.unreachable

// CHECK: func.func @main(%arg0: i32) {
// CHECK-NEXT:    ub.unreachable
// CHECK-NEXT:  }
func.func @main(%arg0: i32) {
  ub.unreachable
}
