// Special functions: the operand's type and the result's, always both.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @floats(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = chlo.acos %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %1 = chlo.acosh %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %2 = chlo.asin %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %3 = chlo.asinh %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %4 = chlo.atan %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %5 = chlo.atanh %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %6 = chlo.bessel_i1e %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %7 = chlo.conj %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %8 = chlo.cosh %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %9 = chlo.digamma %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %10 = chlo.erf %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %11 = chlo.erf_inv %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %12 = chlo.erfc %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %13 = chlo.lgamma %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %14 = chlo.sinh %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %15 = chlo.square %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %16 = chlo.tan %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @floats(%arg0: tensor<2x4xf32>) {
  %0 = chlo.acos %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %1 = chlo.acosh %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %2 = chlo.asin %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %3 = chlo.asinh %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %4 = chlo.atan %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %5 = chlo.atanh %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %6 = chlo.bessel_i1e %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %7 = chlo.conj %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %8 = chlo.cosh %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %9 = chlo.digamma %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %10 = chlo.erf %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %11 = chlo.erf_inv %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %12 = chlo.erfc %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %13 = chlo.lgamma %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %14 = chlo.sinh %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %15 = chlo.square %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  %16 = chlo.tan %arg0 : tensor<2x4xf32> -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @predicates(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = chlo.is_inf %arg0 : tensor<2x4xf32> -> tensor<2x4xi1>
// CHECK-NEXT:    %1 = chlo.is_neg_inf %arg0 : tensor<2x4xf32> -> tensor<2x4xi1>
// CHECK-NEXT:    %2 = chlo.is_pos_inf %arg0 : tensor<2x4xf32> -> tensor<2x4xi1>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @predicates(%arg0: tensor<2x4xf32>) {
  %0 = chlo.is_inf %arg0 : tensor<2x4xf32> -> tensor<2x4xi1>
  %1 = chlo.is_neg_inf %arg0 : tensor<2x4xf32> -> tensor<2x4xi1>
  %2 = chlo.is_pos_inf %arg0 : tensor<2x4xf32> -> tensor<2x4xi1>
  return
}

// CHECK-LABEL: func.func @other_types(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<*xf32>, %arg2: tensor<?x4xf32>) {
// CHECK-NEXT:    %0 = chlo._asin_acos_kernel %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
// CHECK-NEXT:    %1 = chlo.tan %arg1 {note} : tensor<*xf32> -> tensor<*xf32>
// CHECK-NEXT:    %2 = chlo.erf %arg2 : tensor<?x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @other_types(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<*xf32>, %arg2: tensor<?x4xf32>) {
  %0 = chlo._asin_acos_kernel %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %1 = chlo.tan %arg1 {note} : tensor<*xf32> -> tensor<*xf32>
  %2 = chlo.erf %arg2 : tensor<?x4xf32> -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @two_operands(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xi32>) {
// CHECK-NEXT:    %0 = chlo.mulhi %arg1, %arg1 : tensor<2x4xi32>, tensor<2x4xi32> -> tensor<2x4xi32>
// CHECK-NEXT:    %1 = chlo.next_after %arg0, %arg0 : tensor<2x4xf32>, tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %2 = chlo.polygamma %arg0, %arg0 {note} : tensor<2x4xf32>, tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    %3 = chlo.zeta %arg0, %arg0 : tensor<2x4xf32>, tensor<2x4xf32> -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @two_operands(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xi32>) {
  %0 = chlo.mulhi %arg1, %arg1 : tensor<2x4xi32>, tensor<2x4xi32> -> tensor<2x4xi32>
  %1 = chlo.next_after %arg0, %arg0 : tensor<2x4xf32>, tensor<2x4xf32> -> tensor<2x4xf32>
  %2 = chlo.polygamma %arg0, %arg0 {note} : tensor<2x4xf32>, tensor<2x4xf32> -> tensor<2x4xf32>
  %3 = chlo.zeta %arg0, %arg0 : tensor<2x4xf32>, tensor<2x4xf32> -> tensor<2x4xf32>
  return
}
