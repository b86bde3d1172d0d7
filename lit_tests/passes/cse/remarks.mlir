// Remarks: which operation is replaced by which.
// RUN: sdy-opt %s -cse -remarks -verify-diagnostics

func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-note@+1 {{see the operation that stays}}
  %0 = stablehlo.abs %x : tensor<8xf32>
  // expected-remark@+1 {{[cse] 'stablehlo.abs' replaced by an equal operation}}
  %1 = stablehlo.abs %x : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
