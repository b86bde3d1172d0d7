// Constants, and the names that they suggest.
// RUN: sdy-opt %s -shardy=0.10.2 | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic -shardy=0.10.2 | sdy-opt -shardy=0.10.2 | FileCheck %s
// RUN: not sdy-opt %s 2>&1 | FileCheck %s --check-prefix=NEWEST
// NEWEST: error: custom op 'arith.constant' inherent attribute 'value' cannot be parsed from attr-dict when strict properties in assembly format is enabled

// CHECK-LABEL: func.func @constants() {
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %c-7_i32 = arith.constant -7 : i32
// CHECK-NEXT:      %c7_i64 = arith.constant 7 : i64
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      %true_0 = arith.constant true
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c-1 = arith.constant -1 : index
// CHECK-NEXT:      %c-56_i8 = arith.constant -56 : i8
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %cst_1 = arith.constant 2.500000e+00 : f64
// CHECK-NEXT:      %cst_2 = arith.constant 0x7F80 : bf16
// CHECK-NEXT:      %cst_3 = arith.constant dense<1> : tensor<4xi32>
// CHECK-NEXT:      %cst_4 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CHECK-NEXT:      %cst_5 = arith.constant dense<1> : vector<[4]xi32>
// CHECK-NEXT:      %cst_6 = arith.constant dense<1> : tensor<4xui8>
// CHECK-NEXT:      %cst_7 = arith.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
// CHECK-NEXT:      %cst_8 = arith.constant sparse<0, 1> : tensor<4xi32>
// CHECK-NEXT:      %c1_i32_9 = arith.constant {a = 1 : i64} 1 : i32
// CHECK-NEXT:      %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @constants() {
  %0 = arith.constant 1 : i32
  %1 = arith.constant -7 : i32
  %2 = arith.constant 7
  %3 = arith.constant true
  %4 = arith.constant 1 : i1
  %5 = arith.constant 0 : index
  %6 = arith.constant -1 : index
  %7 = arith.constant 200 : i8
  %8 = arith.constant 1.0 : f32
  %9 = arith.constant 2.5
  %10 = arith.constant 0x7F80 : bf16
  %11 = arith.constant dense<1> : tensor<4xi32>
  %12 = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %13 = arith.constant dense<1> : vector<[4]xi32>
  %14 = arith.constant dense<1> : tensor<4xui8>
  %15 = arith.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %16 = arith.constant sparse<[[0]], [1]> : tensor<4xi32>
  %17 = arith.constant {a = 1} 1 : i32
  %18 = arith.constant {value = 2 : i32} 1 : i32
  return
}
