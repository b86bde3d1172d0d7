// Flags as whole attributes.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @flags(%arg0: f32, %arg1: i32) {
// CHECK-NEXT:      %0 = arith.addf %arg0, %arg0 fastmath<fast> {a} : f32
// CHECK-NEXT:      %1 = arith.subf %arg0, %arg0 upward fastmath<nnan> : f32
// CHECK-NEXT:      %2 = arith.addi %arg1, %arg1 overflow<nsw> {b} : i32
// CHECK-NEXT:      %3 = math.clampf %arg0 to [%arg0, %arg0] fastmath<ninf> {a} : f32
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @flags(%a: f32, %i: i32) {
  %0 = arith.addf %a, %a fastmath #arith.fastmath<fast> {a} : f32
  %1 = arith.subf %a, %a upward fastmath #arith.fastmath<nnan> : f32 : f32
  %2 = arith.addi %i, %i overflow #arith.overflow<nsw> {b} : i32
  %3 = math.clampf %a to [%a, %a] fastmath #arith.fastmath<ninf> {a} : f32
  return
}
