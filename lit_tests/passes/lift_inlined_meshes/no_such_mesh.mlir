// RUN: sdy-opt %s -sdy-lift-inlined-meshes -split-input-file -verify-diagnostics
// Replica groups may have meshes that SDY has not. The reference makes them, and cannot read them back.

func.func @size_zero(%arg0: tensor<8x2xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op axis size must be at least 1, got: 0}}
  %0 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "y", size = 0>]>, axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @same_name(%arg0: tensor<8x2xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op duplicate axis name: "y"}}
  %0 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "y", size = 4>, #stablehlo.mesh_axis<name = "y", size = 4>]>, axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
