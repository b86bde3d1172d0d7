// Data-flow ops are found in the regions of any op, in several blocks too.
// RUN: sdy-opt %s -allow-unregistered-dialect -sdy-add-data-flow-edges | FileCheck %s

// CHECK-LABEL: func.func @blocks(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    "test.op"() ({
// CHECK-NEXT:      %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:      %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:      "test.br"(%1)[^bb1] : (tensor<8xf32>) -> ()
// CHECK-NEXT:    ^bb1(%2: tensor<8xf32>):  // pred: ^bb0
// CHECK-NEXT:      %3 = stablehlo.optimization_barrier %2 : tensor<8xf32>
// CHECK-NEXT:      %4 = sdy.data_flow_edge %3 : tensor<8xf32>
// CHECK-NEXT:      "test.end"(%1, %4) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return %arg0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @blocks(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  "test.op"() ({
    %1 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
    "test.br"(%1)[^bb1] : (tensor<8xf32>) -> ()
  ^bb1(%2: tensor<8xf32>):
    %3 = stablehlo.optimization_barrier %2 : tensor<8xf32>
    "test.end"(%1, %3) : (tensor<8xf32>, tensor<8xf32>) -> ()
  }) : () -> ()
  return %arg0 : tensor<8xf32>
}
