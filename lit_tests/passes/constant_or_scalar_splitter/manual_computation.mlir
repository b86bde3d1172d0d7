// The body of a manual computation is split with the function; the computation itself is not a constant expression.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @manual_computation() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.manual_computation(%0) in_shardings=[<mesh<["a"=2]>, [{"a"}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}]>] manual_axes={"a"} (%arg0: tensor<4xf32>) {
// CHECK-NEXT:     %2 = stablehlo.iota dim = 0 : tensor<4xf32>
// CHECK-NEXT:     %3 = stablehlo.iota dim = 0 : tensor<4xf32>
// CHECK-NEXT:     %4 = stablehlo.iota dim = 0 : tensor<4xf32>
// CHECK-NEXT:     %5 = stablehlo.add %2, %arg0 : tensor<4xf32>
// CHECK-NEXT:     %6 = stablehlo.add %3, %5 : tensor<4xf32>
// CHECK-NEXT:     sdy.return %4 : tensor<4xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%1, %1) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @manual_computation() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<mesh<["a"=2]>, [{"a"}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}]>] manual_axes={"a"} (%arg0: tensor<4xf32>) {
    %2 = stablehlo.iota dim = 0 : tensor<4xf32>
    %3 = stablehlo.add %2, %arg0 : tensor<4xf32>
    %4 = stablehlo.add %2, %3 : tensor<4xf32>
    sdy.return %2 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%1, %1) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
