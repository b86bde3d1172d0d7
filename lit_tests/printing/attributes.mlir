// Attributes are sorted by name; i64 and f64 numbers lose their type inside arrays only; unit attributes are bare names.
// RUN: sdy-opt %s -allow-unregistered-dialect | FileCheck %s

// CHECK: "d.op"() {a = 1 : i64, b = [1, 2.500000e+00, 3 : i32], "c d" = "x\0Ay\22z", e, f = @g::@h, i = array<i64: 1, 2>}
"d.op"() {f = @g::@h, e = unit, b = [1, 2.5, 3 : i32], a = 1, "c d" = "x\ny\"z", i = array<i64: 1, 2>} : () -> ()

// CHECK: "d.op"() <{inherent = true}> {other = {k = f32, l = (i32) -> (i32, i32)}} : () -> ()
"d.op"() <{inherent = true}> {other = {l = (i32) -> (i32, i32), k = f32}} : () -> ()

// CHECK: "d.op"() {m = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>, n = dense<1> : tensor<3xi8>, o = dense<> : tensor<0xf32>}
"d.op"() {m = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>, n = dense<[1, 1, 1]> : tensor<3xi8>, o = dense<> : tensor<0xf32>} : () -> ()

// CHECK: "d.op"() {p = #other.attribute<x, [1]>, q = !other.type, r = #other<"no word">}
"d.op"() {p = #other.attribute<x, [1]>, q = !other<type>, r = #other<"no word">} : () -> ()
