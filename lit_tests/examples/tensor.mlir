// The examples of tensor's operations that need more than a function around them.
// RUN: sdy-opt %s -split-input-file | FileCheck %s

// -----
// tensor.yield
// CHECK-LABEL: func.func @main(%arg0: index, %arg1: f32) -> tensor<?xf32> {
// CHECK-NEXT:      %generated = tensor.generate %arg0 {
// CHECK-NEXT:      ^bb0(%arg2: index):
// CHECK-NEXT:        tensor.yield %arg1 : f32
// CHECK-NEXT:      } : tensor<?xf32>
// CHECK-NEXT:      return %generated : tensor<?xf32>
// CHECK-NEXT:    }
func.func @main(%arg0: index, %arg1: f32) -> tensor<?xf32> {
  %0 = tensor.generate %arg0 {
  ^bb0(%arg2: index):
    tensor.yield %arg1 : f32
  } : tensor<?xf32>
  return %0 : tensor<?xf32>
}
