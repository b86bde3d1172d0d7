// What is said first where several things are wrong, and what regions of which operations must end in.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

func.func @body_before_condition(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error@+1 {{expect operands to be compatible with body block return types but got 'tensor<i32>', 'tensor<i32>' vs 'tensor<i32>'}}
  %0:2 = "stablehlo.while"(%arg0, %arg0) ({
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    "stablehlo.return"(%arg1, %arg1) : (tensor<i1>, tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    "stablehlo.return"(%arg2) : (tensor<i32>) -> ()
  }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// -----

func.func @region_before_result_types(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg1: tensor<f64>):
    // expected-error@+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type}}
    %1 = "stablehlo.abs"(%arg1) : (tensor<f64>) -> tensor<2xf64>
    "stablehlo.return"(%arg1) : (tensor<f64>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @terminator_of_a_reduction(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op expects regions to end with 'stablehlo.return', found 'sdy.return'}}
  // expected-note@+1 {{in custom textual format, the absence of terminator implies 'stablehlo.return'}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    "sdy.return"(%arg2) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// Of a sort any terminator will do.
func.func @terminator_of_a_sort(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sort"(%arg0) ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.compare"(%arg1, %arg2) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "sdy.return"(%1) : (tensor<i1>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dimension_numbers_in_own_format(%arg0: tensor<4x4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Unexpected dimension b, expecting f}}
  %0 = stablehlo.convolution(%arg0, %arg0) dim_numbers = [b, b]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @buffers(%arg0: memref<4xf32>) {
  // expected-error@+2 {{'stablehlo.custom_call' op buffer output [0] is used in output_operand_alias more than once}}
  // expected-error@+1 {{'stablehlo.custom_call' op buffer output [1] is not used in output_operand_alias}}
  %0:2 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>]}> : (memref<4xf32>, memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  return
}

// -----

func.func @known_sizes(%arg0: tensor<?xi32>, %arg1: tensor<3xi32>) {
  // expected-error@+2 {{'stablehlo.and' op inferred type(s) 'tensor<3xi32>' are incompatible with return type(s) of operation 'tensor<?xi32, #stablehlo.bounds<2>>'}}
  // expected-error@+1 {{'stablehlo.and' op failed to infer returned types}}
  %0 = "stablehlo.and"(%arg0, %arg1) : (tensor<?xi32>, tensor<3xi32>) -> tensor<?xi32, #stablehlo.bounds<2>>
  return
}

// -----

func.func @size_that_stays(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.constant dense<2> : tensor<i32>
  // expected-error@+2 {{'stablehlo.set_dimension_size' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<9x3xf32>'}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %1 = stablehlo.set_dimension_size %arg0, %0, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<9x3xf32>
  return
}

// -----

func.func @fewer_than_none(%arg0: tensor<2x4xf32>) {
  // expected-error@+2 {{'chlo.top_k' op inferred type(s) 'tensor<2x-1xf32>', 'tensor<2x-1xi32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<2x3xi32>'}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = "chlo.top_k"(%arg0) <{k = -1 : i64}> : (tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}
