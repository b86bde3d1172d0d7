// What math says of types and texts that are wrong.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @main(%i: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: custom op 'math.isnan' 'operand' must be floating-point-like, but got 'i32'
  %0 = math.isnan %i : i32
  return
}

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 1]]:25: error: expected '['
  %0 = math.clampf %f to %f, %g : f32
  return
}

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 1]]:22: error: custom op 'math.clampf' expected 'to'
  %0 = math.clampf %f, %f, %g : f32
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'math.fpowi' op operand #1 must be signless-integer-like, but got 'f32'
  %0 = math.fpowi %f, %f : f32, f32
  return
}

// -----

func.func @main(%i: i32, %f: f32) {
  // CHECK: :[[# @LINE + 1]]:31: error: expected ','
  %0 = math.fpowi %f, %i : f32
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:3: error: operation defines 2 results but was provided 1 to bind
  %0 = math.sincos %f : f32
  return
}

// -----

func.func @main(%tf: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:10: error: 'math.sincos' op inferred type(s) 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<?xf32>'
  // CHECK: :[[# @LINE + 1]]:10: error: 'math.sincos' op failed to infer returned types
  %0:2 = "math.sincos"(%tf) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>)
  return
}

// -----

func.func @main(%f: f32, %ti: tensor<4xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'math.fpowi' op requires the same shape for all operands and results
  %0 = "math.fpowi"(%f, %ti) : (f32, tensor<4xi32>) -> f32
  return
}

// -----

func.func @main(%ti: tensor<4xi32>, %tf: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'math.fpowi' op failed to verify that all of {lhs, result} have same type
  %0 = "math.fpowi"(%tf, %ti) : (tensor<4xf32>, tensor<4xi32>) -> tensor<?xf32>
  return
}
