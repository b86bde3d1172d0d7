// What is wrong with indices, and of gathers and scatters.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%si: tensor<1xi32>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.gather' op gather_dims must be non-empty
  %0 = tensor.gather %m[%si] gather_dims([]) : (tensor<4x3xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%si: tensor<1xi32>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.gather' op gather_dims length must match the size of last dimension of indices
  %0 = tensor.gather %m[%si] gather_dims([0, 1]) : (tensor<4x3xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%si: tensor<1xi32>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.gather' op gather_dims overflow source rank
  %0 = tensor.gather %m[%si] gather_dims([0, 1, 2]) : (tensor<4x3xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%si: tensor<1xi32>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.gather' op gather_dims value must be non-negative
  %0 = tensor.gather %m[%si] gather_dims([-1]) : (tensor<4x3xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%si: tensor<1xi32>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.gather' op gather_dims value must be smaller than source rank
  %0 = tensor.gather %m[%si] gather_dims([2]) : (tensor<4x3xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%s: tensor<2xindex>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.gather' op gather_dims values must be strictly increasing
  %0 = tensor.gather %m[%s] gather_dims([1, 0]) : (tensor<4x3xf32>, tensor<2xindex>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%s: tensor<2xindex>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.gather' op result type mismatch: expected 'tensor<1x1xf32>' or its rank-reduced variant 'tensor<f32>' (got: 'tensor<1x1xi32>')
  %0 = tensor.gather %m[%s] gather_dims([0, 1]) : (tensor<4x3xf32>, tensor<2xindex>) -> tensor<1x1xi32>
  return
}

// -----

func.func @f(%si: tensor<1xi32>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.scatter' op requires 'unique' attribute to be set
  %0 = tensor.scatter %m into %m[%si] scatter_dims([1]) : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<1xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%si: tensor<1xi32>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.scatter' op scatter_dims must be non-empty
  %0 = tensor.scatter %m into %m[%si] scatter_dims([]) unique : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<1xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%si: tensor<1xi32>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.scatter' op source type mismatch: expected 'tensor<4x1xf32>' or its rank-reduced variant 'tensor<4xf32>' (got: 'tensor<4x3xf32>')
  %0 = tensor.scatter %m into %m[%si] scatter_dims([1]) unique : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<1xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%si: tensor<1xi32>, %n: tensor<?xf32>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.scatter' op scatter_dims overflow dest rank
  %0 = tensor.scatter %n into %m[%si] scatter_dims([1, 0, 3]) : (tensor<?xf32>, tensor<4x3xf32>, tensor<1xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%s: tensor<2xindex>, %n: tensor<?xf32>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.scatter' op scatter_dims values must be strictly increasing
  %0 = tensor.scatter %n into %m[%s] scatter_dims([1, 0]) unique : (tensor<?xf32>, tensor<4x3xf32>, tensor<2xindex>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // CHECK: :[[# @LINE + 1]]:29: error: custom op 'tensor.from_elements' number of operands and types do not match: got 3 operands and 2 types
  %0 = tensor.from_elements %x, %x, %x : tensor<1x2xf32>
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0
  %0 = tensor.splat %x[%i] : tensor<1x2xf32>
  return
}

// -----

func.func @f(%i: index) {
  // CHECK: :[[# @LINE + 1]]:21: error: use of value '%i' expects different type than prior uses: 'f32' vs 'index'
  %0 = tensor.splat %i : tensor<1x?xf32>
  return
}

// -----

func.func @f(%i: index, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.extract' op incorrect number of indices for extract_element
  %0 = tensor.extract %m[%i] : tensor<4x3xf32>
  return
}

// -----

func.func @f(%i: index, %x: f32, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.insert' op incorrect number of indices
  %0 = tensor.insert %x into %m[%i] : tensor<4x3xf32>
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:75: error: custom op 'tensor.extract' invalid kind of type specified: expected builtin.tensor, but found 'memref<2xf32>'
func.func @f(%q: memref<2xf32>, %i: index) { %0 = tensor.extract %q[%i] : memref<2xf32>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: custom op 'tensor.from_elements' 'result' must be statically shaped tensor of any non-token type values, but got 'tensor<?xindex>'
func.func @f(%q: memref<2xf32>, %i: index) { %0 = tensor.from_elements %i, %i : tensor<?xindex>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.from_elements' op failed to verify that operand types match result element type
func.func @f(%q: memref<2xf32>, %i: index) { %0 = "tensor.from_elements"() : () -> tensor<2xindex>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.gather' op attribute 'gather_dims' failed to satisfy constraint: i64 dense array attribute
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.gather"(%q, %q) {gather_dims = [1]} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xindex>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.gather' op requires attribute 'gather_dims'
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.gather"(%q, %q) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xindex>
 return}
