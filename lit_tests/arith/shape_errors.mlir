// What arith says of scalable vectors, of conditions that do not fit, and of flags as whole attributes.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @main(%vf: vector<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.bitcast' op requires the same shape for all operands and results
  %0 = "arith.bitcast"(%vf) : (vector<4xf32>) -> vector<[4]xi32>
  return
}

// -----

func.func @main(%vf: vector<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.extf' op requires the same shape for all operands and results
  %0 = "arith.extf"(%vf) : (vector<4xf32>) -> vector<[4]xf64>
  return
}

// -----

func.func @main(%vf: vector<4xf32>, %sv: vector<[4]xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.addf' op all non-scalar operands/results must have the same shape and base type
  %0 = "arith.addf"(%vf, %sv) : (vector<4xf32>, vector<[4]xf32>) -> vector<4xf32>
  return
}

// -----

func.func @main(%vf: vector<4xf32>, %sb: vector<[4]xi1>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.select' op all non-scalar operands/results must have the same shape and base type
  %0 = "arith.select"(%sb, %vf, %vf) : (vector<[4]xi1>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @main(%vf: vector<4xf32>, %sv: vector<[4]xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.scaling_extf' op all non-scalar operands/results must have the same shape and base type
  %0 = "arith.scaling_extf"(%vf, %sv) : (vector<4xf32>, vector<[4]xf32>) -> vector<4xf64>
  return
}

// -----

func.func @main(%vi: vector<4xi32>) {
  // CHECK: :[[# @LINE + 1]]:10: error: 'arith.addui_extended' op all non-scalar operands/results must have the same shape and base type
  %0:2 = "arith.addui_extended"(%vi, %vi) : (vector<4xi32>, vector<4xi32>) -> (vector<4xi32>, vector<[4]xi1>)
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:63: error: 'arith.select' op expected condition type to have the same shape as the result type, expected 'tensor<4xi1>', but got 'tensor<4xi1, "e">'
func.func @f(%q: tensor<4xi1, "e">, %a: tensor<4xf32>) { %0 = arith.select %q, %a, %a : tensor<4xi1, "e">, tensor<4xf32> return }

// -----

// CHECK: :[[# @LINE + 1]]:46: error: 'arith.select' op failed to verify that condition is signless i1 or has matching shape
func.func @f(%q: vector<i1>, %a: f32) { %0 = arith.select %q, %a, %a : vector<i1>, f32 return }

// -----

// CHECK: :[[# @LINE + 1]]:54: error: 'arith.select' op if an operand is non-scalar, then there must be at least one non-scalar result
func.func @f(%q: tensor<i1>, %a: memref<f32>) { %0 = arith.select %q, %a, %a : tensor<i1>, memref<f32> return }

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 1]]:61: error: expected ':'
  %0 = arith.addf %f, %g fastmath#arith.fastmath<fast> : f32
  return
}

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 1]]:35: error: custom op 'arith.addf' invalid kind of attribute specified
  %0 = arith.addf %f, %g fastmath #arith.overflow<nsw> {a} : f32
  return
}

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 1]]:39: error: undefined symbol alias id 'foo'
  %0 = arith.addf %f, %g fastmath #foo : f32
  return
}

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 1]]:34: error: expected '<'
  %0 = arith.addf %f, %g fastmath 1 : f32
  return
}
