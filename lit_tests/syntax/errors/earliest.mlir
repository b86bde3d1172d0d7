// What is wrong is said as soon as it has been read, though more is wrong behind it.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:60: error: custom op 'stablehlo.slice' 'stablehlo.slice' op attribute 'strides' failed to satisfy constraint: i64 dense array attribute
func.func @f(%a: tensor<4xf32>) { stablehlo.slice %a [0:1] {strides = 4} : foo

// -----
// CHECK: :[[# @LINE + 1]]:53: error: custom op 'stablehlo.compare' expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT
func.func @f(%a: tensor<4xf32>) { stablehlo.compare FOO, %a foo

// -----
// CHECK: :[[# @LINE + 1]]:60: error: custom op 'stablehlo.fft' expected ::mlir::stablehlo::FftType to be one of: FFT, IFFT, RFFT, IRFFT
func.func @f(%a: tensor<4xf32>) { stablehlo.fft %a, type = FOO, length = foo }

// -----
// CHECK: :[[# @LINE + 1]]:75: error: custom op 'stablehlo.reduce_precision' expected exponent mantissa in format e#m#, saw foo
func.func @f(%a: tensor<4xf32>) { stablehlo.reduce_precision %a, format = foo foo }

// -----
// CHECK: :[[# @LINE + 1]]:108: error: custom op 'stablehlo.dot_general' expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST
func.func @f(%a: tensor<4xf32>) { stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [FOO foo }

// -----
// CHECK: :[[# @LINE + 1]]:71: error: integer constant out of range for attribute
func.func @f(%a: tensor<4xf32>) { stablehlo.concatenate %a, %a, dim = 99999999999999999999 : (tensor<4xf32>, tenso

// -----
// CHECK: :[[# @LINE + 1]]:71: error: custom op 'stablehlo.concatenate' invalid kind of attribute specified
func.func @f(%a: tensor<4xf32>) { stablehlo.concatenate %a, %a, dim = "s" : (tensor<4xf32>) loc }

// -----
// CHECK: :[[# @LINE + 1]]:66: error: custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'api_version' failed to satisfy constraint: Custom call API version
func.func @f(%a: tensor<4xf32>) { stablehlo.custom_call @foo(%a) {api_version = 7 : i32} : foo

// -----
// CHECK: :[[# @LINE + 1]]:93: error: custom op 'stablehlo.convolution' Unexpected keyword io
func.func @f(%a: tensor<4xf32>) { stablehlo.convolution(%a, %a) dim_numbers = [b, 0, f]x[0, io, ]->[b, 0, f]

// -----
// CHECK: :[[# @LINE + 1]]:142: error: custom op 'stablehlo.convolution' Unexpected keyword stride
func.func @f(%a: tensor<4xf32>) { stablehlo.convolution(%a, %a) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], stride foo} foo

// -----
// CHECK: :[[# @LINE + 1]]:51: error: custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result
func.func @f(%a: tensor<4xf32>) { stablehlo.reduce(%a init: %a) applies stablehlo.sine across dimensions

// -----
// CHECK: :[[# @LINE + 1]]:61: error: use of value '%a' expects different type than prior uses: 'tensor<f32>' vs 'tensor<4xf32>'
func.func @f(%a: tensor<4xf32>) { stablehlo.reduce(%a init: %a) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> reducer foo

// -----
// CHECK: :[[# @LINE + 1]]:56: error: use of value '%a' expects different type than prior uses: 'tensor<5xf32>' vs 'tensor<4xf32>'
func.func @f(%a: tensor<4xf32>) { stablehlo.while(%b = %a) : tensor<5xf32> attributes {a = foo}

// -----
// CHECK: :[[# @LINE + 1]]:70: error: custom op 'chlo.scan' integer value too large
func.func @f(%a: tensor<4xf32>) { chlo.scan(%a) inits (%a) dimension=99999999999999999999 foo

// -----
// CHECK: :[[# @LINE + 1]]:16: error: result number not allowed in argument list
func.func @f(%a#0: foo)

// -----
// CHECK: :[[# @LINE + 1]]:34: error: invalid block name in region with named arguments
func.func @f(%a: i32, %a: i32) { ^bb0(%b: i32):

// -----
// CHECK: :[[# @LINE + 1]]:51: error: use of value '%a' expects different type than prior uses: 'tensor<4xf32>' vs 'tensor<3xf32>'
func.func @f(%a: tensor<3xf32>) { "stablehlo.abs"(%a) <{}> : (tensor<4xf32>) -> tensor<4xf32> }

// -----
// CHECK: :[[# @LINE + 1]]:42: error: use of value '%a' expects different type than prior uses: 'i32' vs 'tensor<4xf32>'
func.func @f(%a: tensor<4xf32>) { "t.op"(%a) : (i32) -> () loc(foo)

// -----
// CHECK: :[[# @LINE + 1]]:19: error: successors in non-terminator
"stablehlo.abs"() [foo] : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:30: error: expected one of: `lhs_batching_dimensions`, `rhs_batching_dimensions`, `lhs_contracting_dimensions`, `rhs_contracting_dimensions`
"t.op"() {a = #stablehlo.dot<lhs_foo = foo>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:85: error: duplicated `lhs_batching_dimensions` entry
"t.op"() {a = #stablehlo.dot<lhs_batching_dimensions = [1], lhs_batching_dimensions = foo>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:59: error: expected integer value
"t.op"() {a = #stablehlo.conv<raw input_batch_dimension = [1], foo>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:62: error: duplicate or unknown struct parameter name: handle
"t.op"() {a = #stablehlo.channel_handle<handle = 1, handle = foo>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:39: error: invalid kind of attribute specified
"t.op"() {a = #stablehlo.mesh<axes = [#stablehlo<precision HIGH>, foo]>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:47: error: expected ::mlir::stablehlo::ResultAccuracyMode to be one of: DEFAULT, HIGHEST, TOLERANCE
"t.op"() {a = #stablehlo.result_accuracy_mode<foo bar>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:24: error: invalid memref element type
"t.op"() {a = memref<4xtuple<>, foo>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:24: error: invalid dimension
"t.op"() {a = tensor<4x18446744073709551616xtensor<4xf32 xf32>>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:39: error: expected '<' in affine map
"t.op"() {a = tensor<4xf32, affine_map foo>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:21: error: expected a shaped type for dense elements
"t.op"() {a = dense<i32>} : () -> ()
