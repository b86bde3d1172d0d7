// What is said about strided layouts, memrefs, sparse elements and distinct attributes.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:15: error: referenced attribute does not match previous definition: "x"
"d.op"() {a = distinct[3]<[distinct[3]<"x">]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected ']'
"d.op"() {a = strided<[1 2]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected 'offset' after comma
"d.op"() {a = strided<[1], 2>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:34: error: expected ':' after 'offset'
"d.op"() {a = strided<[1], offset 2>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected '['
"d.op"() {a = strided<1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected '<' after 'strided'
"d.op"() {a = strided} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: sparse index #1 is not contained within the value shape, with index=[1, 9], and type='tensor<3x4xf32>'
"d.op"() {a = sparse<[[0, 0], [1, 9]], 1.0> : tensor<3x4xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expected shape ([3, 4]); inferred shape of indices literal ([2, 2]); inferred shape of values literal ([3])
"d.op"() {a = sparse<[[0, 0], [1, 2]], [1.0, 2.0, 3.0]> : tensor<3x4xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expected shape ([3, 4]); inferred shape of indices literal ([2, 3]); inferred shape of values literal ([2])
"d.op"() {a = sparse<[[0, 0, 0], [1, 2, 1]], [1.0, 2.0]> : tensor<3x4xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: elements literal must be a shaped type
"d.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : i32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: elements literal type must have static shape
"d.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<?xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected ','
"d.op"() {a = sparse<[[0, 0], [1, 2]] [1, 5]> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:46: error: expected '>'
"d.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5] : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:47: error: expected ':'
"d.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: Expected '<' after 'sparse'
"d.op"() {a = sparse [[0, 0], [1, 2]], [1, 5]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: memref layout mismatch between rank and affine map: 2 != 1
"d.op"() {a = memref<4x4xf32, affine_map<(d0) -> (d0)>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expected the number of strides to match the rank
"d.op"() {a = memref<4x4xf32, strided<[4]>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:41: error: cannot have affine map for unranked memref type
"d.op"() {a = memref<*xf32, strided<[1]>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:49: error: expected memory space to be last in memref type
"d.op"() {a = memref<4x4xf32, 1, strided<[4, 1]>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:35: error: multiple memory spaces specified in memref type
"d.op"() {a = memref<4x4xf32, 1, 2>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected list element
"d.op"() {a = memref<4xf32, >} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected attribute value
"d.op"() {a = memref<4xf32, ,>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected attribute value
"d.op"() {a = memref<4xf32, 1,>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: invalid memref element type
"d.op"() {a = memref<4xtensor<4xf32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: invalid memref element type
"d.op"() {a = memref<4x!t.s>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: undefined symbol alias id '1'
"d.op"() {a = #1t.x} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[a]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[1, ]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[1, a]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[--1]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[1.0]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[9223372036854775808]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[-9223372036854775808]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[-9223372036854775809]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[99999999999999999999]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected ']'
"d.op"() {a = strided<[1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected '['
"d.op"() {a = strided<} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected ','
"d.op"() {a = strided<[1]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected 'offset' after comma
"d.op"() {a = strided<[1],} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:34: error: expected ':' after 'offset'
"d.op"() {a = strided<[1], offset} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:35: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[1], offset:} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[1], offset: a>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected '>'
"d.op"() {a = strided<[1], offset: 1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected '>'
"d.op"() {a = strided<[1], offset: 1]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected ','
"d.op"() {a = strided<[1]] } : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected '}' in attribute dictionary
"d.op"() {a = strided<[?, ?]> : i32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected a 64-bit signed integer or '?'
"d.op"() {a = strided<[-9223372036854775808], offset: -9223372036854775808>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected element literal of primitive type
"d.op"() {a = sparse<} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected element literal of primitive type
"d.op"() {a = sparse<[} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected ','
"d.op"() {a = sparse<1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected element literal of primitive type
"d.op"() {a = sparse<1,} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected '>'
"d.op"() {a = sparse<1,2} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected ':'
"d.op"() {a = sparse<1,2>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected non-function type
"d.op"() {a = sparse<1,2> :} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected element literal of primitive type
"d.op"() {a = sparse<,2> : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected element literal of primitive type
"d.op"() {a = sparse<1,> : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected ','
"d.op"() {a = sparse<"0x00">  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: integer constant out of range for type
"d.op"() {a = sparse<"0x0000000000000000", 1>  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: elements hex data size is invalid for provided type: 'tensor<1xi32>'
"d.op"() {a = sparse<1, "0x0000">  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected element literal of primitive type
"d.op"() {a = sparse<a, b>  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected integer elements, but parsed floating-point
"d.op"() {a = sparse<1.0, 1>  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected integer elements, but parsed floating-point
"d.op"() {a = sparse<1, 1.0>  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: sparse index #0 is not contained within the value shape, with index=[18446744073709551615], and type='tensor<4xi32>'
"d.op"() {a = sparse<-1, 1>  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: tensor literal is invalid; ranks are not consistent between elements
"d.op"() {a = sparse<[1, [2]], 1>  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expected shape ([4]); inferred shape of indices literal ([3, 1]); inferred shape of values literal ([2])
"d.op"() {a = sparse<[[1], [2], [3]], [1, 2]>  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expected 1-d tensor for sparse element values
"d.op"() {a = sparse<[[1], [2]], [[1], [2]]>  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expected shape ([4]); inferred shape of indices literal ([1, 2, 1]); inferred shape of values literal ([1])
"d.op"() {a = sparse<[[[1], [2]]], [1]>  : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected i1 type for 'true' or 'false' values
"d.op"() {a = sparse<true, true>  : tensor<4xi1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: sparse index #0 is not contained within the value shape, with index=[9, 9], and type='tensor<4x4xi32>'
"d.op"() {a = sparse<9, 2>  : tensor<4x4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: elements literal type must have static shape
"d.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<*xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: sparse index #1 is not contained within the value shape, with index=[1, 2], and type='memref<2x2xi32>'
"d.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : memref<2x2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expected shape ([4, 4]); inferred shape of indices literal ([0]); inferred shape of values literal ([0])
"d.op"() {a = sparse<[], 1> : tensor<4x4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expected shape ([4]); inferred shape of indices literal ([1]); inferred shape of values literal ([0])
"d.op"() {a = sparse<[1], []> : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: integer constant out of range for type
"d.op"() {a = sparse<[1], [99999999999]> : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: integer constant out of range for type
"d.op"() {a = sparse<[99999999999999999999], 1> : tensor<4xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: dialect 'builtin' provides no attribute parsing hook
"d.op"() {a = memref<4xf32, #builtin.x>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: multiple memory spaces specified in memref type
"d.op"() {a = memref<*xf32, 1, 2>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:51: error: cannot have affine map for unranked memref type
"d.op"() {a = memref<*xf32, affine_map<(i) -> (i)>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:54: error: cannot have affine map for unranked memref type
"d.op"() {a = memref<*xf32, 1, affine_map<(i) -> (i)>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:54: error: expected memory space to be last in memref type
"d.op"() {a = memref<4xf32, 1, affine_map<(i) -> (i)>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: multiple memory spaces specified in memref type
"d.op"() {a = memref<4xf32, 1, 1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected ',' or '>' in memref type
"d.op"() {a = memref<4xf32 1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected ',' or '>'
"d.op"() {a = memref<4xf32, 1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:35: error: multiple memory spaces specified in memref type
"d.op"() {a = memref<4xf32, 3, i32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:35: error: multiple memory spaces specified in memref type
"d.op"() {a = memref<4xf32, i32, 3>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected non-function type
"d.op"() {a = memref<4x[2]xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected non-function type
"d.op"() {a = memref<4x*xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected 'x' in dimension list
"d.op"() {a = memref<4>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected non-function type
"d.op"() {a = memref<>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected 'x' in dimension list
"d.op"() {a = memref<4x4>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected non-function type
"d.op"() {a = memref<-4x4xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: invalid memref element type
"d.op"() {a = memref<4xtuple<>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: invalid memref element type
"d.op"() {a = memref<4xnone>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: invalid memref element type
"d.op"() {a = memref<4x!quant.any<i8>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected '>' to close distinct attribute
"d.op"() {a = distinct[0]<"a"} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected '<' after distinct ID
"d.op"() {a = distinct[0]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected '[' after 'distinct'
"d.op"() {a = distinct} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected distinct ID
"d.op"() {a = distinct[} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected distinct ID
"d.op"() {a = distinct[a]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected distinct ID
"d.op"() {a = distinct[-1]<>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: referenced attribute does not match previous definition: "a"
"d.op"() {a = distinct[2]<distinct[2]<"a">>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:34: error: referenced attribute does not match previous definition: "a"
"d.op"() {a = [distinct[0]<"a">, distinct[0]<"b">]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: referenced attribute does not match previous definition: unit
"d.op"() {a = [distinct[0]<>, distinct[0]<"a">]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:34: error: referenced attribute does not match previous definition: "a"
"d.op"() {a = [distinct[0]<"a">, distinct[0]<>]} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:98: error: expected element literal of primitive type
// CHECK: :[[# @LINE + 1]]:98: error: failed to parse StableHLO_Mesh parameter 'device_ids' which is to be a `DenseIntElementsAttr`
#m = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "c", size = 2>], device_ids = dense<[1, ,2]> : tensor<2xi64>>

// -----

// CHECK: :[[# @LINE + 1]]:12: error: expected element literal of primitive type
#m = dense<
