// Remarks: what is erased.
// RUN: sdy-opt %s -trivial-dce -remarks -verify-diagnostics

func.func @main(%arg0: tensor<i32>) -> tensor<i32> {
  // expected-remark@+1 {{[trivial-dce] 'stablehlo.abs' erased: it has no effects and nothing uses it}}
  %0 = stablehlo.abs %arg0 : tensor<i32>
  return %arg0 : tensor<i32>
}
