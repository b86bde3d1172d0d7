// What is wrong with casts, concatenation and bodies.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

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

func.func @f(%t: tensor<4x?xf32>, %x: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.pad' op expects region #0 to have 0 or 1 blocks
  %0 = tensor.pad %t low[0, 0] high[0, 3] { ^bb0(%p : index, %q : index): cf.br ^bb1 ^bb1: tensor.yield %x : f32 } : tensor<4x?xf32> to tensor<4x?xf32>
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.generate' op incorrect number of dynamic sizes, has 1, expected 0
  %0 = tensor.generate %i { ^bb0(%p : index, %q : index): tensor.yield %x : f32 } : tensor<4x3xf32>
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: must have one body argument per input dimension
  %0 = tensor.generate %i { ^bb0(%p : index): tensor.yield %x : f32 } : tensor<4x?xf32>
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: all body arguments must be index
  %0 = tensor.generate %i { ^bb0(%p : index, %q : i32): tensor.yield %x : f32 } : tensor<4x?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type
  %0 = tensor.generate %i { ^bb0(%p : index, %q : index): tensor.yield %i : index } : tensor<4x?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // CHECK: :[[# @LINE + 1]]:59: error: Dialect `' not found for custom op 'return'  (tried '.return' as well)
  %0 = tensor.generate %i { ^bb0(%p : index, %q : index): return } : tensor<4x?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.yield' op requires a single operand
  %0 = tensor.generate %i { } : tensor<?xf32>
  return
}

// -----

func.func @f(%m: tensor<4x3xf32>, %dy: tensor<?xindex>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type
  %0 = tensor.reshape %m(%dy) : (tensor<4x3xf32>, tensor<?xindex>) -> tensor<12xf32>
  return
}

// -----

func.func @f(%m: tensor<4x3xf32>, %dy: tensor<?xindex>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.reshape' op source and destination tensor should have the same number of elements
  %0 = tensor.reshape %m(%dy) : (tensor<4x3xf32>, tensor<?xindex>) -> tensor<13xf32>
  return
}

// -----

func.func @f(%s: tensor<2xindex>, %m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.reshape' op length of shape operand differs from the result's tensor rank
  %0 = tensor.reshape %m(%s) : (tensor<4x3xf32>, tensor<2xindex>) -> tensor<12xf32>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.concat' op requires at least one input
  %0 = "tensor.concat"() <{dim = 0}> : () -> tensor<f32>
  return
}

// -----

func.func @f(%m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.concat' op concatenation dim must be less than the tensor rank
  %0 = tensor.concat dim(2) %m : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.concat' op result type 'tensor<4x3xf32>'does not match inferred shape 'tensor<8x3xf32>' static sizes
  %0 = tensor.concat dim(0) %m, %m : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.concat' op rank of concatenated inputs must match result rank
  %0 = tensor.concat dim(0) %n, %t : (tensor<?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.empty' op incorrect number of dynamic sizes, has 1, expected 0
  %0 = tensor.empty(%i) : tensor<4x3xf32>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:25: error: custom op 'tensor.empty' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'
  %0 = tensor.empty() : tensor<*xf32>
  return
}

// -----

func.func @f(%m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'tensor.bitcast' op operand type 'tensor<4x3xf32>' and result type 'tensor<4x3xi16>' are cast incompatible
  %0 = tensor.bitcast %m : tensor<4x3xf32> to tensor<4x3xi16>
  return
}

// -----

func.func @f(%m: tensor<4x3xf32>) {
  // CHECK: :[[# @LINE + 1]]:44: error: custom op 'tensor.cast' invalid kind of type specified
  %0 = tensor.cast %m : tensor<4x3xf32> to vector<4x3xf32>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:22: error: use of undeclared SSA value name
  %0 = "tensor.rank"(%q) : (tensor<2x!stablehlo.token>) -> index
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:49: error: 'tensor.bitcast' op operand #0 must be tensor of signless integer or unsigned integer or signed integer or floating-point values, but got 'tensor<2xcomplex<f32>>'
func.func @f(%q: tensor<2xcomplex<f32>>) { %0 = tensor.bitcast %q : tensor<2xcomplex<f32>> to tensor<2xi64>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:65: error: use of value '%q' expects different type than prior uses: 'index' vs 'tensor<2xvector<2xf32>>'
func.func @f(%q: tensor<2xvector<2xf32>>) { %0 = tensor.dim %q, %q : tensor<2xvector<2xf32>>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:49: error: 'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got 'tensor<f32>'
func.func @f(%q: tensor<f32>, %i: index) { %0 = tensor.dim %q, %i : tensor<f32>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:46: error: 'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'
func.func @f(%q: memref<2xf32>, %i: index) { tensor.yield %i : index
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.concat' op requires attribute 'dim'
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.concat"(%q, %q) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xindex>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.concat' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.concat"(%q, %q) {dim = 1 : i32} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xindex>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:100: error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.generate"(%i) ({ ^bb0(%a: index): "d.end"(): ()->() }) : (index) -> tensor<?xi32>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:93: error: 'func.return' op expects parent op 'func.func'
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.generate"(%i) ({ ^bb0(%a: index): "func.return"(): ()->() }) : (index) -> tensor<?xi32>
 return}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: 'tensor.generate' op region #0 ('body') failed to verify constraint: region with 1 blocks
func.func @f(%q: tensor<2xf32>, %i: index) { %0 = "tensor.generate"(%i) ({ }) : (index) -> tensor<?xi32>
 return}
