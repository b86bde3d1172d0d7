// Axes of shardings: in the mesh, used once, merged where they can be, in mesh order in the two lists.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2]>
func.func @unknown_mesh(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op unknown mesh: @other
  %0 = sdy.sharding_constraint %arg0 <@other, [{}]> : tensor<8xf32>
  return
}

// -----

func.func @no_mesh(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op unknown mesh: @no_mesh
  %0 = sdy.sharding_constraint %arg0 <@no_mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @unknown_axis(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op unknown axis name: "b"
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"b"}]> : tensor<8xf32>
  return
}

// -----

func.func @unknown_axis_of_inlined_mesh(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op unknown axis name: "b"
  %0 = sdy.sharding_constraint %arg0 <mesh<["a"=2]>, [{}], replicated={"b"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @twice_in_a_dimension(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op duplicate axis ref: "a"
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", "a"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @in_two_dimensions(%arg0: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op duplicate axis ref: "a"
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {"a"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @in_dimension_and_replicated(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op duplicate axis ref: "a"
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}], replicated={"a"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @replicated_and_unreduced(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op duplicate axis ref: "a"
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}], replicated={"a"}, unreduced={"a"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
func.func @same_sub_axis(%arg0: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op duplicate axis ref: "a":(1)2
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a":(1)2}, {"a":(1)2}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=8]>
func.func @mergeable(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op two consecutive sub-axes can be merged: "a":(1)2, "a":(2)2
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a":(1)2, "a":(2)2}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @replicated_order(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op replicated axes are not ordered w.r.t. mesh
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}], replicated={"b", "a"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=8]>
func.func @unreduced_order(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op unreduced axes are not ordered w.r.t. mesh
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}], unreduced={"a":(4)2, "a":(1)2}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @priority(%arg0: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op dim 1 is empty and closed but has a priority
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{?}p0, {}p1]> : tensor<8x8xf32>
  return
}
