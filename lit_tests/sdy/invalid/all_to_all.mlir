// All-to-all: its parameters, and axes that move from the end of one dimension to the end of another.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @no_parameters(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op parameter list is empty
  %0 = sdy.all_to_all [] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @source(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op source dimension 2 is out of range [0, 2)
  %0 = sdy.all_to_all [{"a"}: 2->0] %arg0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @target(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op target dimension 2 is out of range [0, 2)
  %0 = sdy.all_to_all [{"a"}: 0->2] %arg0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @same_dimension(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op overlapping source/target dimensions in all-to-all params: 0
  %0 = sdy.all_to_all [{"a"}: 0->0] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @dimension_twice(%arg0: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op overlapping source/target dimensions in all-to-all params: 1
  %0 = sdy.all_to_all [{"a"}: 0->1, {"b"}: 1->2] %arg0 out_sharding=<@mesh, [{}, {"a"}, {"b"}]> : tensor<16x16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @order_of_sources(%arg0: tensor<16x16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op source dimensions are not sorted in ascending order: 0 appears after 2
  %0 = sdy.all_to_all [{"b"}: 2->3, {"a"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"a"}, {}, {"b"}]> : tensor<16x16x16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @duplicate_axis(%arg0: tensor<16x16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op duplicate axis ref: "a"
  %0 = sdy.all_to_all [{"a"}: 0->1, {"a"}: 2->3] %arg0 out_sharding=<@mesh, [{}, {"a"}, {}, {"b"}]> : tensor<16x16x16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @unknown_axis(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op unknown axis name: "x"
  %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @not_at_the_end(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op can't apply all-to-all axis "a" to operand sharding on dimension 0
  %0 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<@mesh, [{"b"}, {"a"}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @not_at_the_target(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op result sharding doesn't match expected sharding ["b", "a"] on dimension 1
  %0 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"a", "b"}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @no_axes(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:25: error: custom op 'sdy.all_to_all' expected string
  %0 = sdy.all_to_all [{}: 0->1] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return
}

// -----

// Source and target of a parameter are looked at before the next parameter, and before all other dimensions.
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @source_first(%arg0: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"a"}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op result sharding doesn't match expected sharding [] on dimension 2
  %0 = sdy.all_to_all [{"a"}: 2->1] %arg0 out_sharding=<@mesh, [{"c"}, {"b"}, {"a"}]> : tensor<16x16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @next_parameter_last(%arg0: tensor<16x16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op result sharding doesn't match expected sharding ["a"] on dimension 1
  %0 = sdy.all_to_all [{"a"}: 0->1, {"b"}: 2->3] %arg0 out_sharding=<@mesh, [{}, {}, {}, {"b"}]> : tensor<16x16x16x16xf32>
  return
}
