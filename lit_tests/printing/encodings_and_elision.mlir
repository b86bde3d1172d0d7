// Encodings of tensors, the types of numbers and strings that are left away, locations as attributes.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect | FileCheck %s

// CHECK: "d.op"() {a = -9223372036854775808 : index} : () -> ()
"d.op"() {a = -9223372036854775808 : index} : () -> ()

// -----

// CHECK: "d.op"() {a = -1 : i64} : () -> ()
"d.op"() {a = 18446744073709551615 : i64} : () -> ()

// -----

// CHECK: "d.op"() {a = tensor<4xf32, -1 : i64>} : () -> ()
"d.op"() {a = tensor<4xf32, -1>} : () -> ()

// -----

// CHECK: "d.op"() {a = tensor<4xf32, () -> ()>} : () -> ()
"d.op"() {a = tensor<4xf32, () -> ()>} : () -> ()

// -----

// CHECK: #loc = loc("x")
// CHECK: "d.op"() {a = tensor<4xf32, #loc>} : () -> ()
"d.op"() {a = tensor<4xf32, loc("x")>} : () -> ()

// -----

// CHECK: #loc = loc(unknown)
// CHECK: "d.op"() {a = tensor<4xf32, #loc>} : () -> ()
"d.op"() {a = tensor<4xf32, loc(unknown)>} : () -> ()

// -----

// CHECK: "d.op"() {a = tensor<4xf32, sparse<> : tensor<4xi32>>} : () -> ()
"d.op"() {a = tensor<4xf32, sparse<> : tensor<4xi32>>} : () -> ()

// -----

// CHECK: "d.op"() {a = tensor<4xf32, dense_resource<a> : tensor<4xi32>>} : () -> ()
"d.op"() {a = tensor<4xf32, dense_resource<a> : tensor<4xi32>>} : () -> ()

// -----

// CHECK: #map = affine_map<() -> ()>
// CHECK: "d.op"() {a = tensor<4xf32, #map>} : () -> ()
"d.op"() {a = tensor<4xf32, affine_map<() -> ()>>} : () -> ()

// -----

// CHECK: "d.op"() {a = tensor<4xf32, @x>} : () -> ()
"d.op"() {a = tensor<4xf32, @x>} : () -> ()

// -----

// CHECK: "d.op"() {a = {b = {b = 1 : i64}}} : () -> ()
"d.op"() {a = {b = {b = 1}}} : () -> ()

// -----

// CHECK: "d.op"() {a = "a"} : () -> ()
"d.op"() {a = "a" : none} : () -> ()

// -----

// CHECK: "d.op"() {a = [0x7FF0000000000000 : f64, 0x419D6F3454000000 : f64, 5.000000e-01]} : () -> ()
"d.op"() {a = [1.0e400, 123456789.0, 0.5]} : () -> ()

// -----

// CHECK: #loc = loc("-":1:2)
// CHECK: "d.op"() {a = #loc} : () -> ()
"d.op"() {a = loc("":1:2)} : () -> ()

// -----

// CHECK: #loc = loc("":1:2 to 3:4)
// CHECK: #loc1 = loc("":1:2)
// CHECK: "d.op"() {a = #loc, b = #loc1} : () -> ()
"d.op"() {a = loc("":1:2 to 3:4), b = loc("":1:2 to 1:2)} : () -> ()

// -----

// CHECK: "d.op"() {a = -1 : i64} : () -> ()
"d.op"() {a = 18446744073709551615 : i64} : () -> ()
