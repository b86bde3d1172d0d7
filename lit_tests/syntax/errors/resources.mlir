// What is said about the trailer of resources.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:5: error: expected identifier key in file metadata dictionary
{-# 3 #-}

// -----

// CHECK: :[[# @LINE + 1]]:5: error: unknown key 'foo' in file metadata dictionary
{-# foo: {} #-}

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected ':'
{-# dialect_resources {} #-}

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected identifier key for 'resource' entry
{-# dialect_resources: { 3 } #-}

// -----

// CHECK: :[[# @LINE + 1]]:26: error: dialect 'foo' is unknown
{-# dialect_resources: { foo: {} } #-}

// -----

// CHECK: :[[# @LINE + 1]]:34: error: unexpected 'resource' section for dialect 'func'
{-# dialect_resources: { func: { a: "0x04" } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected ':'
{-# dialect_resources: { builtin: { a "0x04000000" } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected hex string blob for key 'b'
{-# dialect_resources: { builtin: { b: 1 } } #-}

// -----

// CHECK: :[[# @LINE + 2]]:57: error: expected hex string blob for key 'y' to encode alignment in first 4 bytes, but got non-power-of-2 value: 0
"t.op"() {c = dense_resource<x> : tensor<2xi32>, b = dense_resource<y> : tensor<2xi32>, a = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x04000000", y: "0x00000000AA" } } #-}

// -----

// CHECK: :[[# @LINE + 2]]:40: error: expected hex string blob for key 'x' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x030000000100000002000000" } } #-}

// -----

// CHECK: :[[# @LINE + 2]]:40: error: expected hex string blob for key 'x'
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: true } } #-}

// -----

// CHECK: :[[# @LINE + 2]]:26: error: dialect 'foo' is unknown
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { foo: { x: "0x0400000003" } } #-}

// -----

// CHECK: :[[# @LINE + 2]]:33: error: unexpected 'resource' section for dialect 'sdy'
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { sdy: { x: "0x0400000003" } } #-}

// -----

// CHECK: :[[# @LINE + 2]]:40: error: expected hex string blob for key 'x' to encode alignment in first 4 bytes, but got non-power-of-2 value: 0
"t.op"() {c = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x00000000AA" } } #-}

// -----

// CHECK: :[[# @LINE + 2]]:59: error: expected hex string blob for key 'y' to encode alignment in first 4 bytes, but got non-power-of-2 value: 16777224
"t.op"() {c = dense_resource<y> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x0800000001", y: "0x0800000100010203" } } #-}

// -----

// CHECK: :[[# @LINE + 2]]:40: error: expected hex string blob for key 'y' to encode alignment in first 4 bytes, but got non-power-of-2 value: 4294967295
"t.op"() {c = dense_resource<y> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { y: "0xffffffffAA" } } #-}

// -----

// CHECK: :[[# @LINE + 2]]:40: error: expected hex string blob for key 'y' to encode alignment in first 4 bytes
"t.op"() {c = dense_resource<y> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { y: "0x" } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:33: error: `dense_resource` expected a shaped type
"t.op"() {c = dense_resource<y> : i32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected ':'
"t.op"() {c = dense_resource<y>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected identifier key for 'resource' entry
"t.op"() {c = dense_resource<1> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected '>'
"t.op"() {c = dense_resource<y : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:58: error: expected identifier key for 'resource' entry
{-# dialect_resources: { builtin: { y: "0x0100000001" }, } #-}

// -----

// CHECK: :[[# @LINE + 1]]:56: error: expected identifier key for 'resource' entry
{-# dialect_resources: { builtin: { y: "0x0100000001", } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected ':'
{-# dialect_resources: { builtin: { y "0x0100000001" } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected ':'
{-# dialect_resources { } #-}

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected hex string blob for key 'y'
{-# dialect_resources: { builtin: { y: 1 } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected hex string blob for key 'y'
{-# dialect_resources: { builtin: { y: foo } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected hex string blob for key 'y'
{-# dialect_resources: { builtin: { y: "0x010000000" } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected hex string blob for key 'y'
{-# dialect_resources: { builtin: { y: "0x01000000gg" } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected hex string blob for key 'y'
{-# dialect_resources: { builtin: { y: "0X0100000000" } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected identifier key for 'resource' entry
{-# external_resources: { "foo": { y: "a" } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:5: error: expected identifier key in file metadata dictionary
{-# "external_resources": { foo: { y: "a" } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:5: error: unknown key 'foo' in file metadata dictionary
{-# foo: { foo: { y: "a" } } #-}

// -----

// CHECK: :[[# @LINE + 1]]:47: error: expected ',' or '#-}'
{-# external_resources: { foo: { y: "0x01" } }

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected '{'
{-# external_resources: foo #-}

// -----

// CHECK: :[[# @LINE + 1]]:9: error: expected operation name in quotes
module { {-# external_resources: { } #-} }

// -----
// CHECK: :[[# @LINE + 1]]:26: error: dialect 'foo' is unknown
{-# dialect_resources: { foo: { } #-}

// -----
// CHECK: :[[# @LINE + 1]]:40: error: expected hex string blob for key 'y'
{-# dialect_resources: { builtin: { y: } } #-}

// -----
// CHECK: :[[# @LINE + 1]]:40: error: expected hex string blob for key 'y'
{-# dialect_resources: { builtin: { y: foo } } #}

// -----
// CHECK: :[[# @LINE + 1]]:54: error: expected ',' or '}'
{-# dialect_resources: { builtin: { y: "0x0400000001" z } } #-}

// -----
// CHECK: :[[# @LINE + 1]]:56: error: expected ',' or '}'
{-# dialect_resources: { builtin: { y: "0x0400000001" } foo } #-}

// -----
// CHECK: :[[# @LINE + 1]]:34: error: expected identifier key for 'external_resources' entry
{-# external_resources: { foo: { 3: 1 } } #-}

// -----
// CHECK: :[[# @LINE + 1]]:38: error: expected ',' or '}'
{-# external_resources: { foo: { y: -1 } } #-}

// -----
// CHECK: :[[# @LINE + 1]]:45: error: expected ',' or '}'
{-# external_resources: { foo: { y: "0x01" } z } #-}

// -----
// CHECK: :[[# @LINE + 1]]:5: error: unknown key 'foo' in file metadata dictionary
{-# foo: bar #-}
