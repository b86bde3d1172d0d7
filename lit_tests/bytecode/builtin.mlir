// Bytecode of every builtin attribute, type and kind of location is read, and written with the bytes of the reference.
// RUN: sdy-opt %S/Inputs/builtin.mlirbc -allow-unregistered-dialect -mlir-print-debuginfo > %t.read
// RUN: sdy-opt -allow-unregistered-dialect -mlir-print-debuginfo < %s | diff - %t.read
// RUN: sdy-opt %S/Inputs/builtin.v0.mlirbc -allow-unregistered-dialect -mlir-print-debuginfo | FileCheck %s
// RUN: sdy-opt %S/Inputs/builtin.v5.mlirbc -allow-unregistered-dialect -mlir-print-debuginfo | diff - %t.read
// RUN: sdy-opt -allow-unregistered-dialect -emit-bytecode -shardy=0.10.2 < %s | cmp - %S/Inputs/builtin.mlirbc
// RUN: sdy-opt -allow-unregistered-dialect -emit-bytecode -shardy=0.10.2 -emit-bytecode-version=0 < %s | cmp - %S/Inputs/builtin.v0.mlirbc
// RUN: sdy-opt -allow-unregistered-dialect -emit-bytecode -shardy=0.10.2 -emit-bytecode-version=5 < %s | cmp - %S/Inputs/builtin.v5.mlirbc
// RUN: FileCheck %s < %t.read
// VERSIONS: 0 5

// CHECK: "d.integers"() {a = -1 : i8, b = -1 : i16, c = -1 : i64, d = -1 : i128, e = 255 : ui8, f = -2 : i4, g = true, h = -7 : index}
"d.integers"() {a = -1 : i8, b = -1 : i16, c = -1 : i64, d = -1 : i128, e = 255 : ui8, f = -2 : i4, g = true, h = -7 : index} : () -> ()
"d.floats"() {a = 1.0 : f32, b = -0.0 : f64, c = 0x7FC0 : bf16, d = 0x7F : f8E4M3FN, e = 1.5 : f16, f = 2.0 : f80, g = 2.0 : f128, h = 1.5 : tf32} : () -> ()
"d.others"() {a = "text", b = "typed" : i32, c = @f, d = @f::@g::@h, e = i32, f = unit, g = [1, "a", []], h = {x = 1 : i64, y = {}}} : () -> ()
"d.maps"() {a = affine_map<(d0, d1) -> (d1 + 1)>, b = affine_set<(d0) : (d0 >= 0)>, c = strided<[4, ?], offset: 2>} : () -> ()
"d.arrays"() {a = array<i64: 1, -2>, b = array<i1: true, false>, c = array<f32: 1.5>, d = array<i8>} : () -> ()
// CHECK: "d.elements"() {a = dense<[1, -2]> : tensor<2xi4>, b = dense<1.500000e+00> : tensor<3xf32>
"d.elements"() {a = dense<[1, -2]> : tensor<2xi4>, b = dense<1.5> : tensor<3xf32>, c = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, d = dense<["a", "b"]> : tensor<2x!d.string>, e = dense<> : tensor<0xi32>, f = dense<2> : tensor<2x0xi4>, g = dense<-1> : tensor<2xindex>, h = sparse<[[0, 1]], [5]> : tensor<2x2xi32>} : () -> ()
// CHECK: "d.bits"() {a = dense<true> : tensor<8xi1>, b = dense<false> : tensor<9xi1>, c = dense<[true, false, true, false, false, false, false]> : tensor<7xi1>
"d.bits"() {a = dense<true> : tensor<8xi1>, b = dense<false> : tensor<9xi1>, c = dense<[true, false, true, false, false, false, false]> : tensor<7xi1>, d = dense<[true, false, true, false, false, false, false, true]> : tensor<8xi1>, e = dense<[true, false, true, false, false, false, false, true, true]> : tensor<9xi1>, f = dense<true> : tensor<1xi1>} : () -> ()
"d.types"() {a = tensor<4x?xf32>, b = tensor<*xf32>, c = vector<4x[8]xf32>, d = memref<4xf32>, e = memref<?xf32, strided<[2]>, 1>, f = memref<*xf32>, g = (i32, f32) -> index, h = tuple<i32, none, token>, i = complex<f64>, j = tensor<4xf32, "encoding">, k = !d.type<1>} : () -> ()
"d.distinct"() {a = distinct[0]<"a">, b = distinct[1]<"a">} : () -> ()
// CHECK: "d.resource"() {a = dense_resource<blob> : tensor<2xi32>
"d.resource"() {a = dense_resource<blob> : tensor<2xi32>, b = #d<attribute 1>} : () -> ()
"d.op"() <{property = 1 : i64}> {other = 2 : i64} : () -> () loc("name"("f.py":1:2))
"d.op"() : () -> () loc(callsite("f"("f.py":3:4 to :9) at fused<"metadata">["g.py":5:6, "h"]))
// CHECK: "d.op"() : () -> () loc(#loc
"d.op"() : () -> () loc(unknown)
// CHECK: "f.py":3:4 to :9
// CHECK: blob: "0x400000000100000002000000"
{-# dialect_resources: { builtin: { blob: "0x400000000100000002000000" } } #-}
