// What is wrong with slices and padding.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%t: tensor<4x?xf32>, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.
  %0 = tensor.extract_slice %t[0, %i] [4, %i] [1] {a} : tensor<4x?xf32> to tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected type to be 'tensor<1x2xf32>' or a rank-reduced version. (size mismatch)
  %0 = tensor.extract_slice %t[0, 1] [1, 2] [1, 1] : tensor<4x?xf32> to tensor<3xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected element type to be 'f32'
  %0 = tensor.extract_slice %t[0, 1] [1, 2] [1, 1] : tensor<4x?xf32> to tensor<1x2xi32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected rank to be smaller or equal to the other rank.
  %0 = tensor.extract_slice %t[0, 1] [1, 2] [1, 1] : tensor<4x?xf32> to tensor<1x2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: slice along dimension 0 runs out-of-bounds: 4 >= 4
  %0 = tensor.extract_slice %t[3, 1] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected offsets to be non-negative, but got -1
  %0 = tensor.extract_slice %t[-1, 1] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected sizes to be non-negative, but got -2
  %0 = tensor.extract_slice %t[0, 1] [-2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: offset 0 is out-of-bounds: 5 >= 4
  %0 = tensor.extract_slice %t[5, 1] [0, 2] [2, 1] : tensor<4x?xf32> to tensor<0x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected 2 offset values, got 0
  %0 = tensor.extract_slice %t[] [] [] : tensor<4x?xf32> to tensor<f32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:33: error: expected ']' in dynamic index list
  %0 = tensor.extract_slice %t[0 1] [2, 2] [2, 1] : tensor<4x?xf32> to tensor<0x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:35: error: custom op 'tensor.extract_slice' expected integer value
  %0 = tensor.extract_slice %t[0, x] [2, 2] [2, 1] : tensor<4x?xf32> to tensor<0x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:35: error: custom op 'tensor.extract_slice' integer value too large
  %0 = tensor.extract_slice %t[0, 99999999999999999999999] [2, 2] [2, 1] : tensor<4x?xf32> to tensor<0x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected the number of 'offsets' to match the number of dynamic entries in 'static_offsets' (0 vs 1)
  %0 = tensor.extract_slice %t[0, -9223372036854775808] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %b: i1) {
  // CHECK: :[[# @LINE + 1]]:35: error: use of value '%b' expects different type than prior uses: 'index' vs 'i1'
  %0 = tensor.extract_slice %t[0, %b] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%u: tensor<*xf32>) {
  // CHECK: :[[# @LINE + 1]]:54: error: custom op 'tensor.extract_slice' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'
  %0 = tensor.extract_slice %u[0, 1] [2, 2] [1, 1] : tensor<*xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected type to be 'tensor<1x5xf32>' or a rank-reduced version. (size mismatch)
  %0 = tensor.insert_slice %n into %t[0, 0] [1, 5] [1, 1] : tensor<?xf32> into tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: slice along dimension 0 runs out-of-bounds: 6 >= 4
  %0 = tensor.insert_slice %t into %t[3, 0] [4, %i] [1, 1] : tensor<4x?xf32> into tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.yield' op requires a single operand
  %0 = tensor.pad %t low[0, %i] high[%i, 3] { } : tensor<4x?xf32> to tensor<?x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: failed to infer expectedType from sourceType 'tensor<4x?xf32>', specified resultType is 'tensor<?x?xf32>'
  %0 = tensor.pad %t low[0] high[%i, 3] { ^bb0(%p : index, %q : index): tensor.yield %x : f32 } : tensor<4x?xf32> to tensor<?x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: expected the block to have 2 arguments
  %0 = tensor.pad %t low[0, 0] high[%i, 3] { ^bb0(%p : index): tensor.yield %x : f32 } : tensor<4x?xf32> to tensor<?x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.pad' op expected block argument 2 to be an index
  %0 = tensor.pad %t low[0, 0] high[%i, 3] { ^bb0(%p : index, %q : i32): tensor.yield %x : f32 } : tensor<4x?xf32> to tensor<?x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.pad' op expected yield type to match shape element type
  %0 = tensor.pad %t low[0, 0] high[%i, 3] { ^bb0(%p : index, %q : index): tensor.yield %i : index } : tensor<4x?xf32> to tensor<?x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %x: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: specified type 'tensor<5x?xf32>' does not match the inferred type 'tensor<4x?xf32>'
  %0 = tensor.pad %t low[0, 0] high[0, 3] { ^bb0(%p : index, %q : index): tensor.yield %x : f32 } : tensor<4x?xf32> to tensor<5x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // CHECK: :[[# @LINE + 1]]:75: error: Dialect `' not found for custom op 'return'  (tried '.return' as well)
  %0 = tensor.pad %t low[0, 0] high[0, 3] { ^bb0(%p : index, %q : index): return } : tensor<4x?xf32> to tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %x: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.pad' op expects region #0 to have 0 or 1 blocks
  %0 = tensor.pad %t low[0, 0] high[0, 3] { ^bb0(%p : index, %q : index): cf.br ^bb1 ^bb1: tensor.yield %x : f32 } : tensor<4x?xf32> to tensor<4x?xf32>
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.pad' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.pad"(%q) ({}): (tensor<2xf32>) -> tensor<2xindex>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.pad' op attribute 'nofold' failed to satisfy constraint: unit attribute
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.pad"(%q) ({}) {nofold = 1, operandSegmentSizes=array<i32: 1, 0, 0>, static_low=array<i64>, static_high=[1]}: (tensor<2xf32>) -> tensor<2xindex>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.extract_slice' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.extract_slice"(%q) : (tensor<2xf32>) -> tensor<2xindex>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.insert_slice' op expected 2 or more operands, but found 1
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.insert_slice"(%q) : (tensor<2xf32>) -> tensor<2xindex>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.pad' op expects regions to end with 'tensor.yield', found 'stablehlo.return'
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.pad"(%q, %i) ({ ^bb0(%a: index): "stablehlo.return"(): ()->() }) {operandSegmentSizes=array<i32: 1, 0, 1>, static_low=array<i64: 0>, static_high=array<i64: 1>} : (tensor<2xf32>, index) -> tensor<3xf32>
 return}
