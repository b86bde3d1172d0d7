// What is missing or misplaced in a quantized type, and types that cannot have such elements.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:25: error: expected '<'
"d.op"() {a = !quant.any} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected valid keyword
"d.op"() {a = !quant.any<>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: unbalanced '<' character in pretty dialect name
"d.op"() {a = !quant.any<i8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected ':'
"d.op"() {a = !quant.any<i8<1>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: unbalanced '<' character in pretty dialect name
"d.op"() {a = !quant.any<i8<1:2>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected non-function type
"d.op"() {a = !quant.any<i8:>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected '>'
"d.op"() {a = !quant.any<i8 f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected integer value
"d.op"() {a = !quant.any<i8<a:1>:f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected integer value
"d.op"() {a = !quant.any<i8<1:a>:f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected '>'
"d.op"() {a = !quant.any<i8<1:2:f32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: invalid integer width
"d.op"() {a = !quant.any<i99999999999:f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected ':'
"d.op"() {a = !quant.uniform<i8, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: expected ','
"d.op"() {a = !quant.uniform<i8:f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: expected ','
"d.op"() {a = !quant.uniform<i8:f32 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: unexpected decimal integer literal for a floating point value
"d.op"() {a = !quant.uniform<i8:f32, 1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected floating point literal
"d.op"() {a = !quant.uniform<i8:f32, "a">} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected floating point literal
"d.op"() {a = !quant.uniform<i8:f32, abc:127>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: hexadecimal float literal should not have a leading minus
"d.op"() {a = !quant.uniform<i8:f32, -0x3FB999999999999A>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:41: error: expected '>'
"d.op"() {a = !quant.uniform<i8:f32, 1.0abc>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:42: error: expected integer value
"d.op"() {a = !quant.uniform<i8:f32, 1.0:>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:42: error: expected integer value
"d.op"() {a = !quant.uniform<i8:f32, 1.0:1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:42: error: expected integer value
"d.op"() {a = !quant.uniform<i8:f32, 1.0:abc>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:42: error: integer value too large
"d.op"() {a = !quant.uniform<i8:f32, 1.0:9223372036854775808>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected floating point literal
"d.op"() {a = !quant.uniform<i8:f32, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: expected '{'
"d.op"() {a = !quant.uniform<i8:f32:0, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:41: error: expected floating point literal
"d.op"() {a = !quant.uniform<i8:f32:0, {}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:48: error: expected floating point literal
"d.op"() {a = !quant.uniform<i8:f32:0, {1.0:2, }>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:44: error: expected '}'
"d.op"() {a = !quant.uniform<i8:f32:0, {1.0 2.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected integer value
"d.op"() {a = !quant.uniform<i8:f32:x, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: integer value too large
"d.op"() {a = !quant.uniform<i8:f32:2147483648, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: expected ':'
"d.op"() {a = !quant.uniform<i8:f32:{0}, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected integer value
"d.op"() {a = !quant.uniform<i8:f32:{0:}, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:42: error: expected integer value
"d.op"() {a = !quant.uniform<i8:f32:{0:1,}, {1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:43: error: expected integer value
"d.op"() {a = !quant.uniform<i8:f32:{0:1, 1.0}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:43: error: expected '{'
"d.op"() {a = !quant.uniform<i8:f32:{0:1}, 1.0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected '<'
"d.op"() {a = !quant.calibrated} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: dialect 'quant' provides no attribute parsing hook
"d.op"() {a = #quant.a} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: failed to verify 'elementType': VectorElementTypeInterface instance
"d.op"() {a = vector<4x!quant.any<i8>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: invalid memref element type
"d.op"() {a = memref<4x!quant.uniform<i8:f32, 1.0>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: invalid element type for complex
"d.op"() {a = complex<!quant.any<i8>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: unknown quantized type quantile
"d.op"() {a = !quant.quantile<i8:f16:f32, {0.1, 0.2}:1.0>} : () -> ()
