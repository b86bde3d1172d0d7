// Constants of arith, complex and ub are merged and moved; operations that change nothing are folded.
// RUN: sdy-opt %s -canonicalize | FileCheck %s --check-prefix=GREEDY
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s --check-prefix=CONVERSION

// GREEDY-LABEL: func.func @f(%arg0: i32, %arg1: f32, %arg2: i1, %arg3: complex<f32>) -> (i32, f32, i32, i32, complex<f32>, i32, f32, i32, i32, index, i32) {
// GREEDY-NEXT:      %c4 = arith.constant 4 : index
// GREEDY-NEXT:      %0 = ub.poison : i32
// GREEDY-NEXT:      %c1_i32 = arith.constant 1 : i32
// GREEDY-NEXT:      return %arg0, %arg1, %arg0, %c1_i32, %arg3, %0, %arg1, %0, %arg0, %c4, %arg0 : i32, f32, i32, i32, complex<f32>, i32, f32, i32, i32, index, i32
// GREEDY-NEXT:    }
// CONVERSION-LABEL: func.func @f(%arg0: i32, %arg1: f32, %arg2: i1, %arg3: complex<f32>) -> (i32, f32, i32, i32, complex<f32>, i32, f32, i32, i32, index, i32) {
// CONVERSION-NEXT:      %c1_i32 = arith.constant 1 : i32
// CONVERSION-NEXT:      %0 = ub.poison : i32
// CONVERSION-NEXT:      %c1_i32_0 = arith.constant 1 : i32
// CONVERSION-NEXT:      %cst = complex.constant [1.000000e+00 : f32, 2.000000e+00 : f32] : complex<f32>
// CONVERSION-NEXT:      %1 = ub.poison : i32
// CONVERSION-NEXT:      %c4 = arith.constant 4 : index
// CONVERSION-NEXT:      return %arg0, %arg1, %arg0, %c1_i32, %arg3, %0, %arg1, %1, %arg0, %c4, %arg0 : i32, f32, i32, i32, complex<f32>, i32, f32, i32, i32, index, i32
// CONVERSION-NEXT:    }
func.func @f(%a: i32, %b: f32, %c: i1, %z: complex<f32>) -> (i32, f32, i32, i32, complex<f32>, i32, f32, i32, i32, index, i32) {
  %m = arith.maxsi %a, %a : i32
  %k = arith.constant 1 : i32
  %n = arith.maximumf %b, %b : f32
  %s = arith.select %c, %m, %m : i32
  %p = ub.poison : i32
  %k2 = arith.constant 1 : i32
  %bc = arith.bitcast %a : i32 to i32
  %cb = complex.bitcast %z : complex<f32> to complex<f32>
  %cc = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %q = ub.poison : i32
  %o = arith.andi %a, %a : i32
  %mm = arith.minnumf %b, %b : f32
  %ori = arith.ori %s, %s : i32
  %idx = arith.constant 4 : index
  %u = arith.minui %bc, %bc : i32
  return %m, %n, %s, %k, %cb, %p, %mm, %q, %ori, %idx, %u : i32, f32, i32, i32, complex<f32>, i32, f32, i32, i32, index, i32
}
