// What is wrong with operations on shapes and sizes.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:25: error: expected non-function type
  %0 = shape.broadcast : -> !shape.shape
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.cstr_broadcastable' op required at least 2 input shapes
  %0 = shape.cstr_broadcastable %sh : !shape.shape
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:23: error: expected non-function type
  %0 = shape.cstr_eq : 
  return
}

// -----

func.func @f(%e: tensor<2xindex>) {
  // CHECK: :[[# @LINE + 1]]:38: error: custom op 'shape.from_extent_tensor' invalid kind of type specified: expected builtin.tensor, but found 'i32'
  %0 = shape.from_extent_tensor %e : i32
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.from_extent_tensor' op operand #0 must be 1D tensor of index values, but got 'tensor<4x?xf32>'
  %0 = shape.from_extent_tensor %t : tensor<4x?xf32>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:26: error: expected ':'
  %0 = shape.from_extents
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:28: error: expected non-function type
  %0 = shape.from_extents : 
  return
}

// -----

func.func @f(%b: i1) {
  // CHECK: :[[# @LINE + 1]]:34: error: expected operation name in quotes
  %0 = shape.cstr_require %b, "a" : i32
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // CHECK: :[[# @LINE + 1]]:53: error: custom op 'shape.to_extent_tensor' invalid kind of type specified
  %0 = shape.to_extent_tensor %sh : !shape.shape -> i32
  return
}

// -----

func.func @f(%e: tensor<2xindex>, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: requires all sizes or shapes
  %0 = shape.meet %e, %i : tensor<2xindex>, index -> index
  return
}

// -----

func.func @f(%e: tensor<2xindex>, %z: !shape.size) {
  // CHECK: :[[# @LINE + 1]]:8: error: requires all sizes or shapes
  %0 = shape.meet %e, %z : tensor<2xindex>, !shape.size -> !shape.size
  return
}

// -----

func.func @f(%sh: !shape.shape, %z: !shape.size) {
  // CHECK: :[[# @LINE + 1]]:8: error: requires all sizes or shapes
  %0 = shape.meet %sh, %z : !shape.shape, !shape.size -> !shape.size
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // CHECK: :[[# @LINE + 1]]:37: error: integer literal not valid for specified type
  %0 = shape.meet %sh, %sh, error = 1 : !shape.shape, !shape.shape -> !shape.shape
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // CHECK: :[[# @LINE + 1]]:31: error: expected ':'
  %0 = shape.meet %sh, %sh {b}, error = "a" : !shape.shape, !shape.shape -> !shape.shape
  return
}

// -----

func.func @f(%z: !shape.size, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.add' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them
  %0 = shape.add %i, %z : index, !shape.size -> index
  return
}

// -----

func.func @f(%z: !shape.size, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.max' op operand #0 must be shape or size, but got 'index'
  %0 = shape.max %i, %z : index, !shape.size -> index
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.num_elements' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them
  %0 = shape.num_elements %sh : !shape.shape -> index
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.shape_of' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<3xindex>'
  %0 = shape.shape_of %t : tensor<4x?xf32> -> tensor<3xindex>
  return
}

// -----

func.func @f(%v: !shape.value_shape) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.shape_of' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them
  %0 = shape.shape_of %v : !shape.value_shape -> tensor<2xindex>
  return
}

// -----

func.func @f(%e: tensor<2xindex>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.value_as_shape' op result #0 must be shape or extent tensor, but got 'i32'
  %0 = shape.value_as_shape %e : tensor<2xindex> -> i32
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %sh: !shape.shape) {
  // CHECK: :[[# @LINE + 1]]:25: error: custom op 'shape.with_shape' number of operands and types do not match: got 3 operands and 2 types
  %0 = shape.with_shape %t, %sh, %sh : tensor<4x?xf32>, !shape.shape, !shape.shape
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:45: error: expected ','
  %0 = shape.with_shape %t : tensor<4x?xf32>
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // CHECK: :[[# @LINE + 1]]:10: error: custom op 'shape.split_at' has no custom assembly form
  %0:2 = shape.split_at %sh, %i : !shape.shape, index -> !shape.shape, !shape.shape
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:19: error: expected non-function type
  %0 = shape.any : -> !shape.shape
  return
}

// -----

func.func @f(%z: !shape.size) {
  // CHECK: :[[# @LINE + 1]]:28: error: use of value '%z' expects different type than prior uses: 'index' vs '!shape.size'
  %0 = shape.index_to_size %z
  return
}

// -----

func.func @f(%e: tensor<2xindex>) {
  // CHECK: :[[# @LINE + 1]]:23: error: use of value '%e' expects different type than prior uses: '!shape.shape' vs 'tensor<2xindex>'
  %0 = shape.shape_of %e : !shape.shape<a> -> !shape.shape
  return
}

// -----

func.func @f(%e: tensor<2xindex>) {
  // CHECK: :[[# @LINE + 1]]:35: error: expected valid keyword
  %0 = shape.shape_of %e : !shape<"shape"> -> !shape.shape
  return
}

// -----

func.func @f(%e: tensor<2xindex>) {
  // CHECK: :[[# @LINE + 1]]:34: error: undefined symbol alias id 'shape'
  %0 = shape.shape_of %e : !shape -> !shape.shape
  return
}
