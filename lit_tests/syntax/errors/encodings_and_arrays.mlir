// What is said about encodings, dense arrays, dictionaries, and symbols of dialects that these do not have.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:26: error: unknown StableHLO attribute
"d.op"() {a = #stablehlo.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: unknown StableHLO attribute
"d.op"() {a = #stablehlo<foo>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: unknown StableHLO attribute
"d.op"() {a = #stablehlo.foo<1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: unknown stablehlo type: foo
"d.op"() {a = !stablehlo.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: unknown stablehlo type: foo
"d.op"() {a = !stablehlo<foo>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: unknown chlo attribute
"d.op"() {a = #chlo.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: dialect 'chlo' provides no type parsing hook
"d.op"() {a = !chlo.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:20: error: unknown attribute `foo` in dialect `sdy`
"d.op"() {a = #sdy.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:20: error: dialect 'sdy' provides no type parsing hook
"d.op"() {a = !sdy.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: dialect 'func' provides no attribute parsing hook
"d.op"() {a = #func.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: undefined symbol alias id 'stablehlo'
"d.op"() {a = #stablehlo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected valid keyword
"d.op"() {a = #stablehlo<1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected valid keyword
"d.op"() {a = !stablehlo<"a">} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"d.op"() {a = 18446744073709551615 : index} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"d.op"() {a = 9223372036854775808 : index} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"d.op"() {a = 0xFFFFFFFFFFFFFFFF : index} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: negative integer literal not valid for unsigned integer type
"d.op"() {a = -1 : ui8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: integer constant out of range for type
"d.op"() {a = dense<18446744073709551615> : tensor<1xindex>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected '>' in tensor type
"d.op"() {a = tensor<4xf32, distinct[0]<>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected '>' in tensor type
"d.op"() {a = tensor<4xf32, strided<[]>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected '>' in tensor type
"d.op"() {a = tensor<4xf32, array<i32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected '>' in tensor type
"d.op"() {a = tensor<4xf32, opaque<"a">>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected '>' in tensor type
"d.op"() {a = tensor<4xf32, foo>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected '>' in tensor type
"d.op"() {a = tensor<4xf32, =>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected '>' in tensor type
"d.op"() {a = tensor<4xf32, array<i32: a>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected integer or float type, got: 'index'
"d.op"() {a = array<index>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: element type bitwidth must be a multiple of 8
"d.op"() {a = array<i7>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: unexpected decimal integer literal for a floating point value
"d.op"() {a = array<f32: 1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected integer or float type, got: 'tensor<2xf32>'
"d.op"() {a = array<tensor<2xf32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected integer literal
"d.op"() {a = array<i1: )>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected 'true' or 'false' values for i1 type
"d.op"() {a = array<i1: 1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected floating point literal
"d.op"() {a = array<f32: )>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected floating point literal
"d.op"() {a = array<f32: "a">} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected integer literal
"d.op"() {a = array<i32: "a">} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected integer literal
"d.op"() {a = array<i1: "a">} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected floating point literal
"d.op"() {a = array<f32: -)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected integer literal
"d.op"() {a = array<i32: -)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected floating point literal
"d.op"() {a = array<f32: 1.0, )>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: integer constant out of range
"d.op"() {a = array<i8: -0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: integer constant out of range
"d.op"() {a = array<i8: -0, )>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected '>' to close an array attribute
"d.op"() {a = array<i8: 1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected integer literal
"d.op"() {a = array<i8:} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected integer literal
"d.op"() {a = array<i8:>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected floating point literal
"d.op"() {a = array<f32:>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected floating point literal
"d.op"() {a = array<f32: true>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: unexpected ssa identifier
"d.op"() {a = affine_map<(i) -> (i +  %a)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: constant too large for index
"d.op"() {a = affine_map<(i) -> (i +  99999999999999999999)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: use of undeclared identifier
"d.op"() {a = affine_map<(i) -> (i +  kk)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:41: error: unexpected ssa identifier
"d.op"() {a = affine_map<(i) -> (symbol( %a))>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: duplicate key 'a' in dictionary attribute
"d.op"() {a = {unit, a, "a" = -0: i8}} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: duplicate key 'i32' in dictionary attribute
"d.op"() {a = {i32 = 1, i32 = {dense}, loc = #builtin<x>}} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: integer literal not valid for specified type
"d.op"() {a = -0: none} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected '>'
"d.op"() {a = sparse<1, 2.0at> : tensor<4xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:52: error: Bounds length is 1, expected to be equal to rank(3) of the tensor 'tensor<1x4x1xi8>'
"d.op"() {a = tensor<1x4x1xi8, #stablehlo.bounds<?>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: expected '<' in affine map
"d.op"() {a = memref<4xf32, affine_map/(i) -> (i)>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected non-function type
"d.op"() {a = tuple<array f32>} : () -> ()
