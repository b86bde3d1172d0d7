// Operations on complex numbers.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @functions(%arg0: complex<f32>) {
// CHECK-NEXT:      %0 = complex.abs %arg0 : complex<f32>
// CHECK-NEXT:      %1 = complex.angle %arg0 : complex<f32>
// CHECK-NEXT:      %2 = complex.im %arg0 : complex<f32>
// CHECK-NEXT:      %3 = complex.re %arg0 : complex<f32>
// CHECK-NEXT:      %4 = complex.conj %arg0 : complex<f32>
// CHECK-NEXT:      %5 = complex.cos %arg0 : complex<f32>
// CHECK-NEXT:      %6 = complex.exp %arg0 : complex<f32>
// CHECK-NEXT:      %7 = complex.expm1 %arg0 : complex<f32>
// CHECK-NEXT:      %8 = complex.log %arg0 : complex<f32>
// CHECK-NEXT:      %9 = complex.log1p %arg0 : complex<f32>
// CHECK-NEXT:      %10 = complex.neg %arg0 : complex<f32>
// CHECK-NEXT:      %11 = complex.rsqrt %arg0 : complex<f32>
// CHECK-NEXT:      %12 = complex.sign %arg0 : complex<f32>
// CHECK-NEXT:      %13 = complex.sin %arg0 : complex<f32>
// CHECK-NEXT:      %14 = complex.sqrt %arg0 : complex<f32>
// CHECK-NEXT:      %15 = complex.tan %arg0 : complex<f32>
// CHECK-NEXT:      %16 = complex.tanh %arg0 : complex<f32>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @functions(%a: complex<f32>) {
  %0 = complex.abs %a : complex<f32>
  %1 = complex.angle %a : complex<f32>
  %2 = complex.im %a : complex<f32>
  %3 = complex.re %a : complex<f32>
  %4 = complex.conj %a : complex<f32>
  %5 = complex.cos %a : complex<f32>
  %6 = complex.exp %a : complex<f32>
  %7 = complex.expm1 %a : complex<f32>
  %8 = complex.log %a : complex<f32>
  %9 = complex.log1p %a : complex<f32>
  %10 = complex.neg %a : complex<f32>
  %11 = complex.rsqrt %a : complex<f32>
  %12 = complex.sign %a : complex<f32>
  %13 = complex.sin %a : complex<f32>
  %14 = complex.sqrt %a : complex<f32>
  %15 = complex.tan %a : complex<f32>
  %16 = complex.tanh %a : complex<f32>
  return
}

// CHECK-LABEL: func.func @pairs(%arg0: complex<f64>, %arg1: f64, %arg2: i32) {
// CHECK-NEXT:      %0 = complex.add %arg0, %arg0 : complex<f64>
// CHECK-NEXT:      %1 = complex.atan2 %arg0, %arg0 : complex<f64>
// CHECK-NEXT:      %2 = complex.div %arg0, %arg0 : complex<f64>
// CHECK-NEXT:      %3 = complex.mul %arg0, %arg0 : complex<f64>
// CHECK-NEXT:      %4 = complex.pow %arg0, %arg0 : complex<f64>
// CHECK-NEXT:      %5 = complex.sub %arg0, %arg0 : complex<f64>
// CHECK-NEXT:      %6 = complex.eq %arg0, %arg0 : complex<f64>
// CHECK-NEXT:      %7 = complex.neq %arg0, %arg0 : complex<f64>
// CHECK-NEXT:      %8 = complex.powi %arg0, %arg2 : complex<f64>, i32
// CHECK-NEXT:      %9 = complex.create %arg1, %arg1 : complex<f64>
// CHECK-NEXT:      %cst = complex.constant [1.000000e+00, 2.000000e+00] : complex<f64>
// CHECK-NEXT:      %cst_0 = complex.constant [1 : i8, 2 : i8] {a} : complex<i8>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @pairs(%a: complex<f64>, %f: f64, %i: i32) {
  %0 = complex.add %a, %a : complex<f64>
  %1 = complex.atan2 %a, %a : complex<f64>
  %2 = complex.div %a, %a : complex<f64>
  %3 = complex.mul %a, %a : complex<f64>
  %4 = complex.pow %a, %a : complex<f64>
  %5 = complex.sub %a, %a : complex<f64>
  %6 = complex.eq %a, %a : complex<f64>
  %7 = complex.neq %a, %a : complex<f64>
  %8 = complex.powi %a, %i : complex<f64>, i32
  %9 = complex.create %f, %f : complex<f64>
  %10 = complex.constant [1.0, 2.0] : complex<f64>
  %11 = complex.constant [1 : i8, 2 : i8] {a} : complex<i8>
  return
}

// CHECK-LABEL: func.func @flags(%arg0: complex<f32>, %arg1: i32, %arg2: i64) {
// CHECK-NEXT:      %0 = complex.add %arg0, %arg0 fastmath<nnan> {a} : complex<f32>
// CHECK-NEXT:      %1 = complex.abs %arg0 fastmath<fast> : complex<f32>
// CHECK-NEXT:      %2 = complex.exp %arg0 : complex<f32>
// CHECK-NEXT:      %3 = complex.powi %arg0, %arg1 fastmath<none> : complex<f32>, i32
// CHECK-NEXT:      %4 = complex.bitcast %arg0 : complex<f32> to i64
// CHECK-NEXT:      %5 = complex.bitcast %arg2 {a} : i64 to complex<f32>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @flags(%a: complex<f32>, %i: i32, %l: i64) {
  %0 = complex.add %a, %a fastmath<nnan> {a} : complex<f32>
  %1 = complex.abs %a fastmath<fast> : complex<f32>
  %2 = complex.exp %a fastmath<none> : complex<f32>
  %3 = complex.powi %a, %i fastmath<none> : complex<f32>, i32
  %4 = complex.bitcast %a : complex<f32> to i64
  %5 = complex.bitcast %l {a} : i64 to complex<f32>
  return
}

// CHECK-LABEL: func.func private @attributes() attributes {complex.a = #complex.number<:f32 1.000000e+00, -2.000000e+00> : complex<f32>, complex.b = [#complex.number<:f64 1.000000e+00, 1.000000e-01> : complex<f64>], complex.c = #complex.number<:bf16 1.101560e+00, 2.000000e+00> : complex<bf16>}
func.func private @attributes() attributes {complex.a = #complex.number<:f32 1.0, -2.0>, complex.b = [#complex<number<:f64 0x3FF0000000000000, 0.1>>], complex.c = #complex.number<:bf16 1.1, 2.0>}
