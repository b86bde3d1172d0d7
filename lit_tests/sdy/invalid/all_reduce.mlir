// All-reduce: the same dimensions, axes in mesh order that neither shard nor remain unreduced.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @dimensions(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op operand and result shardings are not equivalent
  %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @dimensions_without_operand_sharding(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op operand and result shardings are not equivalent
  %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
sdy.mesh @same = <["a"=2, "b"=2, "c"=4]>
func.func @name_of_mesh(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op operand and result shardings are not equivalent
  %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@same, [{"b"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @order(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op reduction axes are not ordered w.r.t. mesh
  %0 = sdy.all_reduce {"b", "a"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @unknown_axis(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op unknown axis name: "x"
  %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @duplicate_axis(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op duplicate axis ref: "a"
  %0 = sdy.all_reduce {"a", "a"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @sharding_axis(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(2)2}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op reduction axis "c" overlaps with operand dimension sharding or replicated axes
  %0 = sdy.all_reduce {"c"} %arg0 out_sharding=<@mesh, [{"c":(2)2}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @replicated_axis(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"a"}>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op reduction axis "a" overlaps with operand dimension sharding or replicated axes
  %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @still_unreduced(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"c"}>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op reduction axis "c":(1)2 overlaps with result unreduced axes
  %0 = sdy.all_reduce {"c":(1)2} %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"c"}> : tensor<16x16xf32>
  return
}
