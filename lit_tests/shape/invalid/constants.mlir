// What is wrong with constants and types.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<?xindex>'
  %0 = shape.const_shape [1, 2] : tensor<?xindex>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.const_shape' op result #0 must be shape or extent tensor, but got 'i32'
  %0 = shape.const_shape [1, 2] : i32
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: custom op 'shape.const_shape' attribute 'shape' occurs more than once in the attribute list
  %0 = shape.const_shape {shape = dense<1> : tensor<2xindex>} [1, 2] : tensor<2xindex>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:32: error: expected ':'
  %0 = shape.const_shape [1, 2] {a} : tensor<2xindex>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:26: error: integer literal not valid for specified type
  %0 = shape.const_shape 1 : tensor<1xindex>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:27: error: integer constant out of range for attribute
  %0 = shape.const_shape [99999999999999999999] : tensor<1xindex>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.const_shape' op attribute 'shape' failed to satisfy constraint: index elements attribute
  %0 = "shape.const_shape"() {shape = dense<1> : tensor<2xi32>} : () -> !shape.shape
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.const_shape' op requires attribute 'shape'
  %0 = "shape.const_shape"() : () -> !shape.shape
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:26: error: expected operation name in quotes
  %0 = shape.const_size 1 : i32
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:25: error: custom op 'shape.const_size' invalid kind of attribute specified
  %0 = shape.const_size "a"
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'shape.const_size' op attribute 'value' failed to satisfy constraint: index attribute
  %0 = "shape.const_size"() {value = 1 : i32} : () -> !shape.size
  return
}

// -----

func.func @f(%e: tensor<2xindex>) {
  // CHECK: :[[# @LINE + 1]]:35: error: unknown  type `foo` in dialect `shape`
  %0 = shape.shape_of %e : !shape.foo -> !shape.shape
  return
}

// -----

func.func @f(%e: tensor<2xindex>) {
  // CHECK: :[[# @LINE + 1]]:36: error: expected valid keyword
  %0 = shape.shape_of %e : !shape. -> !shape.shape
  return
}

// -----

func.func @f(%e: tensor<2xindex>) {
  // CHECK: :[[# @LINE + 1]]:36: error: dialect 'tensor' provides no type parsing hook
  %0 = shape.shape_of %e : !tensor.foo -> !shape.shape
  return
}

// -----

func.func @f(%e: tensor<2xindex>) {
  // CHECK: :[[# @LINE + 1]]:38: error: dialect 'shape' provides no attribute parsing hook
  %0 = shape.shape_of %e {a = #shape.foo} : !shape.shape -> !shape.shape
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:26: error: integer constant out of range for attribute
%0 = shape.const_witness 2

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected operation name in quotes
%0 = shape.const_witness true : i1

// -----

// CHECK: :[[# @LINE + 1]]:23: error: integer constant out of range for attribute
%0 = shape.const_size 99999999999999999999999
