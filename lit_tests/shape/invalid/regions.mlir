// What is wrong with operations that have regions, and how these end.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%i: index, %w: !shape.witness) {
  // CHECK: :[[# @LINE + 1]]:27: error: Dialect `' not found for custom op 'a'  (tried '.a' as well)
  %0 = shape.assuming %w {a} -> (index) { shape.assuming_yield %i : index }
  return
}

// -----

func.func @f(%w: !shape.witness) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.assuming' op along control flow edge from Operation shape.assuming_yield to Operation shape.assuming: region branch point has 0 operands, but region successor needs 1 inputs
  %0 = shape.assuming %w -> (index) { }
  return
}

// -----

func.func @f(%z: !shape.size, %w: !shape.witness) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.assuming' op along control flow edge from Operation shape.assuming_yield to Operation shape.assuming: successor operand type #0 '!shape.size' should match successor input type #0 'index'
  %0 = shape.assuming %w -> (index) { shape.assuming_yield %z : !shape.size }
  return
}

// -----

func.func @f(%w: !shape.witness) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'shape.assuming' op expects region #0 to have 0 or 1 blocks
  shape.assuming %w { cf.br ^bb0 ^bb0: shape.assuming_yield }
  return
}

// -----

func.func @f(%b: i1) {
  // CHECK: :[[# @LINE + 1]]:18: error: use of value '%b' expects different type than prior uses: '!shape.witness' vs 'i1'
  shape.assuming %b { shape.assuming_yield }
  return
}

// -----

func.func @f(%w: !shape.witness) {
  // CHECK: :[[# @LINE + 1]]:20: error: expected '{' to begin a region
  shape.assuming %w : i32 { }
  return
}

// -----

func.func @f(%e: tensor<2xindex>, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.reduce' op argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent tensor
  %0 = shape.reduce(%e, %i) : tensor<2xindex> -> (index) { ^bb0(%a: index, %q: !shape.size, %c: index): shape.yield %c : index }
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.reduce' op argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType
  %0 = shape.reduce(%sh, %i) : !shape.shape -> (index) { ^bb0(%a: index, %q: index, %c: index): shape.yield %c : index }
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.reduce' op argument 0 of ReduceOp body is expected to be of IndexType
  %0 = shape.reduce(%sh, %i) : !shape.shape -> (index) { ^bb0(%a: !shape.size, %q: !shape.size, %c: index): shape.yield %c : index }
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.reduce' op ReduceOp body is expected to have 3 arguments
  %0 = shape.reduce(%sh, %i) : !shape.shape -> (index) { ^bb0(%a: index, %q: !shape.size): shape.yield %a : index }
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.reduce' op type mismatch between argument 2 of ReduceOp body and initial value 0
  %0 = shape.reduce(%sh, %i) : !shape.shape -> (index) { ^bb0(%a: index, %q: !shape.size, %c: !shape.size): shape.yield %a : index }
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // CHECK: :[[# @LINE + 1]]:103: error: 'shape.yield' op number of operands does not match number of results of its parent
  %0 = shape.reduce(%sh, %i) : !shape.shape -> (index) { ^bb0(%a: index, %q: !shape.size, %c: index): shape.yield }
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // CHECK: :[[# @LINE + 1]]:103: error: 'shape.yield' op types mismatch between yield op and its parent
  %0 = shape.reduce(%sh, %i) : !shape.shape -> (index) { ^bb0(%a: index, %q: !shape.size, %c: index): shape.yield %q : !shape.size }
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // CHECK: :[[# @LINE + 1]]:108: error: 'shape.rank' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them
  %0 = shape.reduce(%sh, %i) : !shape.shape -> (index) { ^bb0(%a: index, %q: !shape.size, %c: index): %1 = shape.rank %sh : !shape.shape -> index }
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'shape.reduce' op expects a non-empty block
  shape.reduce(%sh) : !shape.shape { ^bb0(%a: index, %q: !shape.size): }
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // CHECK: :[[# @LINE + 1]]:16: error: use of value '%sh' expects different type than prior uses: 'i32' vs '!shape.shape'
  shape.reduce(%sh) : i32 { ^bb0(%a: index, %q: !shape.size): shape.yield }
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // CHECK: :[[# @LINE + 1]]:15: error: expected '(' in operand list
  shape.reduce %sh : !shape.shape { ^bb0(%a: index, %q: !shape.size): shape.yield }
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // CHECK: :[[# @LINE + 1]]:8: error: custom op 'shape.reduce' number of operands and types do not match: got 0 operands and 1 types
  %0 = shape.reduce(%sh) : !shape.shape -> index { ^bb0(%a: index, %q: !shape.size, %c: index): shape.yield %c : index }
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:3: error: 'shape.return' op expects parent op 'shape.func'
  shape.return
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:3: error: 'shape.yield' op expects parent op to be one of 'shape.reduce, shape.function_library'
  shape.yield
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:3: error: 'shape.assuming_yield' op expects parent op 'shape.assuming'
  shape.assuming_yield
  return
}
