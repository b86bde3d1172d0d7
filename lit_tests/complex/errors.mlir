// What complex says of types, attributes and texts that are wrong.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 2]]:53: error: unexpected decimal integer literal for a floating point value
// CHECK: :[[# @LINE + 1]]:53: note: add a trailing dot to make the literal a float
module attributes {complex.x = #complex.number<:f64 1, 2>} {}

// -----

// CHECK: :[[# @LINE + 1]]:48: error: expected ':'
module attributes {complex.x = #complex.number<1.0, 2.0>} {}

// -----

// CHECK: :[[# @LINE + 1]]:56: error: expected ','
module attributes {complex.x = #complex.number<:f32 1.0>} {}

// -----

// CHECK: :[[# @LINE + 1]]:53: error: expected floating point literal
module attributes {complex.x = #complex.number<:f32 a, 2.0>} {}

// -----

// CHECK: :[[# @LINE + 1]]:61: error: expected '>'
module attributes {complex.x = #complex.number<:f32 1.0, 2.0 3>} {}

// -----

// CHECK: :[[# @LINE + 1]]:49: error: expected non-function type
module attributes {complex.x = #complex.number<:a 1.0, 2.0>} {}

// -----

// CHECK: :[[# @LINE + 1]]:74: error: hexadecimal float literal should not have a leading minus
module attributes {complex.x = #complex.number<:f32 0x3FF0000000000000, -0x4000000000000000>} {}

// -----

// CHECK: :[[# @LINE + 1]]:53: error: hexadecimal float constant out of range for type
module attributes {complex.x = #complex.number<:f32 0x3FF00000000000001, 0x1>} {}

// -----

// CHECK: :[[# @LINE + 1]]:47: error: unbalanced '<' character in pretty dialect name
module attributes {complex.x = #complex.number<:f32 1.0, 2.0} {}

// -----

// CHECK: :[[# @LINE + 1]]:47: error: expected '<'
module attributes {complex.x = #complex.number} {}

// -----

// CHECK: :[[# @LINE + 1]]:41: error: unknown attribute `foo` in dialect `complex`
module attributes {complex.x = #complex.foo} {}

// -----

// CHECK: :[[# @LINE + 1]]:47: error: expected '}' in attribute dictionary
module attributes {complex.x = #complex.number <:f32 1.0, 2.0>} {}

// -----

// CHECK: :[[# @LINE + 1]]:41: error: dialect 'complex' provides no type parsing hook
module attributes {complex.x = !complex.foo} {}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.constant' op requires attribute's elements to be float or integer attributes
  %0 = "complex.constant"() <{value = [#complex.number<:f32 1.0, 2.0>, 1 : i32]}> : () -> complex<f32>
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:25: error: custom op 'complex.abs' invalid kind of type specified: expected builtin.complex, but found 'f32'
  %0 = complex.abs %f : f32
  return
}

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 1]]:32: error: custom op 'complex.create' invalid kind of type specified: expected builtin.complex, but found 'f32'
  %0 = complex.create %f, %g : f32
  return
}

// -----

func.func @main(%f: f32, %g: f32) {
  %0 = complex.create %f, %g : complex<f64>
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: custom op 'complex.create' 'complex' must be complex type with floating-point elements, but got 'complex<i32>'
  %0 = complex.create %i, %j : complex<i32>
  return
}

// -----

func.func @main(%i: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.create' op operand #0 must be floating-point, but got 'i32'
  %0 = "complex.create"(%i, %i) : (i32, i32) -> complex<i32>
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.create' op failed to verify that complex element type matches real operand type
  %0 = "complex.create"(%f, %f) : (f32, f32) -> complex<f64>
  return
}

// -----

func.func @main(%f: f32, %d: f64) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.create' op failed to verify that all of {real, imaginary} have same type
  %0 = "complex.create"(%f, %d) : (f32, f64) -> complex<f64>
  return
}

// -----

func.func @main(%c: complex<f32>, %z: complex<f64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.add' op requires the same type for all operands and results
  %0 = "complex.add"(%c, %z) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:29: error: custom op 'complex.add' invalid kind of type specified: expected builtin.complex, but found 'f32'
  %0 = complex.add %f, %f : f32
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:28: error: custom op 'complex.eq' invalid kind of type specified: expected builtin.complex, but found 'f32'
  %0 = complex.eq %f, %f : f32
  return
}

// -----

func.func @main(%c: complex<f32>, %z: complex<f64>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.eq' op failed to verify that all of {lhs, rhs} have same type
  %0 = "complex.eq"(%c, %z) : (complex<f32>, complex<f64>) -> i1
  return
}

// -----

func.func @main(%c: complex<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.eq' op result #0 must be 1-bit signless integer, but got 'i32'
  %0 = "complex.eq"(%c, %c) : (complex<f32>, complex<f32>) -> i32
  return
}

// -----

func.func @main(%c: complex<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: custom op 'complex.abs' 'complex' must be complex type with floating-point elements, but got 'complex<i32>'
  %0 = complex.abs %c : complex<i32>
  return
}

// -----

func.func @main(%f: f32, %c: complex<f32>) {
  // CHECK: :[[# @LINE + 1]]:44: error: custom op 'complex.powi' invalid kind of type specified: expected builtin.integer, but found 'f32'
  %0 = complex.powi %c, %f : complex<f32>, f32
  return
}

// -----

func.func @main(%i: i32, %c: complex<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.powi' op failed to verify that all of {lhs, result} have same type
  %0 = "complex.powi"(%c, %i) : (complex<f32>, i32) -> complex<f64>
  return
}

// -----

func.func @main(%l: i64) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.bitcast' op requires that either input or output has a complex type
  %0 = complex.bitcast %l : i64 to f64
  return
}

// -----

func.func @main(%c: complex<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.bitcast' op casting bitwidths do not match
  %0 = complex.bitcast %c : complex<f32> to i32
  return
}

// -----

func.func @main(%c: complex<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.bitcast' op result must be int/float/complex
  %0 = complex.bitcast %c : complex<f32> to tensor<f32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.constant' op requires attribute's element types ('f32', 'f64') to match the element type of the op's return type ('f32')
  %0 = complex.constant [1.0 : f32, 2.0 : f64] : complex<f32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.constant' op requires 'value' to be a complex constant, represented as array of two values
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:50: error: custom op 'complex.constant' invalid kind of type specified: expected builtin.complex, but found 'f32'
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : f32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:29: error: floating point value not valid for specified type
  %0 = complex.constant 1.0 : complex<f32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:25: error: integer literal not valid for specified type
  %0 = complex.constant 1 : i32 : complex<f32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:25: error: custom op 'complex.constant' invalid kind of attribute specified
  %0 = complex.constant "a" : complex<f32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:25: error: elements literal must be a shaped type
  %0 = complex.constant dense<1> : tensor<4xi32> : complex<f32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:48: error: custom op 'complex.constant' inherent attribute 'value' cannot be parsed from attr-dict when strict properties in assembly format is enabled
  %0 = complex.constant [1.0 : f32, 2.0 : f32] {value = 1} : complex<f32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.constant' op requires attribute 'value'
  %0 = "complex.constant"() : () -> complex<f32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {value = 1 : i64} for op complex.constant: Invalid attribute `value` in property conversion: 1 : i64
  %0 = "complex.constant"() <{value = 1}> : () -> complex<f32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'complex.constant' op result #0 must be complex-type, but got 'tensor<complex<f32>>'
  %0 = "complex.constant"() <{value = [1.0 : f32, 2.0 : f32]}> : () -> tensor<complex<f32>>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:46: error: expected ',' or ']'
  %0 = complex.constant [1.0 : f32, 2.0 : f32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:24: error: expected attribute value
  %0 = complex.constant a : complex<f32>
  return
}
