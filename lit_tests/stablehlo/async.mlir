// A computation that is started and then waited for.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @async(%arg0: tensor<2x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:    %0 = "stablehlo.async_start"(%arg0) ({
// CHECK-NEXT:    ^bb0(%arg1: tensor<2x4xf32>):
// CHECK-NEXT:      %2 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:      stablehlo.return %2 : tensor<4x4xf32>
// CHECK-NEXT:    }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<4x4xf32>>
// CHECK-NEXT:    %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4x4xf32>>) -> tensor<4x4xf32>
// CHECK-NEXT:    return %1 : tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @async(%arg0: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.async_start"(%arg0) ({
  ^bb0(%arg1: tensor<2x4xf32>):
    %2 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    stablehlo.return %2 : tensor<4x4xf32>
  }) : (tensor<2x4xf32>) -> !stablehlo.future<tensor<4x4xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4x4xf32>>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
