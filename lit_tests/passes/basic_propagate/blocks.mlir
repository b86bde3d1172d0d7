// What a branch passes to a block has no sharding there; blocks that nothing leads to are erased.
// RUN: sdy-opt %s -sdy-basic-propagate | FileCheck %s

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @branches
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : tensor<4xf32>
// CHECK-NEXT:    cf.br ^bb1(%0 : tensor<4xf32>)
// CHECK-NEXT:  ^bb1(%1: tensor<4xf32>):  // pred: ^bb0
// CHECK-NEXT:    %2 = stablehlo.add %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : tensor<4xf32>
// CHECK-NEXT:    return %2 : tensor<4xf32>
// CHECK-NEXT:  }
func.func @branches(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  cf.br ^bb1(%0 : tensor<4xf32>)
^bb1(%1: tensor<4xf32>):
  %2 = stablehlo.add %1, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
^bb2:
  cf.br ^bb1(%arg0 : tensor<4xf32>)
}
