// A scan carries values along a dimension; its arguments have names.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @scan(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xi32>, %arg2: tensor<2xf32>) {
// CHECK-NEXT:    %0:2 = chlo.scan(%arg0) inits (%arg2) dimension=1  {
// CHECK-NEXT:    ^bb0(%input: tensor<2xf32>, %carry: tensor<2xf32>):
// CHECK-NEXT:      %3 = stablehlo.add %input, %carry : tensor<2xf32>
// CHECK-NEXT:      stablehlo.return %3, %3 : tensor<2xf32>, tensor<2xf32>
// CHECK-NEXT:    } : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)
// CHECK-NEXT:    %1:4 = chlo.scan(%arg0, %arg1) inits (%arg2, %arg2) dimension=1  attributes {is_associative = false, is_reverse = true, note} {
// CHECK-NEXT:    ^bb0(%input: tensor<2xf32>, %input_0: tensor<2xi32>, %carry: tensor<2xf32>, %carry_1: tensor<2xf32>):
// CHECK-NEXT:      stablehlo.return %input, %input_0, %carry, %carry_1 : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>
// CHECK-NEXT:    } : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2x4xi32>, tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT:    %2 = chlo.scan(%arg0) inits () dimension=1  {
// CHECK-NEXT:    ^bb0(%input: tensor<2xf32>):
// CHECK-NEXT:      stablehlo.return %input : tensor<2xf32>
// CHECK-NEXT:    } : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @scan(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xi32>, %arg2: tensor<2xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg2) dimension=1 {
  ^bb0(%input: tensor<2xf32>, %carry: tensor<2xf32>):
    %3 = stablehlo.add %input, %carry : tensor<2xf32>
    stablehlo.return %3, %3 : tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)
  %1:4 = chlo.scan (%arg0, %arg1) inits(%arg2, %arg2) dimension = 1 attributes {is_associative = false, is_reverse = true, note} {
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xi32>, %c: tensor<2xf32>, %d: tensor<2xf32>):
    stablehlo.return %a, %b, %c, %d : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2x4xi32>, tensor<2xf32>, tensor<2xf32>)
  %2 = chlo.scan(%arg0) inits () dimension=1 {
  ^bb0(%input: tensor<2xf32>):
    stablehlo.return %input : tensor<2xf32>
  } : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
