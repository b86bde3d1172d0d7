// Of ops of one kind the inner come first.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["inner"=2]> {stablehlo.mesh = {axes = [{name = "inner", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_0 = <["outer"=2]> {stablehlo.mesh = {axes = [{name = "outer", size = 2 : i64}]}}
// CHECK-NEXT: func.func @replica_groups_nested(%arg0: tensor<4xf32>) {
// CHECK-NEXT:   %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "outer">]>}> ({
// CHECK-NEXT:   ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT:     %1 = "stablehlo.all_reduce"(%arg1) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "inner">]>}> ({
// CHECK-NEXT:     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT:       stablehlo.return %arg3 : tensor<f32>
// CHECK-NEXT:     }) : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT:     stablehlo.return %1 : tensor<f32>
// CHECK-NEXT:   }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @replica_groups_nested(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "outer", size = 2>]>, axes = [#stablehlo.axis_ref<name = "outer">]>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.all_reduce"(%arg1) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "inner", size = 2>]>, axes = [#stablehlo.axis_ref<name = "inner">]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
