// An attribute of a module may name the meshes inside it.
// RUN: sdy-opt %s | FileCheck %s

// After a pass it may also name those that are gone, as nothing looks them up.
// RUN: sdy-opt %s -sdy-inline-meshes | FileCheck %s

// CHECK: module attributes {jax.uses = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}
module attributes {jax.uses = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} {
  sdy.mesh @mesh = <["x"=2]>
}
