// Shardings of several values: one each, named in errors; without values at most one, that shards nothing.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op result 1 - unknown axis name: "b"
%0:2 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"b"}]>]>} : () -> (tensor<8xf32>, tensor<8xf32>)

// -----

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:6: error: 'test.op' op result - unknown axis name: "b"
%0 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} : () -> tensor<8xf32>

// -----

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:6: error: 'test.op' op result shardings don't match number of values: 2 shardings vs 1 values
%0 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{}]>]>} : () -> tensor<8xf32>

// -----

// CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op result shardings don't match number of values: 0 shardings vs 2 values
%0:2 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[]>} : () -> (tensor<8xf32>, tensor<8xf32>)

// -----

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'test.op' op result shardings don't match number of values: 1 shardings vs 0 values
"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : () -> ()

// -----

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'test.op' op result shardings don't match number of values: 2 shardings vs 0 values
"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, []>]>} : () -> ()

// -----

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'test.op' op result 0 - a single-device sharding can only have a sharding with rank 0 and no replicated or unreduced axes.
"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : () -> ()

// -----

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'test.op' op result 0 - a single-device sharding can only have a sharding with rank 0 and no replicated or unreduced axes.
"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], unreduced={"a"}>]>} : () -> ()

// -----

sdy.mesh @maximal = <[], device_ids=[0]>
// CHECK: :[[# @LINE + 1]]:1: error: 'test.op' op result 0 - a single-device sharding can only have a sharding with rank 0 and no replicated or unreduced axes.
"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@maximal, [{"a"}]>]>} : () -> ()

// -----

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'test.op' op result shardings don't match number of values: 1 shardings vs 0 values
"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'test.op' op result 0 - unknown mesh: @mesh
"test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:6: error: 'test.op' op should have a sharding attribute of type TensorShardingPerValueAttr
%0 = "test.op"() {sdy.sharding = #sdy.sharding<@mesh, [{}]>} : () -> tensor<8xf32>

// -----

// CHECK: :[[# @LINE + 1]]:6: error: 'test.op' op should have a sharding attribute of type TensorShardingPerValueAttr
%0 = "test.op"() {sdy.sharding} : () -> tensor<8xf32>

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op should have a sharding attribute of type TensorShardingPerValueAttr
func.func @function() attributes {sdy.sharding = #sdy.sharding<@mesh, []>} {
  return
}
