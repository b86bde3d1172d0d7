// Text that is no sharding rule: symbols of factors, their sizes and their sets.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:78: error: expecting symbol from 'i' to 'z'. Received: 'a'
func.func private @symbol() attributes {test.rule = #sdy.op_sharding_rule<([a])->([i]) {i=2}>}

// -----

// CHECK: :[[# @LINE + 1]]:84: error: expecting symbol from 'i' to 'z'. Received: '_'
func.func private @symbol_row() attributes {test.rule = #sdy.op_sharding_rule<([i_1])->([i]) {i=2}>}

// -----

// CHECK: :[[# @LINE + 1]]:82: error: expecting integer after 'z_'. Received: 'z_'
func.func private @no_number() attributes {test.rule = #sdy.op_sharding_rule<([z_])->([i]) {i=2}>}

// -----

// CHECK: :[[# @LINE + 1]]:87: error: expecting positive integer without leading zeros. Received: '01'
func.func private @leading_zero() attributes {test.rule = #sdy.op_sharding_rule<([z_01])->([i]) {i=2}>}

// -----

// CHECK: :[[# @LINE + 1]]:98: error: expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol 'i', received: 'j'
func.func private @order_of_sizes() attributes {test.rule = #sdy.op_sharding_rule<([i])->([j]) {j=2, i=2}>}

// -----

// CHECK: :[[# @LINE + 1]]:101: error: expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol 'j', received: 'k'
func.func private @gap_in_sizes() attributes {test.rule = #sdy.op_sharding_rule<([i])->([k]) {i=2, k=2}>}

// -----

// CHECK: :[[# @LINE + 1]]:97: error: expecting single factor symbol: j
func.func private @two_symbols() attributes {test.rule = #sdy.op_sharding_rule<([ij])->([i]) {ij=2}>}

// -----

// CHECK: :[[# @LINE + 1]]:89: error: expected integer value
func.func private @size() attributes {test.rule = #sdy.op_sharding_rule<([i])->([i]) {i=x}>}

// -----

// CHECK: :[[# @LINE + 1]]:99: error: integer value too large
func.func private @size_too_large() attributes {test.rule = #sdy.op_sharding_rule<([i])->([i]) {i=99999999999999999999}>}

// -----

// CHECK: :[[# @LINE + 1]]:116: error: expected '>'
func.func private @order_of_sets() attributes {test.rule = #sdy.op_sharding_rule<([i])->([i]) {i=2} permutation={i} reduction={i}>}

// -----

// CHECK: :[[# @LINE + 1]]:101: error: expected 'custom'
func.func private @unknown_flag() attributes {test.rule = #sdy.op_sharding_rule<([i])->([i]) {i=2}, special>}

// -----

// CHECK: :[[# @LINE + 1]]:84: error: expected '->'
func.func private @no_results() attributes {test.rule = #sdy.op_sharding_rule<([i]) {i=2}>}

// -----

// CHECK: :[[# @LINE + 1]]:80: error: expected '['
func.func private @no_mapping() attributes {test.rule = #sdy.op_sharding_rule<()->([i]) {i=2}>}

// -----

// CHECK: :[[# @LINE + 1]]:99: error: expecting single factor symbol: 2
func.func private @rest_of_symbol() attributes {test.rule = #sdy.op_sharding_rule<([i])->([i]) {i2}>}
