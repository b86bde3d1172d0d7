// Operations in their own formats: types of another class, numbers that are too large, words that are not wanted.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

func.func @type_class(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'chlo.square' invalid kind of type specified}}
  %0 = chlo.square %arg0 : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @type_class_by_name() {
  // expected-error @+1 {{custom op 'stablehlo.iota' invalid kind of type specified: expected builtin.tensor, but found 'index'}}
  %0 = stablehlo.iota dim = 0 : index
  return
}

// -----

func.func @two_types_in_parentheses(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{expected ','}}
  %0 = chlo.broadcast_add %arg0, %arg0 : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @more_operands_than_types(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.complex' number of operands and types do not match: got 3 operands and 2 types}}
  %0 = stablehlo.complex %arg0, %arg0, %arg0 : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @dimensions(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.dot_general' expected 'contracting_dims'}}
  %0 = stablehlo.dot_general %arg0, %arg0, %arg0, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @too_large(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.broadcast_in_dim' integer value too large}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 99999999999999999999] : (tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// Words of truth are numbers of one bit, and that is the sign.
func.func @truth(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{broadcast_dimensions contains invalid value -1 for result with rank 2}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [true] : (tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @result_number(%arg0: tensor<2xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<2xf32>
  // expected-error @+1 {{expected '=' after SSA name}}
  %1#0 = stablehlo.negate %arg0 : tensor<2xf32>
  return
}

// -----

func.func @no_name(%arg0: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.' is unknown (tried 'func.stablehlo.' as well)}}
  stablehlo.
}

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @sizes_behind_star(tensor<*x3xf32>)

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @elements_as_type(dense<16>)

// -----

func.func @reducer_without_name(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{expected bare identifier or keyword}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies 42
}
