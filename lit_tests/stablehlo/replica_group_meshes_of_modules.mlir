// An attribute of a module may name the meshes inside it.
// RUN: sdy-opt %s | FileCheck %s

// CHECK: module attributes {jax.uses = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}
module attributes {jax.uses = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} {
  sdy.mesh @mesh = <["x"=2]>
}
