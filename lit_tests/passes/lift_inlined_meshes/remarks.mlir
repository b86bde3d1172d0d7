// Remarks: which meshes are merged, lifted and renamed.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes -remarks -verify-diagnostics

// expected-remark @+1 {{[sdy-lift-inlined-meshes] mesh @mesh gets the attribute stablehlo.mesh}}
sdy.mesh @mesh = <["a"=2]>
// expected-remark @+1 {{mesh @other merged into @mesh, the same mesh}}
sdy.mesh @other = <["a"=2]>

// expected-remark @+1 {{mesh <["a"=4]> lifted to @mesh_0, since @mesh is taken: 1 sharding names that}}
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=4]>, [{"a"}]>},
    // expected-remark @+1 {{mesh @other is @mesh now: 2 shardings name that}}
    %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"a"}]>}) -> tensor<8xf32> {
  // expected-remark @+1 {{mesh <["a"=2]> is @mesh: 1 sharding names that}}
  %0 = sdy.sharding_constraint %arg0 <mesh<["a"=2]>, [{}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %arg0 <@other, [{}]> : tensor<8xf32>
  // expected-remark @+1 {{the mesh of the replica groups is @mesh now}}
  %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @other, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<8xf32>) -> tensor<16xf32>
  // expected-remark @unknown {{mesh @mesh_0 gets the attribute stablehlo.mesh}}
  return %0 : tensor<8xf32>
}
