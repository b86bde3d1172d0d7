// What is said of elementwise with one mistake; made by `python -m tools.operations.rules`.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// stablehlo.abs
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "stablehlo.abs"(%v0) : (tensor<f32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.abs
func.func @subject(%v0: tensor<?xf32>) {
  // expected-error@+2 {{'stablehlo.abs' op inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  // expected-error@+1 {{'stablehlo.abs' op failed to infer returned types}}
  %v1 = "stablehlo.abs"(%v0) : (tensor<?xf32>) -> (tensor<4xf64>)
  func.return
}

// -----

// stablehlo.abs
func.func @subject(%v0: () -> ()) {
  // expected-error@+1 {{'stablehlo.abs' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got '() -> ()'}}
  %v1 = "stablehlo.abs"(%v0) : (() -> ()) -> (() -> ())
  func.return
}

// -----

// stablehlo.add
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %v1 = "stablehlo.add"(%v0, %v0) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<?x4xf32>)
  func.return
}

// -----

// stablehlo.add
func.func @subject(%v0: tensor<i1>, %v1: tensor<i1>) {
  // expected-error@+1 {{op requires the same element type for all operands and results}}
  %v2 = "stablehlo.add"(%v0, %v1) : (tensor<i1>, tensor<i1>) -> (tensor<i32>)
  func.return
}

// -----

// stablehlo.add
func.func @subject(%v0: tensor<?x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.add"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.add
func.func @subject(%v0: tensor<?x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op requires one result}}
  "stablehlo.add"(%v0, %v0) : (tensor<?x4xf32>, tensor<?x4xf32>) -> ()
  func.return
}

// -----

// stablehlo.and
func.func @subject(%v0: tensor<i1>, %v1: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.and' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.and"(%v0) : (tensor<i1>) -> (tensor<i1>)
  func.return
}

// -----

// stablehlo.and
func.func @subject(%v0: tensor<i8>, %v1: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.and' op requires compatible types for all operands and results}}
  %v2 = "stablehlo.and"(%v0, %v1) : (tensor<i8>, tensor<i1>) -> (tensor<i1>)
  func.return
}

// -----

// stablehlo.and
func.func @subject(%v0: tensor<?xi32>, %v1: tensor<0xi32>) {
  // expected-error@+1 {{'stablehlo.and' op requires the same shape for all operands and results}}
  %v2 = "stablehlo.and"(%v0, %v1) : (tensor<?xi32>, tensor<0xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

// stablehlo.and
func.func @subject(%v0: f32, %v1: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.and' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'f32'}}
  %v2 = "stablehlo.and"(%v0, %v1) : (f32, tensor<i1>) -> (tensor<i1>)
  func.return
}

// -----

// stablehlo.atan2
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.atan2' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.atan2"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.atan2
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.atan2' op requires compatible types for all operands and results}}
  %v2 = "stablehlo.atan2"(%v0, %v1) : (tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.atan2
func.func @subject(%v0: tensor<2x4xf32>, %v1: f32) {
  // expected-error@+1 {{'stablehlo.atan2' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'f32'}}
  %v2 = "stablehlo.atan2"(%v0, %v1) : (tensor<2x4xf32>, f32) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.cbrt
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.cbrt' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.cbrt"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.cbrt
func.func @subject(%v0: none) {
  // expected-error@+1 {{'stablehlo.cbrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'none'}}
  %v1 = "stablehlo.cbrt"(%v0) : (none) -> (none)
  func.return
}

// -----

// stablehlo.ceil
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.ceil' op requires one result}}
  "stablehlo.ceil"(%v0) : (tensor<2x4xf32>) -> ()
  func.return
}

// -----

// stablehlo.clamp
func.func @subject(%v0: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.clamp' op requires compatible element types for all operands and results}}
  %v1 = "stablehlo.clamp"(%v0, %v0, %v0) : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.clamp
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.clamp' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %v1 = "stablehlo.clamp"(%v0, %v0, %v0) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.clamp
func.func @subject(%v0: tensor<3xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+2 {{min shape [3] is not scalar and is not compatible to operand shape [2, 4]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %v2 = "stablehlo.clamp"(%v0, %v1, %v0) : (tensor<3xf32>, tensor<2x4xf32>, tensor<3xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.clamp
func.func @subject(%v0: f32) {
  // expected-error@+1 {{'stablehlo.clamp' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'f32'}}
  %v1 = "stablehlo.clamp"(%v0, %v0, %v0) : (f32, f32, f32) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.compare
func.func @subject(%v0: tensor<2xi64>, %v1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %v2 = "stablehlo.compare"(%v0, %v1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2x4xi1>)
  func.return
}

// -----

// stablehlo.compare
func.func @subject(%v0: tensor<2x4xi1>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op requires compatible element types for all operands}}
  %v2 = "stablehlo.compare"(%v0, %v1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<2x4xi1>, tensor<2x4xf32>) -> (tensor<2x4xi1>)
  func.return
}

// -----

// stablehlo.compare
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.compare' op inferred type(s) 'tensor<2x4xi1>' are incompatible with return type(s) of operation 'tensor<2x?xi1, #stablehlo.bounds<?, 2>>'}}
  // expected-error@+1 {{'stablehlo.compare' op failed to infer returned types}}
  %v2 = "stablehlo.compare"(%v0, %v1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x?xi1, #stablehlo.bounds<?, 2>>)
  func.return
}

// -----

// stablehlo.compare
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op requires attribute 'comparison_direction'}}
  %v2 = "stablehlo.compare"(%v0, %v1) <{compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xi1>)
  func.return
}

// -----

// stablehlo.complex
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same shape for all operands and results}}
  %v1 = "stablehlo.complex"(%v0, %v0) : (tensor<f32>, tensor<f32>) -> (tensor<?x4xcomplex<f32>>)
  func.return
}

// -----

// stablehlo.complex
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf64>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same element type for all operands}}
  %v2 = "stablehlo.complex"(%v0, %v1) : (tensor<2x4xf32>, tensor<2x4xf64>) -> (tensor<2x4xcomplex<f32>>)
  func.return
}

// -----

// stablehlo.complex
func.func @subject(%v0: tensor<?x4xf32>) {
  // expected-error@+1 {{'stablehlo.complex' op requires one result}}
  "stablehlo.complex"(%v0, %v0) : (tensor<?x4xf32>, tensor<?x4xf32>) -> ()
  func.return
}

// -----

// stablehlo.convert
func.func @subject(%v0: none) {
  // expected-error@+1 {{'stablehlo.convert' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements values, but got 'none'}}
  %v1 = "stablehlo.convert"(%v0) : (none) -> (tensor<2x4xi8>)
  func.return
}

// -----

// stablehlo.cosine
func.func @subject(%v0: () -> ()) {
  // expected-error@+1 {{'stablehlo.cosine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got '() -> ()'}}
  %v1 = "stablehlo.cosine"(%v0) : (() -> ()) -> (() -> ())
  func.return
}

// -----

// stablehlo.count_leading_zeros
func.func @subject(%v0: f32) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'f32'}}
  %v1 = "stablehlo.count_leading_zeros"(%v0) : (f32) -> (f32)
  func.return
}

// -----

// stablehlo.divide
func.func @subject(%v0: f32, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.divide' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'f32'}}
  %v2 = "stablehlo.divide"(%v0, %v1) : (f32, tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.exponential
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.exponential"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.exponential_minus_one
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.exponential_minus_one' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.exponential_minus_one"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.floor
func.func @subject(%v0: none) {
  // expected-error@+1 {{'stablehlo.floor' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'none'}}
  %v1 = "stablehlo.floor"(%v0) : (none) -> (tensor<?x4xf32>)
  func.return
}

// -----

// stablehlo.imag
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.imag' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "stablehlo.imag"(%v0) : (tensor<f32>) -> (tensor<4xf64>)
  func.return
}

// -----

// stablehlo.imag
func.func @subject(%v0: i32) {
  // expected-error@+1 {{'stablehlo.imag' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %v1 = "stablehlo.imag"(%v0) : (i32) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.is_finite
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.is_finite' op requires a single operand}}
  %v1 = "stablehlo.is_finite"() : () -> (tensor<2x4xi1>)
  func.return
}

// -----

// stablehlo.log
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.log' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.log"(%v0) : (tensor<f32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.log_plus_one
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.log_plus_one' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.log_plus_one"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.logistic
func.func @subject(%v0: tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.logistic' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.logistic"(%v0) : (tensor<?xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.maximum
func.func @subject(%v0: f32, %v1: f32) {
  // expected-error@+1 {{'stablehlo.maximum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'f32'}}
  %v2 = "stablehlo.maximum"(%v0, %v1) : (f32, f32) -> (f32)
  func.return
}

// -----

// stablehlo.minimum
func.func @subject(%v0: i32, %v1: i32) {
  // expected-error@+1 {{'stablehlo.minimum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %v2 = "stablehlo.minimum"(%v0, %v1) : (i32, i32) -> (i32)
  func.return
}

// -----

// stablehlo.multiply
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.multiply' op requires compatible types for all operands and results}}
  %v2 = "stablehlo.multiply"(%v0, %v1) : (tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.negate
func.func @subject(%v0: i32) {
  // expected-error@+1 {{'stablehlo.negate' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %v1 = "stablehlo.negate"(%v0) : (i32) -> (i32)
  func.return
}

// -----

// stablehlo.not
func.func @subject(%v0: f32) {
  // expected-error@+1 {{'stablehlo.not' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'f32'}}
  %v1 = "stablehlo.not"(%v0) : (f32) -> (f32)
  func.return
}

// -----

// stablehlo.or
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.or' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.or"(%v0) : (tensor<4xi32>) -> (tensor<4xi32>)
  func.return
}

// -----

// stablehlo.popcnt
func.func @subject(%v0: f32) {
  // expected-error@+1 {{'stablehlo.popcnt' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'f32'}}
  %v1 = "stablehlo.popcnt"(%v0) : (f32) -> (f32)
  func.return
}

// -----

// stablehlo.power
func.func @subject(%v0: i32, %v1: i32) {
  // expected-error@+1 {{'stablehlo.power' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'i32'}}
  %v2 = "stablehlo.power"(%v0, %v1) : (i32, i32) -> (i32)
  func.return
}

// -----

// stablehlo.real
func.func @subject(%v0: i32) {
  // expected-error@+1 {{'stablehlo.real' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %v1 = "stablehlo.real"(%v0) : (i32) -> (tensor<4xf64>)
  func.return
}

// -----

// stablehlo.reduce_precision
func.func @subject(%v0: index) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'index'}}
  %v1 = "stablehlo.reduce_precision"(%v0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (index) -> (index)
  func.return
}

// -----

// stablehlo.remainder
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.remainder' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.remainder"(%v0) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.round_nearest_afz
func.func @subject(%v0: f32) {
  // expected-error@+1 {{'stablehlo.round_nearest_afz' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'f32'}}
  %v1 = "stablehlo.round_nearest_afz"(%v0) : (f32) -> (f32)
  func.return
}

// -----

// stablehlo.round_nearest_even
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_even' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.round_nearest_even"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.rsqrt
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.rsqrt' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.rsqrt"(%v0) : (tensor<f32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.select
func.func @subject(%v0: tensor<2x4xi1>, %v1: tensor<i1>) {
  // expected-error@+2 {{requires the same shape for all operands}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %v2 = "stablehlo.select"(%v0, %v1, %v1) : (tensor<2x4xi1>, tensor<i1>, tensor<i1>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.select
func.func @subject(%v0: tensor<?xi1>, %v1: tensor<1xi32>, %v2: tensor<3xi32>) {
  // expected-error@+2 {{requires compatible types for non-predicate operands}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %v3 = "stablehlo.select"(%v0, %v1, %v2) : (tensor<?xi1>, tensor<1xi32>, tensor<3xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

// stablehlo.shift_left
func.func @subject(%v0: () -> (), %v1: () -> ()) {
  // expected-error@+1 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got '() -> ()'}}
  %v2 = "stablehlo.shift_left"(%v0, %v1) : (() -> (), () -> ()) -> (() -> ())
  func.return
}

// -----

// stablehlo.shift_right_arithmetic
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.shift_right_arithmetic' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.shift_right_arithmetic"(%v1) : (tensor<4xi32>) -> (tensor<4xi32>)
  func.return
}

// -----

// stablehlo.shift_right_logical
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.shift_right_logical' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.shift_right_logical"(%v0) : (tensor<4xi32>) -> (tensor<4xi32>)
  func.return
}

// -----

// stablehlo.sign
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.sign' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.sign"(%v0) : (tensor<f32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.sine
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sine' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.sine"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.sqrt
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sqrt' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.sqrt"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.subtract
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.subtract' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.subtract"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.tan
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.tan' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.tan"(%v0) : (tensor<2x4xf32>) -> (tensor<f32>)
  func.return
}

// -----

// stablehlo.tanh
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.tanh' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.tanh"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.xor
func.func @subject(%v0: tensor<i1>, %v1: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.xor' op expected 2 operands, but found 1}}
  %v2 = "stablehlo.xor"(%v1) : (tensor<i1>) -> (tensor<i1>)
  func.return
}
