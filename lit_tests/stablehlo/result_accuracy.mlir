// The accuracy of transcendental functions is an attribute; the default is not written.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @result_accuracy(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.cosine %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x4xf32>
// CHECK-NEXT:    %2 = stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x4xf32>
// CHECK-NEXT:    %3 = stablehlo.tanh %arg0 {a, result_accuracy = #stablehlo.result_accuracy<rtol = 2.500000e+00, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>, z} : tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @result_accuracy(%arg0: tensor<2x4xf32>) {
  %0 = stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<2x4xf32>
  %1 = stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x4xf32>
  %2 = stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x4xf32>
  %3 = stablehlo.tanh %arg0 {a, result_accuracy = #stablehlo.result_accuracy<rtol = 2.5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>, z} : tensor<2x4xf32>
  return
}
