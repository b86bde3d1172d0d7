// Sharding rules that do not fit their operations are rejected before any pass runs.
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-basic-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-aggressive-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-op-priority-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-user-priority-propagate -verify-diagnostics -split-input-file

func.func @main(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-error @+1 {{'stablehlo.negate' op operand - mapping rank must match: 1 != 2}}
  %0 = stablehlo.negate %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'stablehlo.add' op number of operands and mappings must match: 2 != 1}}
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  // expected-error @+1 {{'stablehlo.negate' op result - expecting factor indices to be within 0<=...<num_factors; received: 1, num_factors: 1}}
  %0 = stablehlo.negate %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([j]) {i=8}>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
