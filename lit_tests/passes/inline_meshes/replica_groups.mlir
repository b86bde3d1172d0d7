// The mesh of a collective's replica groups is not inlined, so that its name leads nowhere any more: an error.
// RUN: not sdy-opt %s -sdy-inline-meshes 2>&1 | FileCheck %s

// CHECK: error: 'stablehlo.all_gather' op replica_groups: mesh symbol 'mesh' not found

sdy.mesh @mesh = <["a"=2]>
func.func @replica_groups(%arg0: tensor<4xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
