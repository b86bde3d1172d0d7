// Blanks may stand between the sizes of a shape; none is printed.
// RUN: sdy-opt %s | FileCheck %s

// CHECK: func.func private @f(tensor<4x?x2xf32>, vector<[4]x2xf32>, memref<?x4xi8>)
func.func private @f(tensor<4x ? x 2 x f32>, vector<[4] x 2xf32>, memref< ?x
  4xi8>)
