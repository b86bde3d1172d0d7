// Constants: their attributes stand before the value, names say whether they are integers, and a form much like the
// generic one is read.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @constants() {
// CHECK-NEXT:    %c = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %c_0 = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %cst = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7FC00000]> : tensor<3xf32>
// CHECK-NEXT:    %cst_1 = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>
// CHECK-NEXT:    %c_2 = stablehlo.constant {note = "n"} dense<[[1, 2], [3, 4]]> : tensor<2x2xui8>
// CHECK-NEXT:    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
// CHECK-NEXT:    %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f64>
// CHECK-NEXT:    %c_5 = stablehlo.constant dense<> : tensor<0x4xi8>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @constants() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<true> : tensor<i1>
  %2 = stablehlo.constant dense<[1.0, -0.0, 0x7FC00000]> : tensor<3xf32>
  %3 = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  %4 = stablehlo.constant {note = "n"} dense<[[1, 2], [3, 4]]> : tensor<2x2xui8>
  %5 = stablehlo.constant() <{value = dense<2.0> : tensor<f64>}> : () -> tensor<f64>
  %6 = stablehlo.constant() {value = dense<3.0> : tensor<f64>} : () -> tensor<f64>
  %7 = "stablehlo.constant"() <{value = dense<> : tensor<0x4xi8>}> : () -> tensor<0x4xi8>
  return
}
