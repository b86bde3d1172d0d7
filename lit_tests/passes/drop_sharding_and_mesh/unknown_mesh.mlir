// With the name of a mesh they are not.
// RUN: not sdy-opt %s -sdy-drop-sharding-and-mesh 2>&1 | FileCheck %s

// CHECK: error: 'sdy.sharding_constraint' op unknown mesh: @mesh
sdy.mesh @mesh = <["a"=2]>

func.func @unknown_mesh(%arg0: tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  return
}
