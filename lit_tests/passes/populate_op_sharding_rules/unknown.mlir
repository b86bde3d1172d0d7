// A warning names the first operation and the first custom call of which no rule is known; others are silent.
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules -verify-diagnostics -split-input-file

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier %x : tensor<8xf32>
  %1 = stablehlo.custom_call @tpu_custom_call(%0) : (tensor<8xf32>) -> tensor<8xf32>
  // expected-warning@+1 {{op 'chlo.erf' is unknown to SDY sharding rule registry}}
  %2 = chlo.erf %1 : tensor<8xf32> -> tensor<8xf32>
  // expected-warning@+1 {{custom call @First is unknown to SDY sharding rule registry}}
  %3 = stablehlo.custom_call @First(%2) : (tensor<8xf32>) -> tensor<8xf32>
  %4 = chlo.erfc %3 : tensor<8xf32> -> tensor<8xf32>
  %5 = stablehlo.custom_call @Second(%4) : (tensor<8xf32>) -> tensor<8xf32>
  return %5 : tensor<8xf32>
}

// -----

func.func @later(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = chlo.erf %x : tensor<8xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
