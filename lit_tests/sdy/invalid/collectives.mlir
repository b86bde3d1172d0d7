// All collectives need a sharding of the operand (except three of them), one mesh, and a valid result sharding.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @no_sharding(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op collective on operand without sharding
  %0 = sdy.all_gather [{}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @no_sharding(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_to_all' op collective on operand without sharding
  %0 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @no_sharding(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.collective_permute' op collective on operand without sharding
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @no_sharding(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharded_to_unreduced' op collective on operand without sharding
  %0 = sdy.sharded_to_unreduced [{}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @no_sharding(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.replicated_to_unreduced' op collective on operand without sharding
  %0 = sdy.replicated_to_unreduced {"a"} %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @result_sharding(%arg0: tensor<16x16xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op unknown axis name: "x"
  %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
sdy.mesh @other = <["a"=2]>
func.func @meshes(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'sdy.all_slice' op result mesh does not match operand mesh
  // CHECK: :[[# @LINE - 2]]:19: note: operand mesh: #sdy.mesh<["a"=2, "b"=2, "c"=4]>
  %0 = sdy.all_slice [{"a"}, {}] %arg0 out_sharding=<@other, [{"a"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
sdy.mesh @other = <["a"=2]>
func.func @mesh_of_an_op(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<16x16xf32>
  // CHECK: :[[# @LINE + 2]]:8: error: 'sdy.all_reduce' op result mesh does not match operand mesh
  // CHECK: :[[# @LINE - 2]]:8: note: operand mesh: #sdy.mesh<["a"=2, "b"=2, "c"=4]>
  %1 = sdy.all_reduce {"a"} %0 out_sharding=<@other, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @empty_mesh(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<[]>, [{}, {}]>}) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'sdy.all_gather' op result mesh does not match operand mesh
  // CHECK: :[[# @LINE - 2]]:23: note: operand mesh: #sdy.mesh<[]>
  %0 = sdy.all_gather [{}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @wrong_kind(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_gather' op attribute 'gathering_axes' failed to satisfy constraint: List of axis ref lists
  %0 = "sdy.all_gather"(%arg0) {gathering_axes = 1, out_sharding = #sdy.sharding<@mesh, [{}]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @no_axes(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op requires attribute 'reduction_axes'
  %0 = "sdy.all_reduce"(%arg0) {out_sharding = #sdy.sharding<@mesh, [{}]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
