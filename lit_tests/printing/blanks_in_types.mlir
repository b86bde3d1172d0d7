// Blanks and comments may stand between the sizes of a shape and between brackets; none is printed.
// RUN: sdy-opt %s -allow-unregistered-dialect | FileCheck %s

// CHECK: func.func private @f(tensor<4x?x2xf32>, vector<[4]x2xf32>, memref<?x4xi8>)
func.func private @f(tensor<4x ? x 2 x f32>, vector<[4] x 2xf32>, memref< ?x
  4xi8>)

// CHECK: func.func private @without_a_rank(tensor<*xf32>, memref<*xf32>)
func.func private @without_a_rank(tensor< *xf32>, memref<
  * x f32>)

// CHECK: func.func private @comments(tensor<4x?x2xf32>, vector<[4]x2xf32>, memref<?x4xi8>, tensor<*xf32>)
func.func private @comments(tensor // <
  < // 4x
  4 // x
  x // 4x
  ? x 2 x // f64
  f32>, vector<[ // 8
  4 // ]
  ] // x
  x 2xf32>, memref // tensor<
  <?x // 8x
  4xi8>, tensor< // 4x
  * // 4x
  x f32>)

// CHECK: "t.op"() {a = dense<1> : tensor<2xi32>, b = sparse<0, 1> : tensor<4xi32>, c = array<i32: 1>, d = #[[MAP:.*]], e = -5 : i64, f = -2.500000e+00 : f64, g = dense<[1, 2]> : tensor<2xi32>}
"t.op"() {
  a = dense // <
    <1> : tensor<2xi32>,
  b = sparse // <
    <0, 1> : tensor<4xi32>,
  c = array // <
    <i32: 1>,
  d = affine_map // <
    <(d0) -> (d0)>,
  e = - // 6
    5,
  f = -
    2.5,
  g = dense<[1, // >
    2]> : tensor<2xi32>
} : () -> ()

// CHECK: %[[TWO:.*]]:2 = "t.two"
%0:2 = "t.two"() : () -> (i32, i32)
// CHECK: "t.one"(%[[TWO]]#1)
"t.one"(%0 // #0
  #1) : (i32) -> ()

// CHECK: "t.empty"() {a = dense<> : tensor<0xi32>, b = dense<> : tensor<0xi32>, c = sparse<> : tensor<4xi32>}
"t.empty"() {a = dense< > : tensor<0xi32>, b = dense<// >
  > : tensor<0xi32>, c = sparse<
  > : tensor<4xi32>} : () -> ()
