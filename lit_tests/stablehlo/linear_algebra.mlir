// Decompositions and Fourier transforms. That a factor is an upper one is the default and not written.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @solvers(%arg0: tensor<3x3xf32>, %arg1: tensor<3x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.cholesky %arg0 : tensor<3x3xf32>
// CHECK-NEXT:    %1 = stablehlo.cholesky %arg0, lower = true {note} : tensor<3x3xf32>
// CHECK-NEXT:    %2 = stablehlo.cholesky %arg0 : tensor<3x3xf32>
// CHECK-NEXT:    %3 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    %4 = stablehlo.cholesky %arg0, lower = true : tensor<3x3xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @solvers(%arg0: tensor<3x3xf32>, %arg1: tensor<3x4xf32>) {
  %0 = stablehlo.cholesky %arg0 : tensor<3x3xf32>
  %1 = stablehlo.cholesky %arg0, lower = true {note} : tensor<3x3xf32>
  %2 = stablehlo.cholesky %arg0, lower = false : tensor<3x3xf32>
  %3 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %4 = stablehlo.cholesky %arg0, lower = 1 : tensor<3x3xf32>
  return
}

// CHECK-LABEL: func.func @fft(%arg0: tensor<2x9xcomplex<f32>>, %arg1: tensor<2x16xf32>) {
// CHECK-NEXT:    %0 = stablehlo.fft %arg0, type = FFT, length = [9] : (tensor<2x9xcomplex<f32>>) -> tensor<2x9xcomplex<f32>>
// CHECK-NEXT:    %1 = stablehlo.fft %arg0, type = IFFT, length = [2, 9] : (tensor<2x9xcomplex<f32>>) -> tensor<2x9xcomplex<f32>>
// CHECK-NEXT:    %2 = stablehlo.fft %arg1, type = RFFT, length = [16] {note} : (tensor<2x16xf32>) -> tensor<2x9xcomplex<f32>>
// CHECK-NEXT:    %3 = stablehlo.fft %arg0, type = IRFFT, length = [16] : (tensor<2x9xcomplex<f32>>) -> tensor<2x16xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @fft(%arg0: tensor<2x9xcomplex<f32>>, %arg1: tensor<2x16xf32>) {
  %0 = stablehlo.fft %arg0, type = FFT, length = [9] : (tensor<2x9xcomplex<f32>>) -> tensor<2x9xcomplex<f32>>
  %1 = stablehlo.fft %arg0, type = IFFT, length = [2, 9] : (tensor<2x9xcomplex<f32>>) -> tensor<2x9xcomplex<f32>>
  %2 = stablehlo.fft %arg1, type = RFFT, length = [16] {note} : (tensor<2x16xf32>) -> tensor<2x9xcomplex<f32>>
  %3 = stablehlo.fft %arg0, type = IRFFT, length = [16] : (tensor<2x9xcomplex<f32>>) -> tensor<2x16xf32>
  return
}

// The least number of 64 bits stands for a length that is not known, and fits any.
// CHECK-LABEL: func.func @fft_of_unknown_length(
// CHECK-NEXT:    %0 = stablehlo.fft %arg0, type = RFFT, length = [-9223372036854775808, 8] : (tensor<3x9x8xf64>) -> tensor<3x9x5xcomplex<f64>>
// CHECK-NEXT:    %1 = stablehlo.fft %0, type = IRFFT, length = [-9223372036854775808, 8] : (tensor<3x9x5xcomplex<f64>>) -> tensor<3x9x8xf64>
func.func @fft_of_unknown_length(%arg0: tensor<3x9x8xf64>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [-9223372036854775808, 8] : (tensor<3x9x8xf64>) -> tensor<3x9x5xcomplex<f64>>
  %1 = stablehlo.fft %0, type = IRFFT, length = [-9223372036854775808, 8] : (tensor<3x9x5xcomplex<f64>>) -> tensor<3x9x8xf64>
  return
}
