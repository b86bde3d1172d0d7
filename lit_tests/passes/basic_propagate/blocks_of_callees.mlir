// Of a function that is called only what its first block returns flows to the results of calls, as in the reference.
// RUN: sdy-opt %s -sdy-basic-propagate | FileCheck %s

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>, %arg1: i1)
func.func @main(%a: tensor<4xf32>, %b: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = call @one_block(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = sdy.func_data_flow_edge %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  %2 = call @branch(%a, %b) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>, i1) -> tensor<4xf32>
  %3 = sdy.func_data_flow_edge %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func private @one_block
// CHECK-NEXT:    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : tensor<4xf32>
func.func private @one_block(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func private @branch
// CHECK-NEXT:    %0 = stablehlo.abs %arg0 : tensor<4xf32>
// CHECK-NEXT:    cf.cond_br %arg1, ^bb1, ^bb1
func.func private @branch(%a: tensor<4xf32>, %b: i1) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  cf.cond_br %b, ^bb1, ^bb1
^bb1:
  return %0 : tensor<4xf32>
}
