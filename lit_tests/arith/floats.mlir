// Operations on floating-point numbers.
// RUN: sdy-opt %s -shardy=0.10.2 | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic -shardy=0.10.2 | sdy-opt -shardy=0.10.2 | FileCheck %s
// RUN: not sdy-opt %s 2>&1 | FileCheck %s --check-prefix=NEWEST
// NEWEST: error: custom op 'arith.mulf' inherent attribute 'roundingmode' cannot be parsed from attr-dict when strict properties in assembly format is enabled

// CHECK-LABEL: func.func @floats(%arg0: f32, %arg1: f32) {
// CHECK-NEXT:      %0 = arith.addf %arg0, %arg1 : f32
// CHECK-NEXT:      %1 = arith.subf %arg0, %arg1 : f32
// CHECK-NEXT:      %2 = arith.mulf %arg0, %arg1 : f32
// CHECK-NEXT:      %3 = arith.divf %arg0, %arg1 : f32
// CHECK-NEXT:      %4 = arith.remf %arg0, %arg1 : f32
// CHECK-NEXT:      %5 = arith.maximumf %arg0, %arg1 : f32
// CHECK-NEXT:      %6 = arith.maxnumf %arg0, %arg1 : f32
// CHECK-NEXT:      %7 = arith.minimumf %arg0, %arg1 : f32
// CHECK-NEXT:      %8 = arith.minnumf %arg0, %arg1 : f32
// CHECK-NEXT:      %9 = arith.negf %arg0 : f32
// CHECK-NEXT:      %10 = arith.flush_denormals %arg0 : f32
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @floats(%a: f32, %b: f32) {
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %a, %b : f32
  %2 = arith.mulf %a, %b : f32
  %3 = arith.divf %a, %b : f32
  %4 = arith.remf %a, %b : f32
  %5 = arith.maximumf %a, %b : f32
  %6 = arith.maxnumf %a, %b : f32
  %7 = arith.minimumf %a, %b : f32
  %8 = arith.minnumf %a, %b : f32
  %9 = arith.negf %a : f32
  %10 = arith.flush_denormals %a : f32
  return
}

// CHECK-LABEL: func.func @fast_math(%arg0: tensor<4xbf16>, %arg1: tensor<4xbf16>) {
// CHECK-NEXT:      %0 = arith.addf %arg0, %arg1 fastmath<fast> : tensor<4xbf16>
// CHECK-NEXT:      %1 = arith.subf %arg0, %arg1 fastmath<fast> : tensor<4xbf16>
// CHECK-NEXT:      %2 = arith.mulf %arg0, %arg1 fastmath<fast> : tensor<4xbf16>
// CHECK-NEXT:      %3 = arith.divf %arg0, %arg1 fastmath<fast> : tensor<4xbf16>
// CHECK-NEXT:      %4 = arith.remf %arg0, %arg1 fastmath<fast> : tensor<4xbf16>
// CHECK-NEXT:      %5 = arith.maximumf %arg0, %arg1 fastmath<fast> : tensor<4xbf16>
// CHECK-NEXT:      %6 = arith.maxnumf %arg0, %arg1 fastmath<fast> : tensor<4xbf16>
// CHECK-NEXT:      %7 = arith.minimumf %arg0, %arg1 fastmath<fast> : tensor<4xbf16>
// CHECK-NEXT:      %8 = arith.minnumf %arg0, %arg1 fastmath<fast> : tensor<4xbf16>
// CHECK-NEXT:      %9 = arith.addf %arg0, %arg1 : tensor<4xbf16>
// CHECK-NEXT:      %10 = arith.addf %arg0, %arg1 fastmath<reassoc> : tensor<4xbf16>
// CHECK-NEXT:      %11 = arith.addf %arg0, %arg1 fastmath<nnan> : tensor<4xbf16>
// CHECK-NEXT:      %12 = arith.addf %arg0, %arg1 fastmath<ninf> : tensor<4xbf16>
// CHECK-NEXT:      %13 = arith.addf %arg0, %arg1 fastmath<nsz> : tensor<4xbf16>
// CHECK-NEXT:      %14 = arith.addf %arg0, %arg1 fastmath<arcp> : tensor<4xbf16>
// CHECK-NEXT:      %15 = arith.addf %arg0, %arg1 fastmath<contract> : tensor<4xbf16>
// CHECK-NEXT:      %16 = arith.addf %arg0, %arg1 fastmath<afn> : tensor<4xbf16>
// CHECK-NEXT:      %17 = arith.addf %arg0, %arg1 fastmath<nnan,ninf> : tensor<4xbf16>
// CHECK-NEXT:      %18 = arith.addf %arg0, %arg1 fastmath<fast> : tensor<4xbf16>
// CHECK-NEXT:      %19 = arith.addf %arg0, %arg1 fastmath<nsz> : tensor<4xbf16>
// CHECK-NEXT:      %20 = arith.negf %arg0 fastmath<fast> {a} : tensor<4xbf16>
// CHECK-NEXT:      %21 = arith.flush_denormals %arg0 fastmath<nsz> : tensor<4xbf16>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @fast_math(%a: tensor<4xbf16>, %b: tensor<4xbf16>) {
  %0 = arith.addf %a, %b fastmath<fast> : tensor<4xbf16>
  %1 = arith.subf %a, %b fastmath<fast> : tensor<4xbf16>
  %2 = arith.mulf %a, %b fastmath<fast> : tensor<4xbf16>
  %3 = arith.divf %a, %b fastmath<fast> : tensor<4xbf16>
  %4 = arith.remf %a, %b fastmath<fast> : tensor<4xbf16>
  %5 = arith.maximumf %a, %b fastmath<fast> : tensor<4xbf16>
  %6 = arith.maxnumf %a, %b fastmath<fast> : tensor<4xbf16>
  %7 = arith.minimumf %a, %b fastmath<fast> : tensor<4xbf16>
  %8 = arith.minnumf %a, %b fastmath<fast> : tensor<4xbf16>
  %9 = arith.addf %a, %b fastmath<none> : tensor<4xbf16>
  %10 = arith.addf %a, %b fastmath<reassoc> : tensor<4xbf16>
  %11 = arith.addf %a, %b fastmath<nnan> : tensor<4xbf16>
  %12 = arith.addf %a, %b fastmath<ninf> : tensor<4xbf16>
  %13 = arith.addf %a, %b fastmath<nsz> : tensor<4xbf16>
  %14 = arith.addf %a, %b fastmath<arcp> : tensor<4xbf16>
  %15 = arith.addf %a, %b fastmath<contract> : tensor<4xbf16>
  %16 = arith.addf %a, %b fastmath<afn> : tensor<4xbf16>
  %17 = arith.addf %a, %b fastmath<ninf, nnan> : tensor<4xbf16>
  %18 = arith.addf %a, %b fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : tensor<4xbf16>
  %19 = arith.addf %a, %b fastmath<"nsz"> : tensor<4xbf16>
  %20 = arith.negf %a fastmath<fast> {a} : tensor<4xbf16>
  %21 = arith.flush_denormals %a fastmath<nsz> : tensor<4xbf16>
  return
}

// CHECK-LABEL: func.func @rounding_modes(%arg0: f64, %arg1: f64) {
// CHECK-NEXT:      %0 = arith.addf %arg0, %arg1 to_nearest_even : f64
// CHECK-NEXT:      %1 = arith.subf %arg0, %arg1 downward : f64
// CHECK-NEXT:      %2 = arith.mulf %arg0, %arg1 upward : f64
// CHECK-NEXT:      %3 = arith.divf %arg0, %arg1 toward_zero : f64
// CHECK-NEXT:      %4 = arith.addf %arg0, %arg1 to_nearest_away : f64
// CHECK-NEXT:      %5 = arith.addf %arg0, %arg1 upward fastmath<nnan> {a} : f64
// CHECK-NEXT:      %6 = arith.addf %arg0, %arg1 downward : f64
// CHECK-NEXT:      %7 = arith.mulf %arg0, %arg1 to_nearest_away : f64
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @rounding_modes(%a: f64, %b: f64) {
  %0 = arith.addf %a, %b to_nearest_even : f64
  %1 = arith.subf %a, %b downward : f64
  %2 = arith.mulf %a, %b upward : f64
  %3 = arith.divf %a, %b toward_zero : f64
  %4 = arith.addf %a, %b to_nearest_away : f64
  %5 = arith.addf %a, %b upward fastmath<nnan> {a} : f64
  %6 = arith.addf %a, %b "downward" : f64
  %7 = arith.mulf %a, %b {roundingmode = 4 : i32} : f64
  return
}
