// What operations ask of elements that are quantized in different ways: that only scales and zero points differ, or
// that nothing does.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.tanh' op requires compatible types for all operands and results
  %0 = "stablehlo.tanh"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.negate' op requires compatible types for all operands and results
  %0 = "stablehlo.negate"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.sign' op requires compatible types for all operands and results
  %0 = "stablehlo.sign"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.cbrt' op requires compatible types for all operands and results
  %0 = "stablehlo.cbrt"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.atan2' op requires compatible types for all operands and results
  %0 = "stablehlo.atan2"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.divide' op requires compatible types for all operands and results
  %0 = "stablehlo.divide"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.maximum' op requires compatible types for all operands and results
  %0 = "stablehlo.maximum"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.minimum' op requires compatible types for all operands and results
  %0 = "stablehlo.minimum"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.multiply' op requires compatible types for all operands and results
  %0 = "stablehlo.multiply"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.power' op requires compatible types for all operands and results
  %0 = "stablehlo.power"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.remainder' op requires compatible types for all operands and results
  %0 = "stablehlo.remainder"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.subtract' op requires compatible types for all operands and results
  %0 = "stablehlo.subtract"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.reduce_precision' op requires compatible types for all operands and results
  %0 = "stablehlo.reduce_precision"(%a) <{exponent_bits = 5 : i32, mantissa_bits = 3 : i32}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.cross-replica-sum' op requires compatible types for all operands and results
  %0 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.abs' op inferred type(s) 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.abs' op failed to infer returned types
  %0 = "stablehlo.abs"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.cholesky' op requires compatible element types for all operands and results
  %0 = "stablehlo.cholesky"(%a) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>, %c: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.clamp' op requires compatible element types for all operands and results
  %0 = "stablehlo.clamp"(%a, %b, %c) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<2x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>, %c: tensor<4x!quant.uniform<i8:f32, 1.0>>, %d: tensor<4x!quant.uniform<i8:f32, 1.0>>, %e: tensor<4x!quant.uniform<u8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.batch_norm_inference' op requires compatible element types for all operands and results
  %0 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<u8:f32, 1.0>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<u8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.compare' op requires compatible element types for all operands
  %0 = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<u8:f32, 1.0>>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.slice' op requires the same element type for all operands and results
  %0 = "stablehlo.slice"(%a) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.pad' op requires the same element type for all operands and results
  %0 = "stablehlo.pad"(%a, %b) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.concatenate' op requires the same element type for all operands and results
  %0 = "stablehlo.concatenate"(%a, %b) <{dimension = 0 : i64}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.reverse' op requires the same element type for all operands and results
  %0 = "stablehlo.reverse"(%a) <{dimensions = array<i64: 0>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.broadcast' op requires the same element type for all operands and results
  %0 = "stablehlo.broadcast"(%a) <{broadcast_sizes = array<i64: 2>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.collective_permute' op requires the same element type for all operands and results
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x1xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.gather' op failed to verify that all of {operand, result} have same element type
  %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<2x1xi32>) -> tensor<2x1x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<i32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.dynamic_slice' op failed to verify that all of {operand, result} have same element type
  %0 = "stablehlo.dynamic_slice"(%a, %b) <{slice_sizes = array<i64: 4>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<i32>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i8:f32, 2.0>>, %c: tensor<i32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type
  %0 = "stablehlo.dynamic_update_slice"(%a, %b, %c) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i8:f32, 2.0>>, tensor<i32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<1xi32>, %c: tensor<1xi32>, %d: tensor<1xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.real_dynamic_slice' op failed to verify that all of {operand, result} have same element type
  %0 = "stablehlo.real_dynamic_slice"(%a, %b, %c, %d) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 2.0>>, %c: tensor<1xi32>, %d: tensor<1xi32>, %e: tensor<1xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type
  %0 = "stablehlo.dynamic_pad"(%a, %b, %c, %d, %e) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 2.0>>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.all_gather' op requires the same element type for operand and result at index 0
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.all_to_all' op requires the same element type for operand and result at index 0
  %0 = "stablehlo.all_to_all"(%a) <{concat_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>, split_count = 1 : i64, split_dimension = 0 : i64}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0
  %0 = "stablehlo.optimization_barrier"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @f(%a: tensor<4xi1>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>, %c: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: requires compatible types for non-predicate operands
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.select' op failed to infer returned types
  %0 = "stablehlo.select"(%a, %b, %c) : (tensor<4xi1>, tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:10: error: comparator block argument #2 should be of type 'tensor<!quant.uniform<i8:f32, 1.000000e+00>>' but got 'tensor<!quant.uniform<i8:f32, 2.000000e+00>>'
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 1.0>>, %z: tensor<!quant.uniform<i8:f32, 2.0>>, %w: tensor<!quant.uniform<i8:f32, 1.0>>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>)
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: element type of operands and computation arguments must match, but got: '!quant.uniform<i8:f32, 1.000000e+00>' and '!quant.uniform<i8:f32, 2.000000e+00>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.map' op failed to infer returned types
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0>>, %y: tensor<!quant.uniform<i8:f32, 2.0>>):
    stablehlo.return %x : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<i1>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.if' op inferred type(s) 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.if' op failed to infer returned types
  %0 = "stablehlo.if"(%a) ({
    %x = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %x : tensor<4x!quant.uniform<i8:f32, 1.0>>
  }, {
    %x = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %x : tensor<4x!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<i1>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<i1>) {
  // CHECK: :[[# @LINE + 2]]:8: error: branch 0 and branch 1 have mismatched return types: 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.if' op failed to infer returned types
  %0 = "stablehlo.if"(%a) ({
    %x = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %x : tensor<4x!quant.uniform<i8:f32, 1.0>>
  }, {
    %x = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<u8:f32, 1.0>>
    stablehlo.return %x : tensor<4x!quant.uniform<u8:f32, 1.0>>
  }) : (tensor<i1>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect operands to be compatible with body block arguments but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>'
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4x!quant.uniform<i8:f32, 2.0>>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<4x!quant.uniform<u8:f32, 1.0>>):
    stablehlo.return %x : tensor<4x!quant.uniform<u8:f32, 1.0>>
  }) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.constant' op inferred type(s) 'tensor<4xui8>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.constant' op failed to infer returned types
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<4xui8>}> : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.constant' op inferred type(s) 'tensor<4xui8>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.constant' op failed to infer returned types
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<4xui8>}> : () -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.constant' op inferred type(s) 'tensor<4xi8>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<ui8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.constant' op failed to infer returned types
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<ui8:f32, 1.0>>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.constant' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.constant' op failed to infer returned types
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.constant' op inferred type(s) 'tensor<3xi8>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.constant' op failed to infer returned types
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<3xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: rank of smaller element type (1) should be 1 more than rank of larger element type (1), but 1 != 1 + 1.
  %0 = "stablehlo.bitcast_convert"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i16:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: rank of smaller element type (1) should be 1 more than rank of larger element type (1), but 1 != 1 + 1.
  %0 = "stablehlo.bitcast_convert"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xcomplex<f32>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: cannot convert between real and complex types, but got: 'tensor<4xcomplex<f32>>' and 'tensor<4x!quant.uniform<i32:f32, 1.000000e+00>>'
  %0 = "stablehlo.bitcast_convert"(%a) : (tensor<4xcomplex<f32>>) -> tensor<4x!quant.uniform<i32:f32, 1.0>>
  return
}
