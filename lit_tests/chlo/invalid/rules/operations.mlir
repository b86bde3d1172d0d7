// What is said of operations with one mistake; made by `python -m tools.operations.rules`.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// chlo._asin_acos_kernel
func.func @subject(%v0: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'chlo._asin_acos_kernel' op requires compatible types for all operands and results}}
  %v1 = "chlo._asin_acos_kernel"(%v0) : (tensor<4xcomplex<f32>>) -> (tensor<complex<f32>>)
  func.return
}

// -----

// chlo._asin_acos_kernel
func.func @subject(%v0: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'chlo._asin_acos_kernel' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo._asin_acos_kernel"(%v0) : (tensor<4xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
  func.return
}

// -----

// chlo._asin_acos_kernel
func.func @subject(%v0: () -> ()) {
  // expected-error@+1 {{'chlo._asin_acos_kernel' op operand #0 must be tensor of complex type with 32/64-bit float elements values, but got '() -> ()'}}
  %v1 = "chlo._asin_acos_kernel"(%v0) : (() -> ()) -> (() -> ())
  func.return
}

// -----

// chlo.acos
func.func @subject(%v0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.acos' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.acos"(%v0) : (tensor<*xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.acos
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.acos' op requires compatible types for all operands and results}}
  %v1 = "chlo.acos"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.acos
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.acos' op requires one result}}
  "chlo.acos"(%v0) : (tensor<2x4xf32>) -> ()
  func.return
}

// -----

// chlo.acosh
func.func @subject(%v0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.acosh' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.acosh"(%v0) : (tensor<*xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.acosh
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.acosh' op requires compatible types for all operands and results}}
  %v1 = "chlo.acosh"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.acosh
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.acosh' op requires one result}}
  "chlo.acosh"(%v0) : (tensor<2x4xf32>) -> ()
  func.return
}

// -----

// chlo.asin
func.func @subject(%v0: i32) {
  // expected-error@+1 {{'chlo.asin' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %v1 = "chlo.asin"(%v0) : (i32) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.asinh
func.func @subject(%v0: i32) {
  // expected-error@+1 {{'chlo.asinh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %v1 = "chlo.asinh"(%v0) : (i32) -> (i32)
  func.return
}

// -----

// chlo.atan
func.func @subject(%v0: i32) {
  // expected-error@+1 {{'chlo.atan' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'i32'}}
  %v1 = "chlo.atan"(%v0) : (i32) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.atanh
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.atanh' op requires compatible types for all operands and results}}
  %v1 = "chlo.atanh"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.bessel_i1e
func.func @subject(%v0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.bessel_i1e' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.bessel_i1e"(%v0) : (tensor<*xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_add
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.broadcast_add' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_add"(%v1) : (tensor<*xf32>) -> (tensor<*xf32>)
  func.return
}

// -----

// chlo.broadcast_add
func.func @subject(%v0: tensor<i64>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_add' op requires compatible element types for all operands and results}}
  %v2 = "chlo.broadcast_add"(%v0, %v1) : (tensor<i64>, tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_add
func.func @subject(%v0: tensor<2x1xf32>, %v1: tensor<f32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op inferred type(s) 'tensor<2x1xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %v2 = "chlo.broadcast_add"(%v0, %v1) : (tensor<2x1xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_add
func.func @subject(%v0: tuple<>, %v1: tuple<>) {
  // expected-error@+1 {{'chlo.broadcast_add' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tuple<>'}}
  %v2 = "chlo.broadcast_add"(%v0, %v1) : (tuple<>, tuple<>) -> (tuple<>)
  func.return
}

// -----

// chlo.broadcast_and
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.broadcast_and' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_and"(%v0) : (tensor<4xi32>) -> (tensor<4xi32>)
  func.return
}

// -----

// chlo.broadcast_and
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<4xi32>) {
  // expected-error@+2 {{'chlo.broadcast_and' op inferred type(s) 'tensor<4xi32>' are incompatible with return type(s) of operation 'tensor<i32>'}}
  // expected-error@+1 {{'chlo.broadcast_and' op failed to infer returned types}}
  %v2 = "chlo.broadcast_and"(%v0, %v1) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<i32>)
  func.return
}

// -----

// chlo.broadcast_and
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<2xi64>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_and' op failed to infer returned types}}
  %v2 = "chlo.broadcast_and"(%v0, %v1) : (tensor<4xi32>, tensor<2xi64>) -> (tensor<4xi32>)
  func.return
}

// -----

// chlo.broadcast_and
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.broadcast_and' op requires one result}}
  "chlo.broadcast_and"(%v0, %v1) : (tensor<4xi32>, tensor<4xi32>) -> ()
  func.return
}

// -----

// chlo.broadcast_atan2
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_atan2' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_atan2"(%v0) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_atan2
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<i32>) {
  // expected-error@+1 {{'chlo.broadcast_atan2' op requires the same element type for all operands and results}}
  %v2 = "chlo.broadcast_atan2"(%v0, %v1) : (tensor<2x4xf32>, tensor<i32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_atan2
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+2 {{'chlo.broadcast_atan2' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_atan2' op failed to infer returned types}}
  %v2 = "chlo.broadcast_atan2"(%v0, %v1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<4xf32>)
  func.return
}

// -----

// chlo.broadcast_atan2
func.func @subject(%v0: () -> (), %v1: () -> ()) {
  // expected-error@+1 {{'chlo.broadcast_atan2' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got '() -> ()'}}
  %v2 = "chlo.broadcast_atan2"(%v0, %v1) : (() -> (), () -> ()) -> (() -> ())
  func.return
}

// -----

// chlo.broadcast_compare
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_compare' op requires attribute 'comparison_direction'}}
  %v1 = "chlo.broadcast_compare"(%v0, %v0) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xi1>)
  func.return
}

// -----

// chlo.broadcast_complex
func.func @subject(%v0: f32) {
  // expected-error@+1 {{'chlo.broadcast_complex' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'f32'}}
  %v1 = "chlo.broadcast_complex"(%v0, %v0) : (f32, f32) -> (tensor<2x4xcomplex<f32>>)
  func.return
}

// -----

// chlo.broadcast_divide
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<i32>) {
  // expected-error@+1 {{'chlo.broadcast_divide' op requires the same element type for all operands and results}}
  %v2 = "chlo.broadcast_divide"(%v0, %v1) : (tensor<2x4xf32>, tensor<i32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_divide
func.func @subject(%v0: index, %v1: index) {
  // expected-error@+1 {{'chlo.broadcast_divide' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'index'}}
  %v2 = "chlo.broadcast_divide"(%v0, %v1) : (index, index) -> (index)
  func.return
}

// -----

// chlo.broadcast_maximum
func.func @subject(%v0: tensor<i1>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_maximum' op requires compatible element types for all operands and results}}
  %v2 = "chlo.broadcast_maximum"(%v0, %v1) : (tensor<i1>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_minimum
func.func @subject(%v0: tensor<2x4xi1>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_minimum' op requires compatible element types for all operands and results}}
  %v2 = "chlo.broadcast_minimum"(%v0, %v1) : (tensor<2x4xi1>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_multiply
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_multiply' op requires the same element type for all operands and results}}
  %v2 = "chlo.broadcast_multiply"(%v0, %v1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<i32>)
  func.return
}

// -----

// chlo.broadcast_next_after
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_next_after' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_next_after"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_or
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<i64>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_or' op failed to infer returned types}}
  %v2 = "chlo.broadcast_or"(%v0, %v1) : (tensor<4xi32>, tensor<i64>) -> (tensor<4xi32>)
  func.return
}

// -----

// chlo.broadcast_or
func.func @subject(%v0: () -> (), %v1: () -> ()) {
  // expected-error@+1 {{'chlo.broadcast_or' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got '() -> ()'}}
  %v2 = "chlo.broadcast_or"(%v0, %v1) : (() -> (), () -> ()) -> (() -> ())
  func.return
}

// -----

// chlo.broadcast_polygamma
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_polygamma' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_polygamma"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_power
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_power' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_power"(%v0) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_remainder
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_remainder' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_remainder"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_select
func.func @subject(%v0: tensor<2x4xi1>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_select' op expected 3 operands, but found 2}}
  %v2 = "chlo.broadcast_select"(%v0, %v1) : (tensor<2x4xi1>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_shift_left
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.broadcast_shift_left' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_shift_left"(%v1) : (tensor<4xi32>) -> (tensor<4xi32>)
  func.return
}

// -----

// chlo.broadcast_shift_right_arithmetic
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.broadcast_shift_right_arithmetic' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_shift_right_arithmetic"(%v0) : (tensor<4xi32>) -> (tensor<4xi32>)
  func.return
}

// -----

// chlo.broadcast_shift_right_logical
func.func @subject(%v0: tensor<4xi32>, %v1: tensor<4xi32>) {
  // expected-error@+1 {{'chlo.broadcast_shift_right_logical' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_shift_right_logical"(%v0) : (tensor<4xi32>) -> (tensor<4xi32>)
  func.return
}

// -----

// chlo.broadcast_subtract
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.broadcast_subtract' op expected 2 operands, but found 1}}
  %v2 = "chlo.broadcast_subtract"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.broadcast_xor
func.func @subject(%v0: tensor<i64>, %v1: tensor<4xi32>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_xor' op failed to infer returned types}}
  %v2 = "chlo.broadcast_xor"(%v0, %v1) : (tensor<i64>, tensor<4xi32>) -> (tensor<4xi32>)
  func.return
}

// -----

// chlo.broadcast_xor
func.func @subject(%v0: none, %v1: none) {
  // expected-error@+1 {{'chlo.broadcast_xor' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'none'}}
  %v2 = "chlo.broadcast_xor"(%v0, %v1) : (none, none) -> (none)
  func.return
}

// -----

// chlo.broadcast_zeta
func.func @subject(%v0: tensor<2x4xf32>, %v1: f32) {
  // expected-error@+1 {{'chlo.broadcast_zeta' op operand #1 must be tensor of 4/6/8/16/32/64-bit float values, but got 'f32'}}
  %v2 = "chlo.broadcast_zeta"(%v0, %v1) : (tensor<2x4xf32>, f32) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.conj
func.func @subject(%v0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.conj' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.conj"(%v0) : (tensor<*xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.constant
func.func @subject() {
  // expected-error@+1 {{'chlo.constant' op requires attribute 'value'}}
  %v0 = "chlo.constant"() : () -> (tensor<i32>)
  func.return
}

// -----

// chlo.constant_like
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.constant_like' op value's type doesn't match element return type}}
  %v1 = "chlo.constant_like"(%v0) <{value = 1 : i32}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.constant_like
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'chlo.constant_like' op requires the same shape for all operands and results}}
  %v1 = "chlo.constant_like"(%v0) <{value = 1.000000e+00 : f32}> : (tensor<f32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.constant_like
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.constant_like' op requires attribute 'value'}}
  %v1 = "chlo.constant_like"(%v0) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.cosh
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.cosh' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.cosh"(%v0) : (tensor<2x4xf32>) -> (tensor<*xf32>)
  func.return
}

// -----

// chlo.digamma
func.func @subject(%v0: i32) {
  // expected-error@+1 {{'chlo.digamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'i32'}}
  %v1 = "chlo.digamma"(%v0) : (i32) -> (i32)
  func.return
}

// -----

// chlo.erf
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'chlo.erf' op requires compatible types for all operands and results}}
  %v1 = "chlo.erf"(%v0) : (tensor<f32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.erf_inv
func.func @subject(%v0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.erf_inv' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.erf_inv"(%v0) : (tensor<*xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.erfc
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.erfc' op requires compatible types for all operands and results}}
  %v1 = "chlo.erfc"(%v0) : (tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.is_inf
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'chlo.is_inf' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.is_inf"(%v0) : (tensor<f32>) -> (tensor<2x4xi1>)
  func.return
}

// -----

// chlo.is_neg_inf
func.func @subject(%v0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.is_neg_inf' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.is_neg_inf"(%v0) : (tensor<*xf32>) -> (tensor<2x4xi1>)
  func.return
}

// -----

// chlo.is_pos_inf
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'chlo.is_pos_inf' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.is_pos_inf"(%v0) : (tensor<f32>) -> (tensor<2x4xi1>)
  func.return
}

// -----

// chlo.lgamma
func.func @subject(%v0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.lgamma' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.lgamma"(%v0) : (tensor<*xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.mulhi
func.func @subject(%v0: none) {
  // expected-error@+1 {{'chlo.mulhi' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'none'}}
  %v1 = "chlo.mulhi"(%v0, %v0) : (none, none) -> (tensor<2x4xi32>)
  func.return
}

// -----

// chlo.next_after
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.next_after' op expected 2 operands, but found 1}}
  %v1 = "chlo.next_after"(%v0) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.polygamma
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.polygamma' op expected 2 operands, but found 1}}
  %v1 = "chlo.polygamma"(%v0) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.ragged_dot
func.func @subject(%v0: tensor<i32>, %v1: tensor<3x5x7xf32>, %v2: tensor<3xi64>) {
  // expected-error@+1 {{lhs_contracting_dimensions value: 1 is out of range: [0, 0)}}
  %v3 = "chlo.ragged_dot"(%v0, %v1, %v2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<i32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

// chlo.ragged_dot
func.func @subject(%v0: tensor<*xf32>, %v1: tensor<3x5x7xf32>, %v2: tensor<3xi64>) {
  // expected-error@+1 {{contracting dimension sizes must match for lhs/rhs}}
  %v3 = "chlo.ragged_dot"(%v0, %v1, %v2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<*xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

// chlo.ragged_dot
func.func @subject(%v0: tensor<11x5xf32>, %v1: tensor<3x5x7xf32>, %v2: tensor<3xi64>) {
  // expected-error@+1 {{inferred shape '[11, 7]' is incompatible with return type of operation 'tensor<i1>'}}
  %v3 = "chlo.ragged_dot"(%v0, %v1, %v2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<i1>)
  func.return
}

// -----

// chlo.ragged_dot
func.func @subject(%v0: tensor<11x5xf32>, %v1: tensor<3x5x7xf32>, %v2: tensor<i64>) {
  // expected-error@+1 {{expected group_sizes to have rank 1, got 0}}
  %v3 = "chlo.ragged_dot"(%v0, %v1, %v2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<i64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

// chlo.ragged_dot
func.func @subject(%v0: tensor<11x5xf32>, %v1: tensor<3x5x7xf32>, %v2: tensor<3xi64>) {
  // expected-error@+1 {{lhs and rhs should have the same number of contracting dimensions}}
  %v3 = "chlo.ragged_dot"(%v0, %v1, %v2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

// chlo.ragged_dot
func.func @subject(%v0: tensor<11x5xf32>, %v1: tensor<3x5x7xf32>, %v2: tensor<3xi64>) {
  // expected-error@+1 {{has duplicated dimension from rhs_group_dimensions and rhs_contracting_dimensions: 1}}
  %v3 = "chlo.ragged_dot"(%v0, %v1, %v2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

// chlo.ragged_dot
func.func @subject(%v0: tensor<11x5xf32>, %v1: tensor<3x5x7xf32>, %v2: tensor<4xi64>) {
  // expected-error@+1 {{rhs group dimension is expected to have size=4, got 3}}
  %v3 = "chlo.ragged_dot"(%v0, %v1, %v2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<4xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

// chlo.scan
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.scan' op operand and body argument 0 are incompatible}}
  %v2 = "chlo.scan"(%v0) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0>, resultSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%v1: index):
    "stablehlo.return"(%v1) : (index) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.scan
func.func @subject(%v0: tensor<i1>) {
  // expected-error@+1 {{'chlo.scan' op scan dimension of operand 0 is out of bounds}}
  %v2 = "chlo.scan"(%v0) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0>, resultSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%v1: tensor<2xf32>):
    "stablehlo.return"(%v1) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> (tensor<i1>)
  func.return
}

// -----

// chlo.scan
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.scan' op expects 1 arguments in the body, but got 2}}
  %v2 = "chlo.scan"(%v0) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0>, resultSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%v1: tensor<2xf32>, %v3: tensor<2xf32>):
    "stablehlo.return"(%v1) : (tensor<2xf32>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.scan
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'chlo.scan' op inferred type(s) 'tensor<2x4xf32>', 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'chlo.scan' op failed to infer returned types}}
  %v2 = "chlo.scan"(%v0) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0>, resultSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%v1: tensor<2xf32>):
    "stablehlo.return"(%v1, %v1) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.scan
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.scan' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<2xf32>'}}
  // expected-error@+1 {{'chlo.scan' op failed to infer returned types}}
  %v5, %v6 = "chlo.scan"(%v0, %v1) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%v2: tensor<2xf32>, %v3: tensor<2xf32>):
    %v4 = "stablehlo.add"(%v2, %v3) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
    "stablehlo.return"(%v4) : (tensor<2xf32>) -> ()
  }) : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)
  func.return
}

// -----

// chlo.scan
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.scan' op inferred type(s) 'tensor<2x4xf32>', 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<2xf32>'}}
  // expected-error@+1 {{'chlo.scan' op failed to infer returned types}}
  %v5, %v6 = "chlo.scan"(%v0, %v1) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%v2: tensor<2xf32>, %v3: tensor<2xf32>):
    %v4 = "stablehlo.add"(%v2, %v3) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
    "stablehlo.return"(%v4, %v4) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
  func.return
}

// -----

// chlo.scan
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.scan' op inferred type(s) 'tensor<2x4xf32>', 'tensor<2x4xf32>', 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<2xf32>'}}
  // expected-error@+1 {{'chlo.scan' op failed to infer returned types}}
  %v5, %v6 = "chlo.scan"(%v0, %v1) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%v2: tensor<2xf32>, %v3: tensor<2xf32>):
    %v4 = "stablehlo.add"(%v2, %v3) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
    "stablehlo.return"(%v4, %v4, %v4) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)
  func.return
}

// -----

// chlo.scan
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.scan' op result count (0) does not match with the total size (1) specified in attribute 'resultSegmentSizes'}}
  "chlo.scan"(%v0) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0>, resultSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%v1: tensor<2xf32>):
    "stablehlo.return"(%v1) : (tensor<2xf32>) -> ()
  }) : (tensor<2x4xf32>) -> ()
  func.return
}

// -----

// chlo.sinh
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'chlo.sinh' op requires compatible types for all operands and results}}
  %v1 = "chlo.sinh"(%v0) : (tensor<f32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.square
func.func @subject(%v0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.square' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.square"(%v0) : (tensor<*xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// chlo.tan
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'chlo.tan' op all non-scalar operands/results must have the same shape and base type}}
  %v1 = "chlo.tan"(%v0) : (tensor<f32>) -> (tensor<*xf32>)
  func.return
}

// -----

// chlo.top_k
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.top_k' op expected 2 results}}
  %v2 = "chlo.top_k"(%v0) <{k = 3 : i64}> : (tensor<2x4xf32>) -> (tensor<2x3xi32>)
  func.return
}

// -----

// chlo.top_k
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.top_k' op inferred type(s) 'tensor<3xf32>', 'tensor<3xi32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<2x3xi32>'}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %v1, %v2 = "chlo.top_k"(%v0) <{k = 3 : i64}> : (tensor<4xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  func.return
}

// -----

// chlo.top_k
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.top_k' op requires a single operand}}
  %v1, %v2 = "chlo.top_k"() <{k = 3 : i64}> : () -> (tensor<2x3xf32>, tensor<2x3xi32>)
  func.return
}

// -----

// chlo.zeta
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'chlo.zeta' op expected 2 operands, but found 1}}
  %v1 = "chlo.zeta"(%v0) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
