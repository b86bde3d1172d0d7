// Gathering takes axes away from the end of dimensions, slicing and scattering add them there.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @rank(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op result sharding has rank 2 but collective axes has rank 1
  %0 = sdy.all_gather [{"a"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @unknown_axis(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op unknown axis name: "x"
  %0 = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @duplicate_axis(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op duplicate axis ref: "a"
  %0 = sdy.all_gather [{"a"}, {"a"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @mergeable_axes(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op two consecutive sub-axes can be merged: "c":(1)2, "c":(2)2
  %0 = sdy.all_gather [{"c":(1)2, "c":(2)2}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @not_at_the_end(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op can't apply gathering axis "a" to operand sharding on dimension 0
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @major_part(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op can't apply gathering axis "c":(1)2 to operand sharding on dimension 0
  %0 = sdy.all_gather [{"c":(1)2}, {}] %arg0 out_sharding=<@mesh, [{"c":(2)2}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @still_there(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op result sharding doesn't match expected sharding ["a"] on dimension 0
  %0 = sdy.all_gather [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"a", "b"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @part_is_left(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op result sharding doesn't match expected sharding ["c":(1)2] on dimension 0
  %0 = sdy.all_gather [{"c":(2)2}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @other_dimension(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op result sharding doesn't match expected sharding ["b"] on dimension 1
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @all_slice_order(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_slice' op result sharding doesn't match expected sharding ["b", "a"] on dimension 0
  %0 = sdy.all_slice [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"a", "b"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @all_slice_without_operand_sharding(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_slice' op result sharding doesn't match expected sharding ["a"] on dimension 0
  %0 = sdy.all_slice [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"b", "a"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @all_slice_unmerged(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(1)2}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_slice' op result sharding doesn't match expected sharding ["c"] on dimension 0
  %0 = sdy.all_slice [{"c":(2)2}, {}] %arg0 out_sharding=<@mesh, [{"c":(1)2}, {"c":(2)2}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @reduce_scatter_missing(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.reduce_scatter' op result sharding doesn't match expected sharding ["b"] on dimension 1
  %0 = sdy.reduce_scatter [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @reduce_scatter_rank(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.reduce_scatter' op result sharding has rank 2 but collective axes has rank 3
  %0 = sdy.reduce_scatter [{"a"}, {}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
