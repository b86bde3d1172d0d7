// Strided layouts, memrefs with layouts and memory spaces, sparse elements, distinct attributes.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect | FileCheck %s

// CHECK: #distinct = distinct[0]<"x">
// CHECK: "d.op"() {a = #distinct} : () -> ()
"d.op"() {a = distinct[0]<"x">} : () -> ()

// -----

// CHECK: "d.op"() {a = distinct[0]<>} : () -> ()
"d.op"() {a = distinct[0]<>} : () -> ()

// -----

// CHECK: "d.op"() {a = distinct[0]<>} : () -> ()
"d.op"() {a = distinct[0]<unit>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[1, ?], offset: ?>} : () -> ()
"d.op"() {a = strided<[1, ?], offset: ?>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[2, 3]>} : () -> ()
"d.op"() {a = strided<[2, 3]>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[]>} : () -> ()
"d.op"() {a = strided<[]>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[], offset: 3>} : () -> ()
"d.op"() {a = strided<[], offset: 3>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[2]>} : () -> ()
"d.op"() {a = strided<[2], offset: 0>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[0]>} : () -> ()
"d.op"() {a = strided<[0]>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[-1]>} : () -> ()
"d.op"() {a = strided<[-1]>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<{{\[\[}}0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>} : () -> ()
"d.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<[0, 1], [1, 5]> : tensor<4xi32>} : () -> ()
"d.op"() {a = sparse<[0, 1], [1, 5]> : tensor<4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<0, 1> : tensor<4xi32>} : () -> ()
"d.op"() {a = sparse<0, 1> : tensor<4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<> : tensor<4xi32>} : () -> ()
"d.op"() {a = sparse<> : tensor<4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<> : tensor<4xi32>} : () -> ()
"d.op"() {a = sparse<[], []> : tensor<4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<{{\[\[}}0, 0], [1, 2]], [1.000000e+00, 5.000000e+00]> : tensor<3x4xf32>} : () -> ()
"d.op"() {a = sparse<[[0, 0], [1, 2]], [1.0, 5.0]> : tensor<3x4xf32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<{{\[\[}}0, 0], [1, 2]], 1.000000e+00> : tensor<3x4xf32>} : () -> ()
"d.op"() {a = sparse<[[0, 0], [1, 2]], 1.0> : tensor<3x4xf32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<{{\[\[}}0, 0], [1, 2]], [1, 5]> : vector<3x4xi32>} : () -> ()
"d.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : vector<3x4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<{{\[\[}}0, 0], [1, 2]], ["a", "b"]> : tensor<3x4x!t.s>} : () -> ()
"d.op"() {a = sparse<[[0, 0], [1, 2]], ["a", "b"]> : tensor<3x4x!t.s>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK: "d.op"() {a = memref<4x4xf32, #map>} : () -> ()
"d.op"() {a = memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4x4xf32, strided<[4, 1], offset: 2>, 3 : i32>} : () -> ()
"d.op"() {a = memref<4x4xf32, strided<[4, 1], offset: 2>, 3 : i32>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4x4xf32, strided<[4, 1]>>} : () -> ()
"d.op"() {a = memref<4x4xf32, strided<[4, 1]>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<?xf32, #sdy.sharding<@m, []>>} : () -> ()
"d.op"() {a = memref<?xf32, #sdy.sharding<@m, []>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4x4xf32>} : () -> ()
"d.op"() {a = memref<4x4xf32, affine_map<(d0, d1) -> (d0, d1)>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4x4xf32>} : () -> ()
"d.op"() {a = memref<4x4xf32, 0>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4x4xf32>} : () -> ()
"d.op"() {a = memref<4x4xf32, 0 : i32>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4x4xf32, 1>} : () -> ()
"d.op"() {a = memref<4x4xf32, 1>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4x4xf32, "x">} : () -> ()
"d.op"() {a = memref<4x4xf32, "x">} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4x4xf32, {a = 1 : i64}>} : () -> ()
"d.op"() {a = memref<4x4xf32, {a = 1}>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<*xf32, 2>} : () -> ()
"d.op"() {a = memref<*xf32, 2>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4x4xf32, strided<[4, 1]>>} : () -> ()
"d.op"() {a = memref<4x4xf32, strided<[4, 1]>, strided<[4, 1]>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xmemref<4xf32>>} : () -> ()
"d.op"() {a = memref<4xmemref<4xf32>>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[-1]>} : () -> ()
"d.op"() {a = strided<[- 1]>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[9223372036854775807]>} : () -> ()
"d.op"() {a = strided<[9223372036854775807]>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[16]>} : () -> ()
"d.op"() {a = strided<[0x10]>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[1], offset: -1>} : () -> ()
"d.op"() {a = strided<[1], offset: -1>} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[1], offset: ?>} : () -> ()
"d.op"() {a = strided<[1], offset: ? >} : () -> ()

// -----

// CHECK: "d.op"() {a = strided<[-1, 0], offset: 1>} : () -> ()
"d.op"() {a = strided<[-1, 0], offset: 0x1>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<1, 0> : tensor<4xi32>} : () -> ()
"d.op"() {a = sparse<1, "0x00000000">  : tensor<4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<{{\[\[}}1], [2]], 1> : tensor<4xi32>} : () -> ()
"d.op"() {a = sparse<[[1], [2]], 1>  : tensor<4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<1, true> : tensor<4xi1>} : () -> ()
"d.op"() {a = sparse<1, true>  : tensor<4xi1>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<1, (1.000000e+00,2.000000e+00)> : tensor<4xcomplex<f32>>} : () -> ()
"d.op"() {a = sparse<1, (1.0, 2.0)>  : tensor<4xcomplex<f32>>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<[1, 2], [(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<4xcomplex<f32>>} : () -> ()
"d.op"() {a = sparse<[1, 2], [(1.0, 2.0), (3.0, 4.0)]>  : tensor<4xcomplex<f32>>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<1, 2> : tensor<4x4xi32>} : () -> ()
"d.op"() {a = sparse<1, 2>  : tensor<4x4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<> : tensor<i32>} : () -> ()
"d.op"() {a = sparse<> : tensor<i32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<> : tensor<i32>} : () -> ()
"d.op"() {a = sparse<0, 1> : tensor<i32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<> : tensor<4xi32>} : () -> ()
"d.op"() {a = sparse<[], 1> : tensor<4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<1, 1> : tensor<4xi32>} : () -> ()
"d.op"() {a = sparse<[1, 1], 1> : tensor<4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = sparse<1, 1> : tensor<4xi32>} : () -> ()
"d.op"() {a = sparse<[1, 1], [1, 1]> : tensor<4xi32>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xf32, true>} : () -> ()
"d.op"() {a = memref<4xf32, true>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xf32>} : () -> ()
"d.op"() {a = memref<4xf32, false>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<*xf32, "x">} : () -> ()
"d.op"() {a = memref<*xf32, "x">} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<*xf32>} : () -> ()
"d.op"() {a = memref<*xf32, 0>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xf32>} : () -> ()
"d.op"() {a = memref<4xf32, affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0 + 2)>
// CHECK: "d.op"() {a = memref<4xf32, #map>} : () -> ()
"d.op"() {a = memref<4xf32, affine_map<(i) -> (i)>, affine_map<(i) -> (i + 2)>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xf32, 1 : index>} : () -> ()
"d.op"() {a = memref<4xf32, 1 : index>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xf32, "x" : i32>} : () -> ()
"d.op"() {a = memref<4xf32, "x" : i32>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<f32, strided<[]>>} : () -> ()
"d.op"() {a = memref<f32, strided<[]>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<f32, strided<[], offset: 3>>} : () -> ()
"d.op"() {a = memref<f32, strided<[], offset: 3>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xf32, strided<[1], offset: ?>, "a">} : () -> ()
"d.op"() {a = memref<4xf32, strided<[1], offset: ?>, "a">} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xf32, strided<[0]>>} : () -> ()
"d.op"() {a = memref<4xf32, strided<[0]>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xf32, strided<[-1]>>} : () -> ()
"d.op"() {a = memref<4xf32, strided<[-1]>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xindex>} : () -> ()
"d.op"() {a = memref<4xindex>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xcomplex<f32>>} : () -> ()
"d.op"() {a = memref<4xcomplex<f32>>} : () -> ()

// -----

// CHECK: "d.op"() {a = memref<4xvector<2xf32>>} : () -> ()
"d.op"() {a = memref<4xvector<2xf32>>} : () -> ()

// -----

// CHECK: #distinct = distinct[0]<"a">
// CHECK: "d.op"() {a = #distinct} : () -> ()
"d.op"() {a = distinct[0x10]<"a">} : () -> ()

// -----

// CHECK: #distinct = distinct[0]<1.000000e+00 : f64>
// CHECK: "d.op"() {a = #distinct} : () -> ()
"d.op"() {a = distinct[1]<1.0>} : () -> ()

// -----

// CHECK: #map = affine_map<() -> ()>
// CHECK: #distinct = distinct[0]<#map>
// CHECK: "d.op"() {a = #distinct} : () -> ()
"d.op"() {a = distinct[2]<affine_map<() -> ()>>} : () -> ()

// -----

// CHECK: #distinct = distinct[0]<"a">
// CHECK: "d.op"() {a = [#distinct, #distinct]} : () -> ()
"d.op"() {a = [distinct[0]<"a">, distinct[0]<"a">]} : () -> ()

// -----

// CHECK: #distinct = distinct[0]<"a">
// CHECK: #distinct1 = distinct[1]<"a">
// CHECK: "d.op"() {a = [#distinct, #distinct1, #distinct]} : () -> ()
"d.op"() {a = [distinct[7]<"a">, distinct[3]<"a">, distinct[7]<"a">]} : () -> ()

// -----

// CHECK: "d.op"() {a = [distinct[0]<>, distinct[0]<>]} : () -> ()
"d.op"() {a = [distinct[7]<unit>, distinct[7]<>]} : () -> ()
