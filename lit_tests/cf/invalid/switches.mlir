// What is wrong with switches.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.switch' op requires at least 1 successors but found 0
  "cf.switch"(%a) {case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.switch' op 'flag' type ('i32') should match case value type ('i64')
  "cf.switch"(%a)[^bb2, ^bb2] {case_values = dense<1> : vector<1xi64>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.switch' op number of case values (2) should match number of case destinations (1)
  "cf.switch"(%a)[^bb2, ^bb2] {case_values = dense<1> : tensor<2x1xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.switch' op caseOperands count (2) does not match with the total size (1) specified in attribute 'case_operand_segments'
  "cf.switch"(%a, %a, %a)[^bb2, ^bb2] {case_values = dense<1> : vector<1xi32>, case_operand_segments = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0, 2>} : (i32, i32, i32) -> ()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.switch' op requires attribute 'case_operand_segments'
  "cf.switch"(%a)[^bb2, ^bb2] {case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.switch' op attribute 'case_values' failed to satisfy constraint: integer elements attribute
  "cf.switch"(%a)[^bb2, ^bb2] {case_values = 1, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: f32) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.switch' op operand #0 must be signless integer, but got 'f32'
  "cf.switch"(%c)[^bb2, ^bb2] {case_values = dense<1> : vector<1xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>} : (f32) -> ()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: invalid properties {case_operand_segments = 1 : i64, case_values = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0>} for op cf.switch: Invalid attribute `case_operand_segments` in property conversion: 1 : i64
  "cf.switch"(%c)[^bb2] <{case_operand_segments = 1, case_values=1, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1)->()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.switch' op attribute 'case_operand_segments' failed to satisfy constraint: i32 dense array attribute
  "cf.switch"(%c)[^bb2] {case_operand_segments = 1, case_values=1, operandSegmentSizes = array<i32: 1, 0, 0>} : (i1)->()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.switch' op 'case_operand_segments' attribute cannot have negative elements
  "cf.switch"(%c)[^bb2] {case_operand_segments = array<i32: -1, 1>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i1)->()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i1) {
  // CHECK: :[[# @LINE + 1]]:20: error: expected ','
  cf.switch %a : i1 [ default: ^bb1 ]
^bb1:
  return
}
