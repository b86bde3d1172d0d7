// An sdy op with a sharding of its own has no use for the attribute sdy.sharding: there the name stays, and is unknown
// now.
// RUN: not sdy-opt %s -sdy-inline-meshes 2>&1 | FileCheck %s

// CHECK: error: 'sdy.sharding_constraint' op result - unknown mesh: @mesh

sdy.mesh @mesh = <["a"=2]>
func.func @second_sharding(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
