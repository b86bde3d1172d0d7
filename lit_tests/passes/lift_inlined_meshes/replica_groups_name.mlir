// Replica groups that name a mesh op that was a duplicate name the first one; other names stay.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @first = <["a"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK-NEXT: func.func @replica_groups_name(%arg0: tensor<4xf32>) {
// CHECK-NEXT:   %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @first, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @first, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

sdy.mesh @first = <["a"=2]>
sdy.mesh @second = <["a"=2]>
func.func @replica_groups_name(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @first, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @second, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}
