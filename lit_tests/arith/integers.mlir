// Operations on integers.
// RUN: sdy-opt %s -shardy=0.10.2 | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic -shardy=0.10.2 | sdy-opt -shardy=0.10.2 | FileCheck %s
// RUN: not sdy-opt %s 2>&1 | FileCheck %s --check-prefix=NEWEST
// NEWEST: error: custom op 'arith.divsi' inherent attribute 'isExact' cannot be parsed from attr-dict when strict properties in assembly format is enabled

// CHECK-LABEL: func.func @integers(%arg0: i32, %arg1: i32) {
// CHECK-NEXT:      %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:      %1 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT:      %2 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:      %3 = arith.shli %arg0, %arg1 : i32
// CHECK-NEXT:      %4 = arith.divsi %arg0, %arg1 : i32
// CHECK-NEXT:      %5 = arith.divui %arg0, %arg1 : i32
// CHECK-NEXT:      %6 = arith.shrsi %arg0, %arg1 : i32
// CHECK-NEXT:      %7 = arith.shrui %arg0, %arg1 : i32
// CHECK-NEXT:      %8 = arith.andi %arg0, %arg1 : i32
// CHECK-NEXT:      %9 = arith.ori %arg0, %arg1 : i32
// CHECK-NEXT:      %10 = arith.xori %arg0, %arg1 : i32
// CHECK-NEXT:      %11 = arith.ceildivsi %arg0, %arg1 : i32
// CHECK-NEXT:      %12 = arith.ceildivui %arg0, %arg1 : i32
// CHECK-NEXT:      %13 = arith.floordivsi %arg0, %arg1 : i32
// CHECK-NEXT:      %14 = arith.maxsi %arg0, %arg1 : i32
// CHECK-NEXT:      %15 = arith.maxui %arg0, %arg1 : i32
// CHECK-NEXT:      %16 = arith.minsi %arg0, %arg1 : i32
// CHECK-NEXT:      %17 = arith.minui %arg0, %arg1 : i32
// CHECK-NEXT:      %18 = arith.remsi %arg0, %arg1 : i32
// CHECK-NEXT:      %19 = arith.remui %arg0, %arg1 : i32
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @integers(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %a, %b : i32
  %2 = arith.muli %a, %b : i32
  %3 = arith.shli %a, %b : i32
  %4 = arith.divsi %a, %b : i32
  %5 = arith.divui %a, %b : i32
  %6 = arith.shrsi %a, %b : i32
  %7 = arith.shrui %a, %b : i32
  %8 = arith.andi %a, %b : i32
  %9 = arith.ori %a, %b : i32
  %10 = arith.xori %a, %b : i32
  %11 = arith.ceildivsi %a, %b : i32
  %12 = arith.ceildivui %a, %b : i32
  %13 = arith.floordivsi %a, %b : i32
  %14 = arith.maxsi %a, %b : i32
  %15 = arith.maxui %a, %b : i32
  %16 = arith.minsi %a, %b : i32
  %17 = arith.minui %a, %b : i32
  %18 = arith.remsi %a, %b : i32
  %19 = arith.remui %a, %b : i32
  return
}

// CHECK-LABEL: func.func @flags(%arg0: index, %arg1: index) {
// CHECK-NEXT:      %0 = arith.addi %arg0, %arg1 overflow<nsw> : index
// CHECK-NEXT:      %1 = arith.addi %arg0, %arg1 overflow<nsw, nuw> {a = 1 : i64} : index
// CHECK-NEXT:      %2 = arith.addi %arg0, %arg1 : index
// CHECK-NEXT:      %3 = arith.subi %arg0, %arg1 overflow<nsw> : index
// CHECK-NEXT:      %4 = arith.subi %arg0, %arg1 overflow<nsw, nuw> {a = 1 : i64} : index
// CHECK-NEXT:      %5 = arith.subi %arg0, %arg1 : index
// CHECK-NEXT:      %6 = arith.muli %arg0, %arg1 overflow<nsw> : index
// CHECK-NEXT:      %7 = arith.muli %arg0, %arg1 overflow<nsw, nuw> {a = 1 : i64} : index
// CHECK-NEXT:      %8 = arith.muli %arg0, %arg1 : index
// CHECK-NEXT:      %9 = arith.shli %arg0, %arg1 overflow<nsw> : index
// CHECK-NEXT:      %10 = arith.shli %arg0, %arg1 overflow<nsw, nuw> {a = 1 : i64} : index
// CHECK-NEXT:      %11 = arith.shli %arg0, %arg1 : index
// CHECK-NEXT:      %12 = arith.divsi %arg0, %arg1 exact : index
// CHECK-NEXT:      %13 = arith.divui %arg0, %arg1 exact : index
// CHECK-NEXT:      %14 = arith.shrsi %arg0, %arg1 exact : index
// CHECK-NEXT:      %15 = arith.shrui %arg0, %arg1 exact : index
// CHECK-NEXT:      %16 = arith.divsi %arg0, %arg1 exact {a} : index
// CHECK-NEXT:      %17 = arith.addi %arg0, %arg1 overflow<nuw> : index
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @flags(%a: index, %b: index) {
  %0 = arith.addi %a, %b overflow<nsw> : index
  %1 = arith.addi %a, %b overflow<nuw, nsw> {a = 1} : index
  %2 = arith.addi %a, %b overflow<none> : index
  %3 = arith.subi %a, %b overflow<nsw> : index
  %4 = arith.subi %a, %b overflow<nuw, nsw> {a = 1} : index
  %5 = arith.subi %a, %b overflow<none> : index
  %6 = arith.muli %a, %b overflow<nsw> : index
  %7 = arith.muli %a, %b overflow<nuw, nsw> {a = 1} : index
  %8 = arith.muli %a, %b overflow<none> : index
  %9 = arith.shli %a, %b overflow<nsw> : index
  %10 = arith.shli %a, %b overflow<nuw, nsw> {a = 1} : index
  %11 = arith.shli %a, %b overflow<none> : index
  %12 = arith.divsi %a, %b exact : index
  %13 = arith.divui %a, %b exact : index
  %14 = arith.shrsi %a, %b exact : index
  %15 = arith.shrui %a, %b exact : index
  %16 = arith.divsi %a, %b {isExact, a} : index
  %17 = arith.addi %a, %b {overflowFlags = #arith.overflow<nuw>} : index
  return
}

// CHECK-LABEL: func.func @extended(%arg0: i8, %arg1: i8, %arg2: tensor<4xi64>) {
// CHECK-NEXT:      %sum, %overflow = arith.addui_extended %arg0, %arg1 : i8, i1
// CHECK-NEXT:      %diff, %borrow = arith.subui_extended %arg2, %arg2 : tensor<4xi64>, tensor<4xi1>
// CHECK-NEXT:      %low, %high = arith.mulsi_extended %arg0, %arg1 : i8
// CHECK-NEXT:      %low_0, %high_1 = arith.mului_extended %arg2, %arg2 {a} : tensor<4xi64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @extended(%a: i8, %b: i8, %c: tensor<4xi64>) {
  %0:2 = arith.addui_extended %a, %b : i8, i1
  %1:2 = arith.subui_extended %c, %c : tensor<4xi64>, tensor<4xi1>
  %2:2 = arith.mulsi_extended %a, %b : i8
  %3:2 = arith.mului_extended %c, %c {a} : tensor<4xi64>
  return
}

// CHECK-LABEL: func.func @containers(%arg0: tensor<4x?xi32>, %arg1: vector<[4]xindex>, %arg2: tensor<*xi1>) {
// CHECK-NEXT:      %0 = arith.addi %arg0, %arg0 : tensor<4x?xi32>
// CHECK-NEXT:      %1 = arith.andi %arg1, %arg1 : vector<[4]xindex>
// CHECK-NEXT:      %2 = arith.xori %arg2, %arg2 : tensor<*xi1>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @containers(%a: tensor<4x?xi32>, %b: vector<[4]xindex>, %c: tensor<*xi1>) {
  %0 = arith.addi %a, %a : tensor<4x?xi32>
  %1 = arith.andi %b, %b : vector<[4]xindex>
  %2 = arith.xori %c, %c : tensor<*xi1>
  return
}
