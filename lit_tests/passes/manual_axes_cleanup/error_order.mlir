// The errors come in walk order, inner before outer, at the op; nothing is printed.
// RUN: not sdy-opt %s -sdy-manual-axes-cleanup 2>&1 | FileCheck %s

// CHECK:     10:5: error: op has manual_axes
// CHECK:     8:3: error: op has manual_axes
// CHECK-NOT: module
func.func @nested() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
    %c = stablehlo.constant dense<1> : tensor<i32>
    sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"b"} () {
      %c_0 = stablehlo.constant dense<1> : tensor<i32>
      sdy.return
    } : () -> ()
    sdy.return
  } : () -> ()
  return
}
