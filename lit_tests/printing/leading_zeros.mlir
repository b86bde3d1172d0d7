// Zeros in front of a number change nothing, however many there are.
// RUN: sdy-opt %s -allow-unregistered-dialect -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

// CHECK: "t.op"() {a = i32, b = tensor<4xf32>, c = vector<[4]xf32>, d = affine_map<(d0) -> (d0 + 1)>, e = #stablehlo.dot<lhs_contracting_dimensions = [1]>, f = #sdy.mesh<["x"=2]>, g = strided<[1], offset: 3>} : () -> () loc("f":7:8)
"t.op"() {
  a = i000000000000000000000000032, b = tensor<000000000000000000000000004xf32>,
  c = vector<[000000000000000000000000004]xf32>, d = affine_map<(d0) -> (d0 + 000000000000000000000000001)>,
  e = #stablehlo.dot<lhs_contracting_dimensions = [0x000000000000000000000000001]>,
  f = #sdy.mesh<["x"=000000000000000000000000002]>, g = strided<[0x000000000000000000000000001], offset: 03>
} : () -> () loc("f":000000000000000000000000007:0x000000000000000000000000008)

// CHECK: %0:2 = "t.two"
%0:000000000000000000000000002 = "t.two"() : () -> (i32, i32)
// CHECK: "t.one"(%0#1)
"t.one"(%0#000000000000000000000000001) : (i32) -> ()

// CHECK: stablehlo.cholesky {{.*}}, lower = true
%1 = "t.matrix"() : () -> tensor<2x2xf32>
%2 = stablehlo.cholesky %1, lower = 01 : tensor<2x2xf32>
