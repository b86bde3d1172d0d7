// Inherent attributes of another kind than declared: said as they are read, before anything that comes later.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

func.func @given_as_properties(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{invalid properties {dimensions = 1 : i64} for op stablehlo.reverse: Invalid attribute `dimensions` in property conversion: 1 : i64}}
  %0 = "stablehlo.reverse"(%arg0) <{dimensions = 1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  syntax error
}

// -----

func.func @first_by_name(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `dimension_numbers` in property conversion: "b"}}
  %0 = "stablehlo.gather"(%arg0, %arg0) <{slice_sizes = "a", dimension_numbers = "b", other = 1}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_properties(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{invalid properties {other = 1 : i64} for op stablehlo.abs: this operation has empty properties}}
  %0 = "stablehlo.abs"(%arg0) <{other = 1}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @even_if_empty(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{invalid properties {} for op stablehlo.abs: this operation has empty properties}}
  %0 = "stablehlo.abs"(%arg0) <{}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @any_integer_is_one(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.iota"() <{iota_dimension = true}> : () -> tensor<4xf32>
  return
}

// -----

func.func @segment_sizes_kind(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{for op chlo.scan: for `operandSegmentSizes`: expected DenseI32ArrayAttr}}
  %0 = "chlo.scan"(%arg0) <{operandSegmentSizes = 1, resultSegmentSizes = array<i32: 1, 0>, dimension = 0}> ({}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @segment_sizes_count(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{for op chlo.scan: for `operandSegmentSizes`: size mismatch in attribute conversion: 3 vs 2}}
  %0 = "chlo.scan"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0>, resultSegmentSizes = array<i32: 1, 0>, dimension = 0}> ({}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @among_discardable(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %0 = "stablehlo.reverse"(%arg0) {dimensions = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  syntax error
}

// -----

func.func @properties_win(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> {iota_dimension = "a"} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @own_format(%arg0: tensor<4xf32>) {
  %0 = stablehlo.custom_call @f(%arg0)
    // expected-error@+1 {{custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'api_version' failed to satisfy constraint: Custom call API version}}
    {has_side_effect = 1 : i64, api_version = 7 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @own_format_numbers(%arg0: tensor<4x4xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg0) dim_numbers = [b, f]x[i, o]->[b, f], window = {}
    // expected-error@+1 {{op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
    {batch_group_count = 0 : i64, feature_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @twice(%arg0: tensor<4x4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.constant' attribute 'value' occurs more than once in the attribute list}}
  %0 = stablehlo.constant {value = 1} dense<1.0> : tensor<4xf32>
  return
}

// -----

// A function's own parser takes what it knows, and leaves the rest.
func.func @ignored() attributes {no_inline = 2} {
  return
}

// -----

func.func @segments_and_operands(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.scan' op operand count (1) does not match with the total size (4) specified in attribute 'operandSegmentSizes'}}
  %0 = "chlo.scan"(%arg0) <{operandSegmentSizes = array<i32: 1, 3>, resultSegmentSizes = array<i32: 1, 0>, dimension = 0}> ({ "stablehlo.return"() : () -> () }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_segments(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.scan' op result count (1) does not match with the total size (0) specified in attribute 'resultSegmentSizes'}}
  %0 = "chlo.scan"(%arg0) <{operandSegmentSizes = array<i32: 1, 0>, dimension = 0}> ({ "stablehlo.return"() : () -> () }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @negative_segments(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.scan' op 'operandSegmentSizes' attribute cannot have negative elements}}
  %0 = "chlo.scan"(%arg0) <{operandSegmentSizes = array<i32: -1, 2>, dimension = 0}> ({ "stablehlo.return"() : () -> () }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
