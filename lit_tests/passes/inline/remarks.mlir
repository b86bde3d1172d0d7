// Remarks: which function is erased; what the passes decide that run on functions is theirs.
// RUN: sdy-opt %s -inline -remarks -verify-diagnostics

// expected-remark@+1 {{[inline] @unused erased: nothing refers to it}}
func.func private @unused() {
  return
}
func.func @main(%x: tensor<8xf32>) {
  // expected-remark@+1 {{[canonicalize] 'stablehlo.abs' erased: it has no effects and nothing uses it}}
  %0 = stablehlo.abs %x : tensor<8xf32>
  return
}
