// Remarks: what becomes of each mesh op, and names that stay.
// RUN: sdy-opt %s -sdy-inline-meshes -remarks -verify-diagnostics

// expected-remark @+1 {{[sdy-inline-meshes] mesh @mesh inlined in 2 shardings, and removed}}
sdy.mesh @mesh = <["a"=2]>
// expected-remark @+1 {{mesh @unused removed: no sharding names it}}
sdy.mesh @unused = <["a"=4]>

func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tensor<8xf32>
  // expected-remark @+1 {{replica groups have the mesh @mesh in place of its name}}
  %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "a">]>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<16xf32>
  return %0 : tensor<8xf32>
}

module @nested {
  sdy.mesh @inner = <["b"=2]>
  // expected-remark @+1 {{1 sharding keeps the name @inner: the module has no such mesh}}
  func.func @g(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@inner, [{"b"}]>}) -> tensor<8xf32> {
    return %arg0 : tensor<8xf32>
  }
}
