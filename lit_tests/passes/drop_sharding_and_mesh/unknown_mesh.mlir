// With the name of a mesh they are not; since jaxlib 0.11.2 the mesh stays.
// RUN: not sdy-opt %s -sdy-drop-sharding-and-mesh -shardy=0.10.2 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: sdy-opt %s -sdy-drop-sharding-and-mesh | FileCheck %s

// CHECK: sdy.mesh @mesh
// CHECK: sdy.sharding_constraint %arg0 <@mesh, [{"a"}]>
// OLDER: error: 'sdy.sharding_constraint' op unknown mesh: @mesh
sdy.mesh @mesh = <["a"=2]>

func.func @unknown_mesh(%arg0: tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  return
}
