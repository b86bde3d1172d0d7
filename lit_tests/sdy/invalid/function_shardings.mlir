// Shardings of functions' arguments and results.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op arg 1 - unknown axis name: "b"
func.func @argument(%arg0: i32, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op result 0 - sharding doesn't match tensor rank: 0 != 1
func.func @result(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  return %arg0 : tensor<8xf32>
}

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op arg 0 - unknown mesh: @mesh
func.func private @declaration(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})

// -----

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op arg 0 - should have a sharding attribute of type TensorShardingAttr
func.func @wrong_kind_on_argument(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>}) {
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op result 1 - should have a sharding attribute of type TensorShardingAttr
func.func @wrong_kind_on_result(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = 1}) {
  return %arg0, %arg0 : tensor<8xf32>, tensor<8xf32>
}
