// Sharding rules that do not fit the operation: counts, ranks, shapes, factors and the sets of them.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

func.func @operand_count(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op number of operands and mappings must match: 1 != 2
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @result_count(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op number of results and mappings must match: 1 != 2
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i], [i]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @operand_rank(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op operand 1 - mapping rank must match: 2 != 1
  %0 = "test.op"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j, k])->([i]) {i=8, j=4, k=2}>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @result_rank(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op result - mapping rank must match: 0 != 1
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @dynamic_operand(%arg0: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op operand - expected a ranked tensor with a static shape. type: 'tensor<?xf32>'
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : (tensor<?xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @scalar_result(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:10: error: 'test.op' op result 1 - expected a ranked tensor with a static shape. type: 'i32'
  %0:2 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i], [i]) {i=8}>} : (tensor<8xf32>) -> (tensor<8xf32>, i32)
  return
}

// -----

func.func @factor_index(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op operand - expecting factor indices to be within 0<=...<num_factors; received: 1, num_factors: 1
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([j])->([i]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @reused_factor(%arg0: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op operand - cannot reuse factors for the same tensor value
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i])->([i]) {i=8}>} : (tensor<8x8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @factor_of_size_one(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op operand - dim mapping can't have a factor of size 1 if there are multiple factors
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([i]) {i=8, j=1}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @unused_factor(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op has factor j=4 that isn't used in operand and result mappings
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8, j=4}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @unsorted(%arg0: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op indices of special factors must be sorted
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} need_replication={j, i}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @not_unique(%arg0: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op indices of special factors must be unique
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=8} reduction={j, j}>} : (tensor<8x8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @special_factor_index(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op index must be less than 1, got: 2
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} permutation={k}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @blocked_factor_index(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op index must be less than 1, got: 1
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} blocked_propagation={j}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @two_kinds(%arg0: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op a factor can only be in one of the reduction, need replication, or permutation factor sets
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=8} reduction={j} permutation={j}>} : (tensor<8x8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @reduction_in_result(%arg0: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op reduction factor cannot be in result mappings
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=8} reduction={i}>} : (tensor<8x8xf32>) -> tensor<8xf32>
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:6: error: 'test.op' op should have a sharding rule attribute of type OpShardingRuleAttr for attr named 'sdy.sharding_rule'
%0 = "test.op"() {sdy.sharding_rule = 1} : () -> tensor<8xf32>

// -----

func.func @no_factor(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op operand - dim mapping must have at least one factor
  %0 = "test.op"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([#sdy.dim_mapping])->([i]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
