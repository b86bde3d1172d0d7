// A case has an edge per result; an if is no data-flow op and gets none.
// RUN: sdy-opt %s -sdy-add-data-flow-edges | FileCheck %s

// CHECK-LABEL: func.func @case(%arg0: tensor<i32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %0:2 = "stablehlo.case"(%arg0) ({
// CHECK-NEXT:      %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:      stablehlo.return %arg1, %cst : tensor<8xf32>, tensor<4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      %cst = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK-NEXT:      stablehlo.return %arg1, %cst : tensor<8xf32>, tensor<4xf32>
// CHECK-NEXT:    }) : (tensor<i32>) -> (tensor<8xf32>, tensor<4xf32>)
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.data_flow_edge %0#1 : tensor<4xf32>
// CHECK-NEXT:    return %1, %2 : tensor<8xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @case(%arg0: tensor<i32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %0:2 = "stablehlo.case"(%arg0) ({
    %cst = stablehlo.constant dense<1.0> : tensor<4xf32>
    stablehlo.return %arg1, %cst : tensor<8xf32>, tensor<4xf32>
  }, {
    %cst = stablehlo.constant dense<2.0> : tensor<4xf32>
    stablehlo.return %arg1, %cst : tensor<8xf32>, tensor<4xf32>
  }) : (tensor<i32>) -> (tensor<8xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @if(%arg0: tensor<i1>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = "stablehlo.if"(%arg0) ({
// CHECK-NEXT:      stablehlo.return %arg1 : tensor<8xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      stablehlo.return %arg1 : tensor<8xf32>
// CHECK-NEXT:    }) : (tensor<i1>) -> tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @if(%arg0: tensor<i1>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<8xf32>
  }, {
    stablehlo.return %arg1 : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
