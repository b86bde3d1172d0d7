// Such an attribute on any other op is none of the pass's business.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      func.func @replica_groups_elsewhere(%arg0: tensor<4xf32>) {
// CHECK-NEXT:   %0 = stablehlo.custom_call @foo(%arg0) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>]>, axes = [#stablehlo.axis_ref<name = "a">]>} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @replica_groups_elsewhere(%arg0: tensor<4xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>]>, axes = [#stablehlo.axis_ref<name = "a">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
