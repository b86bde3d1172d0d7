// Sub-axes: their sizes fit the axis and they do not overlap.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=8]>
func.func @pre_size(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op sub-axis pre-size must be at least 1: "a":(0)2
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a":(0)2}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=8]>
func.func @size(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op sub-axis sizes must be greater than 1: "a":(2)1
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a":(2)1}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=12]>
func.func @not_dividing(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op sub-axis next pre-size 8 doesn't divide the size of the full axis 12: "a":(2)4
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a":(2)4}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=8]>
func.func @too_big(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op sub-axis next pre-size 16 doesn't divide the size of the full axis 8: "a":(4)4
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}], replicated={"a":(4)4}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=8]>
func.func @whole(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op sub-axis size is equal to the full axis size: "a":(1)8
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a":(1)8}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=8]>
func.func @whole_and_part(%arg0: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op both sub-axis and full-axis are used for axis name: "a"
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a":(2)2}, {"a"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=8]>
func.func @overlap(%arg0: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op overlapping sub-axes: "a":(1)4, "a":(2)4
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a":(2)4}, {"a":(1)4}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=12]>
func.func @overlap_across(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op overlapping sub-axes: "a":(1)3, "a":(2)2
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a":(1)3}], unreduced={"a":(2)2}> : tensor<8xf32>
  return
}
