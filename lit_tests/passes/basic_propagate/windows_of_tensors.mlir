// A window whose initial value is a tensor with fewer dimensions than the operand has no rule, with the same number of
// dimensions it has the operand's.
// RUN: not sdy-opt %s -split-input-file -sdy-basic-propagate 2>&1 | FileCheck %s

sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4x2xf32>, %init0: tensor<4xf32>) -> tensor<2x1xf32> {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.reduce_window' op has no sharding rule with an initial value of type 'tensor<4xf32>', which is not a scalar
  %0 = "stablehlo.reduce_window"(%arg0, %init0) <{padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 2>, window_strides = array<i64: 3, 1>}> ({
  ^bb0(%a0: tensor<4xf32>, %b0: tensor<4xf32>):
    %2 = stablehlo.add %a0, %b0 : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<4x2xf32>, tensor<4xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
// CHECK: func.func @main(%arg0: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>}) -> (tensor<2x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>})
func.func @main(%arg0: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %init0: tensor<4x2xf32>) -> tensor<2x1xf32> {
  %0 = "stablehlo.reduce_window"(%arg0, %init0) <{padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 2>, window_strides = array<i64: 3, 1>}> ({
  ^bb0(%a0: tensor<4x2xf32>, %b0: tensor<4x2xf32>):
    %2 = stablehlo.add %a0, %b0 : tensor<4x2xf32>
    stablehlo.return %2 : tensor<4x2xf32>
  }) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}
