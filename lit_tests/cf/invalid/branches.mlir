// What is wrong with branches, blocks and assertions.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.cond_br' op requires 2 successors but found 1
  "cf.cond_br"(%c)[^bb2] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: f32) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: operation with block successors must terminate its parent block
  "cf.br"(%a)[^bb2] : (i32) -> ()
  "cf.br"(%a)[^bb2] : (i32) -> ()
^bb2:
  return %a: i32
}

// -----

"builtin.module"() ({
// CHECK: :[[# @LINE + 1]]:1: error: empty block: expect at least a terminator
"func.func"() <{function_type=()->(), sym_name="f"}> ({
  "cf.br"()[^bb2] : () -> ()
  ^bb2:
}) : () -> ()
}) : () -> ()

// -----

func.func @f(%a: i32, %c: f32) -> i32 {
  // CHECK: :[[# @LINE + 1]]:13: error: use of value '%a' expects different type than prior uses: 'i1' vs 'i32'
  cf.assert %a, "hello"
  cf.cond_br %c, ^bb2, ^bb2
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: f32) -> i32 {
  // CHECK: :[[# @LINE + 1]]:14: error: use of value '%c' expects different type than prior uses: 'i1' vs 'f32'
  cf.cond_br %c, ^bb2, ^bb2
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: expects number of branch weights to match number of successors: 3 vs 2
  cf.cond_br %c weights([1,2,3]), ^bb2, ^bb2
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:28: error: custom op 'cf.cond_br' integer value too large
  cf.cond_br %c weights([1,3000000000]), ^bb2, ^bb2
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:32: error: expected ','
  cf.cond_br %c weights([-1,3]) ^bb2, ^bb2
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:17: error: expected block name
  cf.cond_br %c, bb2, ^bb2
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:15: error: expected non-function type
  cf.br ^bb2(:)
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:14: error: custom op 'cf.br' number of operands and types do not match: got 2 operands and 1 types
  cf.br ^bb2(%a, %c : i32)
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:9: error: reference to an undefined block
  cf.br ^bb4
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:15: error: expected ','
  cf.assert %c "a"
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:17: error: integer literal not valid for specified type
  cf.assert %c, 3
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.assert' op requires attribute 'msg'
  "cf.assert"(%c) : (i1) -> ()
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.assert' op attribute 'msg' failed to satisfy constraint: string attribute
  "cf.assert"(%c) {msg = 1} : (i1) -> ()
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: branch weights cannot all be zero
  cf.cond_br %c weights([0,0]), ^bb2, ^bb2
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:26: error: custom op 'cf.cond_br' expected integer value
  cf.cond_br %c weights([a]), ^bb2, ^bb2
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.cond_br' op attribute 'branch_weights' failed to satisfy constraint: i32 dense array attribute
  "cf.cond_br"(%c)[^bb2,^bb2] {branch_weights = array<i64: 1,2>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i1)->()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: invalid properties {branch_weights = [1, 2], operandSegmentSizes = array<i32: 1, 0, 0>} for op cf.cond_br: Invalid attribute `branch_weights` in property conversion: [1, 2]
  "cf.cond_br"(%c)[^bb2,^bb2] <{branch_weights = [1,2], operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1)->()
^bb2:
  return %a: i32
}

// -----

func.func @f(%a: i32, %c: i1) -> i32 {
  // CHECK: :[[# @LINE + 1]]:3: error: invalid properties {branch_weights = array<i64: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0>} for op cf.cond_br: Invalid attribute `branch_weights` in property conversion: array<i64: 1, 2>
  "cf.cond_br"(%c)[^bb2,^bb2] <{branch_weights = array<i64: 1,2>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1)->()
^bb2:
  return %a: i32
}

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected ':'
func.func @f() { cf.br ^bb1()
^bb1:
 return }

// -----

// CHECK: :[[# @LINE + 1]]:45: error: expected operation name in quotes
func.func @f(%a: i32) { cf.br ^bb1(%a : i32) : i32
^bb1:
 return }

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected block name
func.func @f(%a: i32) { cf.br bb1
^bb1:
 return }

// -----

// CHECK: :[[# @LINE + 1]]:25: error: custom op 'br' is unknown (tried 'func.br' as well)
func.func @f(%a: i32) { br ^bb1
^bb1:
 return }

// -----

// CHECK: :[[# @LINE + 1]]:25: error: custom op 'cf.brr' is unknown
func.func @f(%a: i32) { cf.brr ^bb1
^bb1:
 return }

// -----

func.func @f(%a: i32) {
// CHECK: :[[# @LINE + 1]]:1: error: invalid block name in region with named arguments
^bb0(%b: i32):
 return }

// -----

func.func @f(%a: i1) {
  cf.cond_br %a, ^bb1, ^bb2
^bb1:
  %0 = stablehlo.constant dense<1> : tensor<i32>
  cf.br ^bb2
^bb2:
  // CHECK: :[[# @LINE + 1]]:8: error: operand #0 does not dominate this use
  %1 = stablehlo.add %0, %0 : tensor<i32>
 return }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'builtin.module' op expects region #0 to have 0 or 1 blocks
module {
  cf.br ^bb1
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb2
}

// -----

func.func @f(%a: i1) {
  // CHECK: :[[# @LINE + 1]]:20: error: expected operation name in quotes
  cf.assert %a, "x" : i32
  return
}

// -----

func.func @f(%a: i1) {
  // CHECK: :[[# @LINE + 1]]:21: error: custom op 'cf.assert' inherent attribute 'msg' cannot be parsed from attr-dict when strict properties in assembly format is enabled
  cf.assert %a, "x" {msg = 1}
  return
}

// -----

func.func @f(%a: i1) {
  // CHECK: :[[# @LINE + 1]]:12: error: expected SSA operand
  cf.assert
  return
}

// -----

func.func @f(%a: i1) {
  // CHECK: :[[# @LINE + 1]]:3: error: cannot name an operation with no results
  %0 = cf.br ^bb1
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // CHECK: :[[# @LINE + 1]]:18: error: successors in non-terminator
  "cf.assert"(%a)[^bb1] {msg = "a"} : (i1) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'cf.br' op requires zero regions
  "cf.br"(%a)[^bb1] ({}) {msg = "a"} : (i1) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'cf.br' op requires zero results
  %0 = "cf.br"(%a)[^bb1] {msg = "a"} : (i1) -> i1
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'func.return' op requires 0 successors but found 1
  "func.return"()[^bb1] : () -> ()
^bb1:
  return
}
