// The meshes of replica groups are lifted after those of the shardings, the ops taken by kind: all_gather, all_reduce,
// reduce_scatter, all_to_all, collective_broadcast.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["negate"=2]> {stablehlo.mesh = {axes = [{name = "negate", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_0 = <["gather"=2]> {stablehlo.mesh = {axes = [{name = "gather", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_1 = <["reduce"=2]> {stablehlo.mesh = {axes = [{name = "reduce", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_2 = <["scatter"=2]> {stablehlo.mesh = {axes = [{name = "scatter", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_3 = <["to all"=2]> {stablehlo.mesh = {axes = [{name = "to all", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_4 = <["broadcast"=2]> {stablehlo.mesh = {axes = [{name = "broadcast", size = 2 : i64}]}}
// CHECK-NEXT: func.func @replica_groups(%arg0: tensor<4xf32>) {
// CHECK-NEXT:   %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_4, axes = [#stablehlo.axis_ref<name = "broadcast">]>}> : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %1 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_3, axes = [#stablehlo.axis_ref<name = "to all">]>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %2 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_2, axes = [#stablehlo.axis_ref<name = "scatter">]>, scatter_dimension = 0 : i64}> ({
// CHECK-NEXT:   ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT:     %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT:     stablehlo.return %6 : tensor<f32>
// CHECK-NEXT:   }) : (tensor<4xf32>) -> tensor<2xf32>
// CHECK-NEXT:   %3 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_1, axes = [#stablehlo.axis_ref<name = "reduce">]>}> ({
// CHECK-NEXT:   ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT:     %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT:     stablehlo.return %6 : tensor<f32>
// CHECK-NEXT:   }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %4 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "gather">]>}> : (tensor<4xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @replica_groups(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "broadcast", size = 2>]>, axes = [#stablehlo.axis_ref<name = "broadcast">]>}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "to all", size = 2>]>, axes = [#stablehlo.axis_ref<name = "to all">]>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "scatter", size = 2>]>, axes = [#stablehlo.axis_ref<name = "scatter">]>, scatter_dimension = 0 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %5 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  %3 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "reduce", size = 2>]>, axes = [#stablehlo.axis_ref<name = "reduce">]>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %5 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "gather", size = 2>]>, axes = [#stablehlo.axis_ref<name = "gather">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  %6 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["negate"=2]>, [{}]>]>} : tensor<4xf32>
  return
}
