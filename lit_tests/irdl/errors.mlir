// RUN: sdy-opt -irdl-file=%S/Inputs/cmath.irdl.mlir -split-input-file -verify-diagnostics %s

// What a program has to be to fit the definitions.

// expected-error @below {{parameter 'elem': 'i32' satisfies none of 2 constraints}}
func.func private @f(!cmath.complex<i32>)

// -----

// expected-error @below {{expected 1 parameter, but got 0}}
func.func private @f(!cmath.complex)

// -----

// expected-error @below {{parameter 'mode': expected #builtin.string, but got '1 : i64'}}
module attributes {test.a = #cmath.rounding<1>} {}

// -----

// expected-error @below {{unknown  type `vector` in dialect `cmath`}}
func.func private @f(!cmath.vector)

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @below {{'cmath.mul' op expected 2 operands, but found 1}}
  %0 = "cmath.mul"(%a) : (!cmath.complex<f32>) -> !cmath.complex<f32>
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>, %b: !cmath.complex<f64>) {
  // expected-error @below {{'cmath.mul' op operand #1 ('rhs'): expected '!cmath.complex<f32>', but got '!cmath.complex<f64>'}}
  %0 = "cmath.mul"(%a, %b) : (!cmath.complex<f32>, !cmath.complex<f64>) -> !cmath.complex<f32>
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @below {{'cmath.norm' op requires attribute 'rounding'}}
  %0 = "cmath.norm"(%a) : (!cmath.complex<f32>) -> f32
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @below {{'cmath.norm' op attribute 'rounding': expected #cmath.rounding, but got '"up"'}}
  %0 = "cmath.norm"(%a) {rounding = "up"} : (!cmath.complex<f32>) -> f32
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @below {{'cmath.norm' op result #0 ('out'): expected 'f32', but got 'f64'}}
  %0 = "cmath.norm"(%a) {rounding = #cmath.rounding<"up">} : (!cmath.complex<f32>) -> f64
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @below {{'cmath.sum' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %0 = "cmath.sum"(%a) : (!cmath.complex<f32>) -> !cmath.complex<f32>
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @below {{'cmath.sum' op operand count (1) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  %0 = "cmath.sum"(%a) {operandSegmentSizes = array<i32: 1, 1, 1>} : (!cmath.complex<f32>) -> !cmath.complex<f32>
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @below {{'cmath.sum' op 'operandSegmentSizes' has 0 for operand 'first', which is single}}
  %0 = "cmath.sum"(%a) {operandSegmentSizes = array<i32: 0, 1, 0>} : (!cmath.complex<f32>) -> !cmath.complex<f32>
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>, %w: i32) {
  // expected-error @below {{'cmath.sum' op expected at most one operand 'weight', but found 2}}
  %0 = "cmath.sum"(%a, %w, %w) {operandSegmentSizes = array<i32: 1, 0, 2>} : (!cmath.complex<f32>, i32, i32) -> !cmath.complex<f32>
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @below {{'cmath.reduce' op region #0 ('body'): expected 1 blocks, but found 0}}
  "cmath.reduce"(%a) ({}, {}) : (!cmath.complex<f32>) -> ()
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @below {{unregistered operation 'cmath.mull' found in dialect ('cmath') that does not allow unknown operations}}
  %0 = "cmath.mull"(%a, %a) : (!cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
  return
}

// -----

func.func @f(%a: !cmath.complex<f32>) {
  // expected-error @below {{custom op 'cmath.mul' has no custom assembly form}}
  %0 = cmath.mul %a, %a
  return
}
