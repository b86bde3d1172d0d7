// Collective permute: every dimension stays in as many pieces; meshes may differ in the order of devices only.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @pieces(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 0: 1 != 2
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @sizes(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"c"}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 1: 2 != 4
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"b"}, {"c":(1)2}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
sdy.mesh @other = <["a"=2]>
func.func @other_axes(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'sdy.collective_permute' op result mesh has different axes than operand mesh
  // CHECK: :[[# @LINE - 2]]:23: note: operand mesh: #sdy.mesh<["a"=2, "b"=2, "c"=4]>
  %0 = sdy.collective_permute %arg0 out_sharding=<@other, [{"a"}, {}]> : tensor<16x16xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
sdy.mesh @renamed = <["a"=2, "b"=2, "c"=4]>
func.func @same_order(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'sdy.collective_permute' op result mesh name is different but same device ids as operand
  // CHECK: :[[# @LINE - 2]]:23: note: operand mesh: #sdy.mesh<["a"=2, "b"=2, "c"=4]>
  %0 = sdy.collective_permute %arg0 out_sharding=<@renamed, [{"a"}, {}]> : tensor<16x16xf32>
  return
}

// -----
// The operand has an axis that its mesh does not have, which is found only further down.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @before() {
  cf.br ^next
^next:
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.collective_permute' op using value defined outside the region
  %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}
func.func @after(%a: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op result - unknown axis name: "z"
  %0 = stablehlo.add %1, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}]>]>} : tensor<8xf32>
  %1 = stablehlo.add %0, %a : tensor<8xf32>
  return
}
