// Comparisons and selections.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @integers(%arg0: i32, %arg1: tensor<4xindex>) {
// CHECK-NEXT:      %0 = arith.cmpi eq, %arg0, %arg0 : i32
// CHECK-NEXT:      %1 = arith.cmpi ne, %arg0, %arg0 : i32
// CHECK-NEXT:      %2 = arith.cmpi slt, %arg0, %arg0 : i32
// CHECK-NEXT:      %3 = arith.cmpi sle, %arg0, %arg0 : i32
// CHECK-NEXT:      %4 = arith.cmpi sgt, %arg0, %arg0 : i32
// CHECK-NEXT:      %5 = arith.cmpi sge, %arg0, %arg0 : i32
// CHECK-NEXT:      %6 = arith.cmpi ult, %arg0, %arg0 : i32
// CHECK-NEXT:      %7 = arith.cmpi ule, %arg0, %arg0 : i32
// CHECK-NEXT:      %8 = arith.cmpi ugt, %arg0, %arg0 : i32
// CHECK-NEXT:      %9 = arith.cmpi uge, %arg0, %arg0 : i32
// CHECK-NEXT:      %10 = arith.cmpi ult, %arg1, %arg1 {a} : tensor<4xindex>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @integers(%a: i32, %b: tensor<4xindex>) {
  %0 = arith.cmpi eq, %a, %a : i32
  %1 = arith.cmpi ne, %a, %a : i32
  %2 = arith.cmpi slt, %a, %a : i32
  %3 = arith.cmpi sle, %a, %a : i32
  %4 = arith.cmpi sgt, %a, %a : i32
  %5 = arith.cmpi sge, %a, %a : i32
  %6 = arith.cmpi ult, %a, %a : i32
  %7 = arith.cmpi ule, %a, %a : i32
  %8 = arith.cmpi ugt, %a, %a : i32
  %9 = arith.cmpi uge, %a, %a : i32
  %10 = arith.cmpi "ult", %b, %b {a} : tensor<4xindex>
  return
}

// CHECK-LABEL: func.func @floats(%arg0: f32, %arg1: vector<4xf16>) {
// CHECK-NEXT:      %0 = arith.cmpf false, %arg0, %arg0 : f32
// CHECK-NEXT:      %1 = arith.cmpf oeq, %arg0, %arg0 : f32
// CHECK-NEXT:      %2 = arith.cmpf ogt, %arg0, %arg0 : f32
// CHECK-NEXT:      %3 = arith.cmpf oge, %arg0, %arg0 : f32
// CHECK-NEXT:      %4 = arith.cmpf olt, %arg0, %arg0 : f32
// CHECK-NEXT:      %5 = arith.cmpf ole, %arg0, %arg0 : f32
// CHECK-NEXT:      %6 = arith.cmpf one, %arg0, %arg0 : f32
// CHECK-NEXT:      %7 = arith.cmpf ord, %arg0, %arg0 : f32
// CHECK-NEXT:      %8 = arith.cmpf ueq, %arg0, %arg0 : f32
// CHECK-NEXT:      %9 = arith.cmpf ugt, %arg0, %arg0 : f32
// CHECK-NEXT:      %10 = arith.cmpf uge, %arg0, %arg0 : f32
// CHECK-NEXT:      %11 = arith.cmpf ult, %arg0, %arg0 : f32
// CHECK-NEXT:      %12 = arith.cmpf ule, %arg0, %arg0 : f32
// CHECK-NEXT:      %13 = arith.cmpf une, %arg0, %arg0 : f32
// CHECK-NEXT:      %14 = arith.cmpf uno, %arg0, %arg0 : f32
// CHECK-NEXT:      %15 = arith.cmpf true, %arg0, %arg0 : f32
// CHECK-NEXT:      %16 = arith.cmpf ueq, %arg1, %arg1 fastmath<nnan> {a} : vector<4xf16>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @floats(%a: f32, %b: vector<4xf16>) {
  %0 = arith.cmpf false, %a, %a : f32
  %1 = arith.cmpf oeq, %a, %a : f32
  %2 = arith.cmpf ogt, %a, %a : f32
  %3 = arith.cmpf oge, %a, %a : f32
  %4 = arith.cmpf olt, %a, %a : f32
  %5 = arith.cmpf ole, %a, %a : f32
  %6 = arith.cmpf one, %a, %a : f32
  %7 = arith.cmpf ord, %a, %a : f32
  %8 = arith.cmpf ueq, %a, %a : f32
  %9 = arith.cmpf ugt, %a, %a : f32
  %10 = arith.cmpf uge, %a, %a : f32
  %11 = arith.cmpf ult, %a, %a : f32
  %12 = arith.cmpf ule, %a, %a : f32
  %13 = arith.cmpf une, %a, %a : f32
  %14 = arith.cmpf uno, %a, %a : f32
  %15 = arith.cmpf true, %a, %a : f32
  %16 = arith.cmpf ueq, %b, %b fastmath<nnan> {a} : vector<4xf16>
  return
}

// CHECK-LABEL: func.func @select(%arg0: i1, %arg1: tensor<4xi1>, %arg2: tensor<4xf32>, %arg3: memref<4xi32>, %arg4: tuple<>) {
// CHECK-NEXT:      %0 = arith.select %arg0, %arg2, %arg2 : tensor<4xf32>
// CHECK-NEXT:      %1 = arith.select %arg1, %arg2, %arg2 {a} : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT:      %2 = arith.select %arg0, %arg3, %arg3 : memref<4xi32>
// CHECK-NEXT:      %3 = arith.select %arg0, %arg4, %arg4 : tuple<>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @select(%p: i1, %q: tensor<4xi1>, %a: tensor<4xf32>, %m: memref<4xi32>, %t: tuple<>) {
  %0 = arith.select %p, %a, %a : tensor<4xf32>
  %1 = arith.select %q, %a, %a {a} : tensor<4xi1>, tensor<4xf32>
  %2 = arith.select %p, %m, %m : memref<4xi32>
  %3 = arith.select %p, %t, %t : i1, tuple<>
  return
}
