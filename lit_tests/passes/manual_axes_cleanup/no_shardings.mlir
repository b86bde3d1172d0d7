// With no in- and out-shardings there is no mesh: allowed, and left as it is, with an empty body or no manual axes.
// RUN: sdy-opt %s -sdy-manual-axes-cleanup | FileCheck %s

// CHECK-LABEL: func.func @empty_body() {
// CHECK-NEXT:    sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"b", "a"} () {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @empty_body() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"b", "a"} () {
    sdy.return
  } : () -> ()
  return
}

// CHECK-LABEL: func.func @no_manual_axes() {
// CHECK-NEXT:    sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
// CHECK-NEXT:      %c = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @no_manual_axes() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    %c = stablehlo.constant dense<1> : tensor<i32>
    sdy.return
  } : () -> ()
  return
}
