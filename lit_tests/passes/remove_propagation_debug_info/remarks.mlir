// Remarks: the records that there were.
// RUN: sdy-opt %s -sdy-remove-propagation-debug-info -remarks -verify-diagnostics

// expected-remark @+1 {{[sdy-remove-propagation-debug-info] record sdy.sharding_origins removed from argument 0}}
func.func @main(%x: tensor<8xf32> {sdy.sharding_origins = {}}) {
  // expected-remark @+1 {{record sdy.sharding_origins removed from 'stablehlo.tanh'}}
  %0 = stablehlo.tanh %x {sdy.sharding_origins = [{}]} : tensor<8xf32>
  return
}
