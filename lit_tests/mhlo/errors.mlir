// What is wrong in operations of mhlo.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @main(%a: tensor<4xcomplex<f32>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'mhlo.erf' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4xcomplex<f32>>'
  %0 = mhlo.erf %a : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'mhlo.copy' op all non-scalar operands/results must have the same shape and base type
  %0 = mhlo.copy %a : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @main(%a: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:12: error: operand's last dimension must be at least 9
  %0, %1 = mhlo.topk(%a, k = 9) : tensor<4xf32> -> (tensor<9xf32>, tensor<9xi32>)
  return
}

// -----

func.func @main(%a: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: custom op 'mhlo.exp' is unknown
  %0 = mhlo.exp %a : tensor<4xf32>
  return
}
