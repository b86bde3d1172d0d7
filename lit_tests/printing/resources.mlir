// Resources that a program names are printed behind it, in the order in which it names them; others are dropped.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect | FileCheck %s

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x040000000100000002000000"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x040000000100000002000000" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<x> : tensor<2xi32>, b = dense_resource<y> : tensor<2xi32>, c = dense_resource<"q r"> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x080000000100000002000000",
// CHECK-NEXT: y: "0x040000000100000002000000",
// CHECK-NEXT: "q r": "0x0100000001000000020000AB"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() {a = dense_resource<x> : tensor<2xi32>, b = dense_resource<y> : tensor<2xi32>, c = dense_resource<"q r"> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { y: "0x040000000100000002000000", x: "0x080000000100000002000000", "q r": "0x0100000001000000020000aB" , unused: "0x04000000010000" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() : () -> ()
// CHECK-NEXT: }
// CHECK-NOT: {{[{]-#}}
"t.op"() : () -> ()
{-# external_resources: { mlir_reproducer: { pipeline: "builtin.module()", disable_threading: true, verify_each: false } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x040000000100000002000000"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# external_resources: { foo: { a: "0x0400000001", b: "text", c: true } }, dialect_resources: { builtin: { x: "0x040000000100000002000000" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x040000000100000002000000"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
{-# dialect_resources: { builtin: { x: "0x040000000100000002000000" } } #-}
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x040000000100000002000000"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x040000000100000002000000" } } #-}
{-# dialect_resources: { builtin: { y: "0x040000000100000002000000" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x0400000003"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x040000000100000002000000", x: "0x0400000003" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<x> : tensor<2xi32, dense_resource<y> : tensor<2xi8>>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x040000000100000002000000",
// CHECK-NEXT: y: "0x0400000001"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() {a = dense_resource<x> : tensor<2xi32, dense_resource<y> : tensor<2xi8>>} : () -> () loc(fused<dense_resource<z> : tensor<1xi8>>["a"])
{-# dialect_resources: { builtin: { z: "0x0400000001",y: "0x0400000001", x: "0x040000000100000002000000" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: %c = stablehlo.constant dense_resource<x> : tensor<2xi32>
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x040000000100000002000000"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
%0 = stablehlo.constant dense_resource<x> : tensor<2xi32>
{-# dialect_resources: { builtin: { x: "0x040000000100000002000000" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<b> : tensor<2xi32>, b = dense_resource<a> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: "t.op"() {a = dense_resource<c> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: b: "0x0400000003",
// CHECK-NEXT: a: "0x0400000002",
// CHECK-NEXT: c: "0x0400000001"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() {a = dense_resource<b> : tensor<2xi32>, b = dense_resource<a> : tensor<2xi32>} : () -> ()
"t.op"() {a = dense_resource<c> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { c: "0x0400000001", a: "0x0400000002", b: "0x0400000003" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x0400000001"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
{-# dialect_resources: { builtin: { x: "0x040000000100000002000000" } }, dialect_resources: { builtin: { x: "0x0400000001" } } #-}
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x0400000002"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
{-# dialect_resources: { builtin: { x: "0x04000000ab" } , builtin : { x: "0x0400000002" }} #-}
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<""> : tensor<2xi32>, b = dense_resource<x> : tensor<1xi32>, c = dense_resource<true> : tensor<1xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x04000000AB",
// CHECK-NEXT: true: "0x00000000"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() {a = dense_resource<""> : tensor<2xi32>, b = dense_resource<"x"> : tensor<1xi32>, c = dense_resource<true> : tensor<1xi32>} : () -> ()
{-# dialect_resources: { builtin: { "": "0x04000000ab", "x": "0x04000000ab", true: "0x04000000" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK-NOT: {{[{]-#}}
"t.op"() {a = dense_resource<x> : tensor<2xi32>} : () -> () loc("f":1:1)
{-#
  external_resources: {
    foo: {
      a: "0x0400000001"
    }
  }
#-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {c = dense_resource<x> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x00000000"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() {c = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x08000000" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() {c = dense_resource<x> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x00000000"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() {c = dense_resource<x> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x00000000" } } #-}

// -----

// CHECK: module {
// CHECK-NEXT: "t.op"() <{p = dense_resource<x> : tensor<2xi32>}> {c = dense_resource<y> : tensor<2xi32>} : () -> ()
// CHECK-NEXT: }
// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: x: "0x0800000001",
// CHECK-NEXT: y: "0x0800000001"
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #-}
"t.op"() <{p = dense_resource<x> : tensor<2xi32>}> {c = dense_resource<y> : tensor<2xi32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x0800000001", y: "0x0800000001" } } #-}
