// Replica groups that the conversion to local programs makes are on a mesh of SDY, which is lifted like any other.
// RUN: sdy_opt %s -sdy-convert-global-to-local=enable-rgv3=true -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["x"=2]>
// CHECK-NOT:  sdy.mesh
// CHECK:      replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>
func.func @f(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) -> tensor<4xf32> {
  %0 = sdy.all_gather [{"x"}] %a out_sharding=<mesh<["x"=2]>, [{}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
