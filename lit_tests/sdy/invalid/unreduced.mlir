// The two ops that make axes unreduced: axes that sharded the operand, and axes along which it was replicated.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @sharded_not_at_the_end(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharded_to_unreduced' op can't apply shard-to-unreduce axis "a" to operand sharding on dimension 0
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"b"}, {}], unreduced={"a"}> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @sharded_still_there(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharded_to_unreduced' op result sharding doesn't match expected sharding [] on dimension 0
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @sharded_not_unreduced(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharded_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @sharded_loses_unreduced(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharded_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @replicated_dimensions(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.replicated_to_unreduced' op input and output must share the same dimension shardings
  %0 = sdy.replicated_to_unreduced {"a"} %arg0 out_sharding=<@mesh, [{"b", ?}, {}], unreduced={"a"}> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @replicated_no_axes(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.replicated_to_unreduced' op r2u axes must not be empty
  %0 = sdy.replicated_to_unreduced {} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @replicated_order(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.replicated_to_unreduced' op r2u axes are not ordered w.r.t. mesh
  %0 = sdy.replicated_to_unreduced {"b", "a"} %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @replicated_sharding_axis(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.replicated_to_unreduced' op r2u axis "a" overlaps with operand dimension sharding
  %0 = sdy.replicated_to_unreduced {"a"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @replicated_unreduced_axis(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a"}>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.replicated_to_unreduced' op r2u axis "a" overlaps with operand unreduced axes
  %0 = sdy.replicated_to_unreduced {"a"} %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @replicated_not_unreduced(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.replicated_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + r2u_axes
  %0 = sdy.replicated_to_unreduced {"a"} %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>

func.func @sub_axes_that_are_one(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.replicated_to_unreduced' op two consecutive sub-axes can be merged: "b":(1)2, "b":(2)2
  %0 = sdy.replicated_to_unreduced {"b":(1)2, "b":(2)2} %arg0 out_sharding=<@mesh, [{}], unreduced={"b"}> : tensor<8xf32>
  return
}
