// RUN: sdy-opt -irdl-file=%S/Inputs/cmath.irdl.mlir %s | FileCheck %s
// RUN: sdy-opt -irdl-file=%S/Inputs/cmath.irdl.mlir %s | sdy-opt -irdl-file %S/Inputs/cmath.irdl.mlir | FileCheck %s
// RUN: sdy-opt -irdl-file=%S/Inputs/cmath.irdl.mlir %s -emit-bytecode | sdy-opt -irdl-file %S/Inputs/cmath.irdl.mlir | FileCheck %s

// CHECK-LABEL: func.func @f(%arg0: !cmath.complex<f32>, %arg1: !cmath.complex<f32>) -> f32
func.func @f(%a: !cmath.complex<f32>, %b: !cmath.complex<f32>) -> f32 {
  // CHECK: %0 = "cmath.mul"(%arg0, %arg1) : (!cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
  %0 = "cmath.mul"(%a, %b) : (!cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
  // CHECK-NEXT: %1 = "cmath.norm"(%0) <{rounding = #cmath.rounding<"up">}> {note = 1 : i64} : (!cmath.complex<f32>) -> f32
  %1 = "cmath.norm"(%0) {rounding = #cmath.rounding<"up">, note = 1} : (!cmath.complex<f32>) -> f32
  // CHECK-NEXT: %2 = "cmath.sum"(%0, %0, %0) <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (!cmath.complex<f32>, !cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
  %2 = "cmath.sum"(%0, %0, %0) {operandSegmentSizes = array<i32: 1, 2, 0>} : (!cmath.complex<f32>, !cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
  // CHECK-NEXT: %3 = "cmath.norm"(%0) <{rounding = #cmath.rounding<"up">}> : (!cmath.complex<f32>) -> f32
  %3 = "cmath.norm"(%0) <{rounding = #cmath.rounding<"up">}> : (!cmath.complex<f32>) -> f32
  return %1 : f32
}
