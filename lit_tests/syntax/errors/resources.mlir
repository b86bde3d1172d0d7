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
