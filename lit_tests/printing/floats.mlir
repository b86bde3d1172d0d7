// Six digits where they read back to the same number, else more; infinities and NaNs as bits.
// RUN: sdy-opt %s -allow-unregistered-dialect | FileCheck %s

// CHECK: "d.op"() {a = 5.000000e-01 : f32, b = 0.857142865 : f32, c = 1.000980e-01 : bf16, d = 1.000000e-01 : f64}
"d.op"() {a = 0.5 : f32, b = 0.857142865 : f32, c = 0.1 : bf16, d = 0.1 : f64} : () -> ()

// CHECK: "d.op"() {a = 0x7F800000 : f32, b = 0xFFF0000000000000 : f64, c = 0x7FC0 : bf16}
"d.op"() {a = 0x7F800000 : f32, b = 0xFFF0000000000000 : f64, c = 0x7FC0 : bf16} : () -> ()
