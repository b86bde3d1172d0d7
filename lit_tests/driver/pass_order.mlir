// Passes run in the order of the command line: lifting after inlining gives the mesh a new name.
// RUN: sdy-opt %s -sdy-inline-meshes -sdy-lift-inlined-meshes | FileCheck %s --check-prefix=LIFTED
// RUN: sdy-opt %s -sdy-lift-inlined-meshes -sdy-inline-meshes | FileCheck %s --check-prefix=INLINED

sdy.mesh @ring = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@ring, [{"x"}]>}) {
  return
}

// LIFTED: sdy.mesh @mesh = <["x"=2]>
// LIFTED: #sdy.sharding<@mesh, [{"x"}]>
// INLINED-NOT: sdy.mesh
// INLINED: #sdy.sharding<mesh<["x"=2]>, [{"x"}]>
