// What is wrong with collapsed and expanded shapes.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (2) but found 1 inputs instead
  %0 = tensor.expand_shape %n [[0, 1]] output_shape [4] {a} : tensor<?xf32> into tensor<?x4xf32>
  return
}

// -----

func.func @f(%n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:40: error: custom op 'tensor.expand_shape' expected 'output_shape'
  %0 = tensor.expand_shape %n [[0, 1]] {a} : tensor<?xf32> into tensor<?x4xf32>
  return
}

// -----

func.func @f(%i: index, %n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.expand_shape' op expected collapsed rank (1) to equal the number of reassociation maps (0).
  %0 = tensor.expand_shape %n [] output_shape [%i, 4] : tensor<?xf32> into tensor<?x4xf32>
  return
}

// -----

func.func @f(%i: index, %n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.expand_shape' op attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes
  %0 = tensor.expand_shape %n [0, 1] output_shape [%i, 4] : tensor<?xf32> into tensor<?x4xf32>
  return
}

// -----

func.func @f(%i: index, %n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.expand_shape' op expected reassociation map #0 to be valid and contiguous.
  %0 = tensor.expand_shape %n [[1, 0]] output_shape [%i, 4] : tensor<?xf32> into tensor<?x4xf32>
  return
}

// -----

func.func @f(%i: index, %n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.expand_shape' op expected reassociation map #0 to have size equal to the expanded rank (2), but it is  3.
  %0 = tensor.expand_shape %n [[0, 1, 2]] output_shape [%i, 4] : tensor<?xf32> into tensor<?x4xf32>
  return
}

// -----

func.func @f(%n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.expand_shape' op incorrect number of dynamic sizes, has 0, expected 1
  %0 = tensor.expand_shape %n [[0, 1]] output_shape [3, 4] : tensor<?xf32> into tensor<?x4xf32>
  return
}

// -----

func.func @f(%n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 12
  %0 = tensor.expand_shape %n [[0, 1]] output_shape [3, 4] : tensor<?xf32> into tensor<3x4xf32>
  return
}

// -----

func.func @f(%i: index, %n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.expand_shape' op invalid output shape provided at pos 1
  %0 = tensor.expand_shape %n [[0, 1]] output_shape [%i, 5] : tensor<?xf32> into tensor<?x4xf32>
  return
}

// -----

func.func @f(%i: index, %n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.expand_shape' op expected collapsed type to be 'tensor<?xi32>', but got 'tensor<?xf32>'
  %0 = tensor.expand_shape %n [[0, 1]] output_shape [%i, 4] : tensor<?xf32> into tensor<?x4xi32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.collapse_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x?xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (2), but it is  4.
  %0 = tensor.collapse_shape %t [[0, 1, 3]] : tensor<4x?xf32> into tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.collapse_shape' op attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes
  %0 = tensor.collapse_shape %t [0] : tensor<4x?xf32> into tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:33: error: custom op 'tensor.collapse_shape' invalid kind of attribute specified
  %0 = tensor.collapse_shape %t "a" : tensor<4x?xf32> into tensor<?xf32>
  return
}

// -----

func.func @f(%i: index, %n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 0 dynamic dims while output_shape has 1 values
  %0 = "tensor.expand_shape"(%n, %i) <{reassociation=[[0,1]], static_output_shape = array<i64: 3, 4>}> : (tensor<?xf32>, index) -> tensor<?x4xf32>
  return
}

// -----

func.func @f(%m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.collapse_shape' op expected collapsed type to be 'tensor<12xf32>', but got 'tensor<12xi32>'
  %0 = tensor.collapse_shape %m [[0, 1]] : tensor<4x3xf32> into tensor<12xi32>
  return
}

// -----

func.func @f(%m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.collapse_shape' op number of elements must be preserved: 12 != 1
  %0 = tensor.collapse_shape %m [] : tensor<4x3xf32> into tensor<f32>
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:97: error: 'tensor.expand_shape' op number of elements must be preserved: 2 != 1
func.func @f(%a: tensor<f32>, %b: tensor<1x1xf32>, %c: tensor<2xf32>, %d: tensor<?xf32>) { %0 = tensor.expand_shape %a [] output_shape [2] : tensor<f32> into tensor<2xf32>
 return }

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.expand_shape' op requires attribute 'reassociation'
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.expand_shape"(%q) : (tensor<2xf32>) -> tensor<2xindex>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.expand_shape' op attribute 'static_output_shape' failed to satisfy constraint: i64 dense array attribute
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.expand_shape"(%q) {reassociation=[[0]], static_output_shape=[1]}: (tensor<2xf32>) -> tensor<2xindex>
 return}
