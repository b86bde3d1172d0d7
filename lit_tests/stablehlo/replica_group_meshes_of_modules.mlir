// An attribute of a module may name the meshes inside it, not those around it.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics | FileCheck %s

// CHECK: module attributes {jax.uses = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}
module attributes {jax.uses = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} {
  sdy.mesh @mesh = <["x"=2]>
}

// -----

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{'builtin.module' op replica_groups: mesh symbol 'mesh' not found}}
module @inner attributes {jax.uses = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} {
}
