// Casts.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @casts(%arg0: f32, %arg1: f16, %arg2: f64, %arg3: i32, %arg4: i64, %arg5: index, %arg6: memref<4xi32>) {
// CHECK-NEXT:      %0 = arith.bitcast %arg3 : i32 to f32
// CHECK-NEXT:      %1 = arith.bitcast %arg6 : memref<4xi32> to memref<4xf32>
// CHECK-NEXT:      %2 = arith.convertf %arg1 : f16 to bf16
// CHECK-NEXT:      %3 = arith.convertf %arg1 downward fastmath<fast> : f16 to bf16
// CHECK-NEXT:      %4 = arith.extf %arg0 : f32 to f64
// CHECK-NEXT:      %5 = arith.extf %arg0 fastmath<nnan> {a} : f32 to f64
// CHECK-NEXT:      %6 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:      %7 = arith.extui %arg3 : i32 to i64
// CHECK-NEXT:      %8 = arith.extui %arg3 nneg : i32 to i64
// CHECK-NEXT:      %9 = arith.fptosi %arg0 : f32 to i8
// CHECK-NEXT:      %10 = arith.fptoui %arg0 : f32 to i8
// CHECK-NEXT:      %11 = arith.index_cast %arg3 : i32 to index
// CHECK-NEXT:      %12 = arith.index_cast %arg5 : index to i64
// CHECK-NEXT:      %13 = arith.index_castui %arg3 nneg : i32 to index
// CHECK-NEXT:      %14 = arith.index_castui %arg5 : index to i1
// CHECK-NEXT:      %15 = arith.sitofp %arg3 : i32 to f32
// CHECK-NEXT:      %16 = arith.uitofp %arg3 : i32 to f32
// CHECK-NEXT:      %17 = arith.uitofp %arg3 nneg {a} : i32 to bf16
// CHECK-NEXT:      %18 = arith.truncf %arg2 : f64 to f32
// CHECK-NEXT:      %19 = arith.truncf %arg2 upward fastmath<fast> : f64 to f16
// CHECK-NEXT:      %20 = arith.trunci %arg4 : i64 to i32
// CHECK-NEXT:      %21 = arith.trunci %arg4 overflow<nsw, nuw> : i64 to i1
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @casts(%f: f32, %h: f16, %d: f64, %i: i32, %l: i64, %x: index, %m: memref<4xi32>) {
  %0 = arith.bitcast %i : i32 to f32
  %1 = arith.bitcast %m : memref<4xi32> to memref<4xf32>
  %2 = arith.convertf %h : f16 to bf16
  %3 = arith.convertf %h downward fastmath<fast> : f16 to bf16
  %4 = arith.extf %f : f32 to f64
  %5 = arith.extf %f fastmath<nnan> {a} : f32 to f64
  %6 = arith.extsi %i : i32 to i64
  %7 = arith.extui %i : i32 to i64
  %8 = arith.extui %i nneg : i32 to i64
  %9 = arith.fptosi %f : f32 to i8
  %10 = arith.fptoui %f : f32 to i8
  %11 = arith.index_cast %i : i32 to index
  %12 = arith.index_cast %x : index to i64
  %13 = arith.index_castui %i nneg : i32 to index
  %14 = arith.index_castui %x : index to i1
  %15 = arith.sitofp %i : i32 to f32
  %16 = arith.uitofp %i : i32 to f32
  %17 = arith.uitofp %i nneg {a} : i32 to bf16
  %18 = arith.truncf %d : f64 to f32
  %19 = arith.truncf %d upward fastmath<fast> : f64 to f16
  %20 = arith.trunci %l : i64 to i32
  %21 = arith.trunci %l overflow<nsw, nuw> : i64 to i1
  return
}

// CHECK-LABEL: func.func @scaling(%arg0: tensor<4xf8E4M3FN>, %arg1: tensor<4xf8E8M0FNU>, %arg2: tensor<4xf32>) {
// CHECK-NEXT:      %0 = arith.scaling_extf %arg0, %arg1 : tensor<4xf8E4M3FN>, tensor<4xf8E8M0FNU> to tensor<4xf32>
// CHECK-NEXT:      %1 = arith.scaling_extf %arg0, %arg1 fastmath<fast> {a} : tensor<4xf8E4M3FN>, tensor<4xf8E8M0FNU> to tensor<4xf32>
// CHECK-NEXT:      %2 = arith.scaling_truncf %arg2, %arg1 : tensor<4xf32>, tensor<4xf8E8M0FNU> to tensor<4xf8E4M3FN>
// CHECK-NEXT:      %3 = arith.scaling_truncf %arg2, %arg1 to_nearest_even fastmath<nsz> : tensor<4xf32>, tensor<4xf8E8M0FNU> to tensor<4xf8E4M3FN>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @scaling(%a: tensor<4xf8E4M3FN>, %s: tensor<4xf8E8M0FNU>, %f: tensor<4xf32>) {
  %0 = arith.scaling_extf %a, %s : tensor<4xf8E4M3FN>, tensor<4xf8E8M0FNU> to tensor<4xf32>
  %1 = arith.scaling_extf %a, %s fastmath<fast> {a} : tensor<4xf8E4M3FN>, tensor<4xf8E8M0FNU> to tensor<4xf32>
  %2 = arith.scaling_truncf %f, %s : tensor<4xf32>, tensor<4xf8E8M0FNU> to tensor<4xf8E4M3FN>
  %3 = arith.scaling_truncf %f, %s to_nearest_even fastmath<nsz> : tensor<4xf32>, tensor<4xf8E8M0FNU> to tensor<4xf8E4M3FN>
  return
}

// CHECK-LABEL: func.func @containers(%arg0: tensor<4x?xf32>, %arg1: vector<[4]xi32>) {
// CHECK-NEXT:      %0 = arith.extf %arg0 : tensor<4x?xf32> to tensor<4x?xf64>
// CHECK-NEXT:      %1 = arith.index_cast %arg1 : vector<[4]xi32> to vector<[4]xindex>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @containers(%a: tensor<4x?xf32>, %b: vector<[4]xi32>) {
  %0 = arith.extf %a : tensor<4x?xf32> to tensor<4x?xf64>
  %1 = arith.index_cast %b : vector<[4]xi32> to vector<[4]xindex>
  return
}
