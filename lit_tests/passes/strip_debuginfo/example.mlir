// No location is left, neither of operations nor of arguments of functions and blocks.
// RUN: sdy-opt %s -strip-debuginfo -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

// CHECK-NOT: f.py
// CHECK: module {
// CHECK-NEXT: func.func @main(%arg0: tensor<8xf32> loc(unknown)) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = stablehlo.abs %arg0 : tensor<8xf32> loc(unknown)
// CHECK-NEXT:   return %0 : tensor<8xf32> loc(unknown)
// CHECK-NEXT: } loc(unknown)
// CHECK-NEXT: } loc(unknown)
func.func @main(%arg0: tensor<8xf32> loc("x")) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8xf32> loc("f.py":1:2)
  return %0 : tensor<8xf32>
} loc(fused["f.py":1:2, "main"])
