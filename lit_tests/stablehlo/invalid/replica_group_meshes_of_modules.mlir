// An attribute of a module may not name the meshes around it.
// RUN: sdy-opt %s -verify-diagnostics

sdy.mesh @mesh = <["x"=2]>
// expected-error@+1 {{'builtin.module' op replica_groups: mesh symbol 'mesh' not found}}
module @inner attributes {jax.uses = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} {
}
