// Shardings on types: ranks agree; what has no dimensions, and what is on a maximal mesh, is not sharded.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2]>
func.func @rank(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op sharding doesn't match tensor rank: 2 != 1
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @no_dimensions(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.reshard' op sharding doesn't match tensor rank: 0 != 1
  %0 = sdy.reshard %arg0 <@mesh, []> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @unranked(%arg0: tensor<*xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op only ranked tensors can have a sharding. type: 'tensor<*xf32>'
  %0 = sdy.sharding_constraint %arg0 <@mesh, []> : tensor<*xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @scalar(%arg0: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: 'i32', sharding: #sdy.sharding<@mesh, [{}]>
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : i32
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @scalar_with_replicated_axes(%arg0: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: 'i32', sharding: #sdy.sharding<@mesh, [], replicated={"a"}>
  %0 = sdy.sharding_constraint %arg0 <@mesh, [], replicated={"a"}> : i32
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @tuple_of_two(%arg0: tuple<tensor<8xf32>, i32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op ops can only have a sharding for a tuple of size 1: 'tuple<tensor<8xf32>, i32>'
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tuple<tensor<8xf32>, i32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @element_of_tuple(%arg0: tuple<tensor<8xf32>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op unknown axis name: "b"
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"b"}]> : tuple<tensor<8xf32>>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @nested_tuple(%arg0: tuple<tuple<tensor<8xf32>>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: 'tuple<tuple<tensor<8xf32>>>', sharding: #sdy.sharding<@mesh, [{}]>
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tuple<tuple<tensor<8xf32>>>
  return
}

// -----

sdy.mesh @maximal = <[], device_ids=[1]>
func.func @maximal_with_dimensions(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op a single-device sharding can only have a sharding with rank 0 and no replicated or unreduced axes.
  %0 = sdy.sharding_constraint %arg0 <@maximal, [{}]> : tensor<8xf32>
  return
}

// -----

func.func @maximal_with_unreduced_axes(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op a single-device sharding can only have a sharding with rank 0 and no replicated or unreduced axes.
  %0 = sdy.sharding_constraint %arg0 <mesh<[], device_ids=[1]>, [], unreduced={"a"}> : tensor<8xf32>
  return
}
