// Remarks: which rules are dropped.
// RUN: sdy-opt %s -sdy-drop-sharding-rules -remarks -verify-diagnostics

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark@+1 {{[sdy-drop-sharding-rules] rule of 'stablehlo.negate' dropped}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  // expected-remark@+1 {{[sdy-drop-sharding-rules] 'stablehlo.negate' keeps its rule, which is custom}}
  %1 = stablehlo.negate %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
