// Operations with one operand: a single type if the result has the operand's type, else both.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @transcendental(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.cbrt %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.cosine %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %2 = stablehlo.exponential %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %3 = stablehlo.exponential_minus_one %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %4 = stablehlo.log %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %5 = stablehlo.log_plus_one %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %6 = stablehlo.logistic %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %7 = stablehlo.rsqrt %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %8 = stablehlo.sine %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %9 = stablehlo.sqrt %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %10 = stablehlo.tan %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %11 = stablehlo.tanh %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @transcendental(%arg0: tensor<2x4xf32>) {
  %0 = stablehlo.cbrt %arg0 : tensor<2x4xf32>
  %1 = stablehlo.cosine %arg0 : tensor<2x4xf32>
  %2 = stablehlo.exponential %arg0 : tensor<2x4xf32>
  %3 = stablehlo.exponential_minus_one %arg0 : tensor<2x4xf32>
  %4 = stablehlo.log %arg0 : tensor<2x4xf32>
  %5 = stablehlo.log_plus_one %arg0 : tensor<2x4xf32>
  %6 = stablehlo.logistic %arg0 : tensor<2x4xf32>
  %7 = stablehlo.rsqrt %arg0 : tensor<2x4xf32>
  %8 = stablehlo.sine %arg0 : tensor<2x4xf32>
  %9 = stablehlo.sqrt %arg0 : tensor<2x4xf32>
  %10 = stablehlo.tan %arg0 : tensor<2x4xf32>
  %11 = stablehlo.tanh %arg0 : tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @floats(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.abs %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.ceil %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %2 = stablehlo.floor %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %3 = stablehlo.imag %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %4 = stablehlo.negate %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %5 = stablehlo.real %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %6 = stablehlo.round_nearest_afz %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %7 = stablehlo.round_nearest_even %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %8 = stablehlo.sign %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @floats(%arg0: tensor<2x4xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<2x4xf32>
  %1 = stablehlo.ceil %arg0 : tensor<2x4xf32>
  %2 = stablehlo.floor %arg0 : tensor<2x4xf32>
  %3 = stablehlo.imag %arg0 : tensor<2x4xf32>
  %4 = stablehlo.negate %arg0 : tensor<2x4xf32>
  %5 = stablehlo.real %arg0 : tensor<2x4xf32>
  %6 = stablehlo.round_nearest_afz %arg0 : tensor<2x4xf32>
  %7 = stablehlo.round_nearest_even %arg0 : tensor<2x4xf32>
  %8 = stablehlo.sign %arg0 : tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @integers(%arg0: tensor<4xui8>) {
// CHECK-NEXT:    %0 = stablehlo.count_leading_zeros %arg0 : tensor<4xui8>
// CHECK-NEXT:    %1 = stablehlo.not %arg0 : tensor<4xui8>
// CHECK-NEXT:    %2 = stablehlo.popcnt %arg0 : tensor<4xui8>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @integers(%arg0: tensor<4xui8>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<4xui8>
  %1 = stablehlo.not %arg0 : tensor<4xui8>
  %2 = stablehlo.popcnt %arg0 : tensor<4xui8>
  return
}

// CHECK-LABEL: func.func @complex_numbers(%arg0: tensor<4xcomplex<f64>>) {
// CHECK-NEXT:    %0 = stablehlo.abs %arg0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
// CHECK-NEXT:    %1 = stablehlo.real %arg0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
// CHECK-NEXT:    %2 = stablehlo.imag %arg0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
// CHECK-NEXT:    %3 = stablehlo.negate %arg0 : tensor<4xcomplex<f64>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @complex_numbers(%arg0: tensor<4xcomplex<f64>>) {
  %0 = stablehlo.abs %arg0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %1 = stablehlo.real %arg0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %2 = stablehlo.imag %arg0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %3 = stablehlo.negate %arg0 : tensor<4xcomplex<f64>>
  return
}

// CHECK-LABEL: func.func @other_result_types(%arg0: tensor<2x4xf32>, %arg1: tensor<?x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.is_finite %arg0 : (tensor<2x4xf32>) -> tensor<2x4xi1>
// CHECK-NEXT:    %1 = stablehlo.convert %arg0 : (tensor<2x4xf32>) -> tensor<2x4xbf16>
// CHECK-NEXT:    %2 = stablehlo.bitcast_convert %arg0 : (tensor<2x4xf32>) -> tensor<2x4xi32>
// CHECK-NEXT:    %3 = stablehlo.floor %arg0 : (tensor<2x4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT:    %4 = stablehlo.floor %arg1 : (tensor<?x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @other_result_types(%arg0: tensor<2x4xf32>, %arg1: tensor<?x4xf32>) {
  %0 = stablehlo.is_finite %arg0 : (tensor<2x4xf32>) -> tensor<2x4xi1>
  %1 = stablehlo.convert %arg0 : (tensor<2x4xf32>) -> tensor<2x4xbf16>
  %2 = stablehlo.bitcast_convert %arg0 : (tensor<2x4xf32>) -> tensor<2x4xi32>
  %3 = stablehlo.floor %arg0 : (tensor<2x4xf32>) -> tensor<?x4xf32>
  %4 = stablehlo.floor %arg1 : (tensor<?x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @precision(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.reduce_precision %arg0, format = e8m0 {note} : tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @precision(%arg0: tensor<2x4xf32>) {
  %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2x4xf32>
  %1 = stablehlo.reduce_precision %arg0, format = e8m0 {note} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
