// Remarks: which rule is built, and which is kept.
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules -remarks -verify-diagnostics

func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-remark@+1 {{[sdy-populate-op-sharding-rules] 'stablehlo.negate' gets the rule #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>}}
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  // expected-remark@+1 {{[sdy-populate-op-sharding-rules] 'stablehlo.negate' keeps the rule that it has}}
  %1 = stablehlo.negate %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, j]) {i=8, j=4, k=8}>} : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
