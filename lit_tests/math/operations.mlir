// Functions of numbers.
// RUN: sdy-opt %s -shardy=0.10.2 | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic -shardy=0.10.2 | sdy-opt -shardy=0.10.2 | FileCheck %s
// RUN: not sdy-opt %s 2>&1 | FileCheck %s --check-prefix=NEWEST
// NEWEST: error: custom op 'math.isnan' inherent attribute 'fastmath' cannot be parsed from attr-dict when strict properties in assembly format is enabled

// CHECK-LABEL: func.func @floats(%arg0: f32, %arg1: f32) {
// CHECK-NEXT:      %0 = math.absf %arg0 : f32
// CHECK-NEXT:      %1 = math.acos %arg0 : f32
// CHECK-NEXT:      %2 = math.acosh %arg0 : f32
// CHECK-NEXT:      %3 = math.asin %arg0 : f32
// CHECK-NEXT:      %4 = math.asinh %arg0 : f32
// CHECK-NEXT:      %5 = math.atan %arg0 : f32
// CHECK-NEXT:      %6 = math.atanh %arg0 : f32
// CHECK-NEXT:      %7 = math.cbrt %arg0 : f32
// CHECK-NEXT:      %8 = math.ceil %arg0 : f32
// CHECK-NEXT:      %9 = math.cos %arg0 : f32
// CHECK-NEXT:      %10 = math.cosh %arg0 : f32
// CHECK-NEXT:      %11 = math.erf %arg0 : f32
// CHECK-NEXT:      %12 = math.erfc %arg0 : f32
// CHECK-NEXT:      %13 = math.exp %arg0 : f32
// CHECK-NEXT:      %14 = math.exp2 %arg0 : f32
// CHECK-NEXT:      %15 = math.expm1 %arg0 : f32
// CHECK-NEXT:      %16 = math.floor %arg0 : f32
// CHECK-NEXT:      %17 = math.log %arg0 : f32
// CHECK-NEXT:      %18 = math.log10 %arg0 : f32
// CHECK-NEXT:      %19 = math.log1p %arg0 : f32
// CHECK-NEXT:      %20 = math.log2 %arg0 : f32
// CHECK-NEXT:      %21 = math.round %arg0 : f32
// CHECK-NEXT:      %22 = math.roundeven %arg0 : f32
// CHECK-NEXT:      %23 = math.rsqrt %arg0 : f32
// CHECK-NEXT:      %24 = math.sin %arg0 : f32
// CHECK-NEXT:      %25 = math.sinh %arg0 : f32
// CHECK-NEXT:      %26 = math.sqrt %arg0 : f32
// CHECK-NEXT:      %27 = math.tan %arg0 : f32
// CHECK-NEXT:      %28 = math.tanh %arg0 : f32
// CHECK-NEXT:      %29 = math.trunc %arg0 : f32
// CHECK-NEXT:      %30 = math.atan2 %arg0, %arg1 : f32
// CHECK-NEXT:      %31 = math.copysign %arg0, %arg1 : f32
// CHECK-NEXT:      %32 = math.powf %arg0, %arg1 : f32
// CHECK-NEXT:      %33 = math.clampf %arg0 to [%arg1, %arg1] : f32
// CHECK-NEXT:      %34 = math.fma %arg0, %arg0, %arg1 : f32
// CHECK-NEXT:      %sin, %cos = math.sincos %arg0 : f32
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @floats(%a: f32, %b: f32) {
  %0 = math.absf %a : f32
  %1 = math.acos %a : f32
  %2 = math.acosh %a : f32
  %3 = math.asin %a : f32
  %4 = math.asinh %a : f32
  %5 = math.atan %a : f32
  %6 = math.atanh %a : f32
  %7 = math.cbrt %a : f32
  %8 = math.ceil %a : f32
  %9 = math.cos %a : f32
  %10 = math.cosh %a : f32
  %11 = math.erf %a : f32
  %12 = math.erfc %a : f32
  %13 = math.exp %a : f32
  %14 = math.exp2 %a : f32
  %15 = math.expm1 %a : f32
  %16 = math.floor %a : f32
  %17 = math.log %a : f32
  %18 = math.log10 %a : f32
  %19 = math.log1p %a : f32
  %20 = math.log2 %a : f32
  %21 = math.round %a : f32
  %22 = math.roundeven %a : f32
  %23 = math.rsqrt %a : f32
  %24 = math.sin %a : f32
  %25 = math.sinh %a : f32
  %26 = math.sqrt %a : f32
  %27 = math.tan %a : f32
  %28 = math.tanh %a : f32
  %29 = math.trunc %a : f32
  %30 = math.atan2 %a, %b : f32
  %31 = math.copysign %a, %b : f32
  %32 = math.powf %a, %b : f32
  %33 = math.clampf %a to [%b, %b] : f32
  %34 = math.fma %a, %a, %b : f32
  %35:2 = math.sincos %a : f32
  return
}

// CHECK-LABEL: func.func @fast_math(%arg0: tensor<4xbf16>, %arg1: tensor<4xi32>) {
// CHECK-NEXT:      %0 = math.sqrt %arg0 fastmath<fast> {a} : tensor<4xbf16>
// CHECK-NEXT:      %1 = math.powf %arg0, %arg0 fastmath<nnan> : tensor<4xbf16>
// CHECK-NEXT:      %2 = math.clampf %arg0 to [%arg0, %arg0] fastmath<nnan> : tensor<4xbf16>
// CHECK-NEXT:      %3 = math.fma %arg0, %arg0, %arg0 upward fastmath<nsz> : tensor<4xbf16>
// CHECK-NEXT:      %4 = math.fpowi %arg0, %arg1 fastmath<fast> : tensor<4xbf16>, tensor<4xi32>
// CHECK-NEXT:      %5 = math.isnan %arg0 {fastmath = #arith.fastmath<ninf>} : tensor<4xbf16>
// CHECK-NEXT:      %sin, %cos = math.sincos %arg0 fastmath<afn> : tensor<4xbf16>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @fast_math(%a: tensor<4xbf16>, %i: tensor<4xi32>) {
  %0 = math.sqrt %a fastmath<fast> {a} : tensor<4xbf16>
  %1 = math.powf %a, %a fastmath<nnan> : tensor<4xbf16>
  %2 = math.clampf %a to [%a, %a] fastmath<nnan> : tensor<4xbf16>
  %3 = math.fma %a, %a, %a upward fastmath<nsz> : tensor<4xbf16>
  %4 = math.fpowi %a, %i fastmath<fast> : tensor<4xbf16>, tensor<4xi32>
  %5 = math.isnan %a {fastmath = #arith.fastmath<ninf>} : tensor<4xbf16>
  %6:2 = math.sincos %a fastmath<afn> : tensor<4xbf16>
  return
}

// CHECK-LABEL: func.func @integers(%arg0: i32, %arg1: index, %arg2: f32) {
// CHECK-NEXT:      %0 = math.absi %arg0 : i32
// CHECK-NEXT:      %1 = math.ctlz %arg0 : i32
// CHECK-NEXT:      %2 = math.ctpop %arg0 : i32
// CHECK-NEXT:      %3 = math.cttz %arg0 : i32
// CHECK-NEXT:      %4 = math.ipowi %arg0, %arg0 : i32
// CHECK-NEXT:      %5 = math.absi %arg1 : index
// CHECK-NEXT:      %6 = math.fpowi %arg2, %arg0 : f32, i32
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @integers(%a: i32, %x: index, %f: f32) {
  %0 = math.absi %a : i32
  %1 = math.ctlz %a : i32
  %2 = math.ctpop %a : i32
  %3 = math.cttz %a : i32
  %4 = math.ipowi %a, %a : i32
  %5 = math.absi %x : index
  %6 = math.fpowi %f, %a : f32, i32
  return
}

// CHECK-LABEL: func.func @tests(%arg0: f32, %arg1: vector<4xf64>) {
// CHECK-NEXT:      %0 = math.isfinite %arg0 : f32
// CHECK-NEXT:      %1 = math.isinf %arg0 : f32
// CHECK-NEXT:      %2 = math.isnan %arg0 : f32
// CHECK-NEXT:      %3 = math.isnormal %arg0 : f32
// CHECK-NEXT:      %4 = math.isnan %arg1 {a} : vector<4xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @tests(%a: f32, %b: vector<4xf64>) {
  %0 = math.isfinite %a : f32
  %1 = math.isinf %a : f32
  %2 = math.isnan %a : f32
  %3 = math.isnormal %a : f32
  %4 = math.isnan %b {a} : vector<4xf64>
  return
}
