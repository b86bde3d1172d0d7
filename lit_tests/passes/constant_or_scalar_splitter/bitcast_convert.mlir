// A bitcast is elementwise if it keeps the shape.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @bitcast_convert() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.bitcast_convert %0 : (tensor<8xf32>) -> tensor<8xi32>
// CHECK-NEXT:   %4 = stablehlo.bitcast_convert %1 : (tensor<8xf32>) -> tensor<8xi32>
// CHECK-NEXT:   %5 = stablehlo.bitcast_convert %2 : (tensor<8xf32>) -> tensor<8xi32>
// CHECK-NEXT:   %6 = stablehlo.bitcast_convert %3 : (tensor<8xi32>) -> tensor<8x2xi16>
// CHECK-NEXT:   stablehlo.custom_call @use(%4, %5) : (tensor<8xi32>, tensor<8xi32>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @use(%6, %6) : (tensor<8x2xi16>, tensor<8x2xi16>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @bitcast_convert() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<8xf32>) -> tensor<8xi32>
  %2 = stablehlo.bitcast_convert %1 : (tensor<8xi32>) -> tensor<8x2xi16>
  stablehlo.custom_call @use(%1, %1) : (tensor<8xi32>, tensor<8xi32>) -> ()
  stablehlo.custom_call @use(%2, %2) : (tensor<8x2xi16>, tensor<8x2xi16>) -> ()
  return
}
