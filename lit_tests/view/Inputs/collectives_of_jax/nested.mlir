module @jit_nested attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}, {name = "c", size = 2 : i64}]}}
  sdy.mesh @mesh_0 = <["a"=2, "b"=2, "c"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}, {name = "c", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x32xf32>) -> (tensor<8x64xf32> {jax.result_info = "result[0]"}, tensor<64x32xf32> {jax.result_info = "result[1]"}) {
    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>, <@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%arg1: tensor<8x32xf32>) {
      %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "a">]>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %6 = stablehlo.minimum %arg2, %arg3 : tensor<f32>
        %7 = sdy.sharding_constraint %6 <@mesh, []> : tensor<f32>
        stablehlo.return %7 : tensor<f32>
      }) : (tensor<8x32xf32>) -> tensor<8x32xf32>
      %2 = sdy.sharding_constraint %1 <@mesh, [{?}, {?}]> : tensor<8x32xf32>
      %3:2 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"b", ?}, {?}]>] out_shardings=[<@mesh, [{"b", ?}, {?}]>, <@mesh, [{"b", ?}, {?}]>] manual_axes={"b"} (%arg2: tensor<4x32xf32>) {
        %6 = "stablehlo.all_reduce"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "b">]>, use_global_device_ids}> ({
        ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
          %14 = stablehlo.add %arg3, %arg4 : tensor<f32>
          %15 = sdy.sharding_constraint %14 <@mesh, []> : tensor<f32>
          stablehlo.return %15 : tensor<f32>
        }) : (tensor<4x32xf32>) -> tensor<4x32xf32>
        %7 = sdy.sharding_constraint %6 <@mesh, [{?}, {?}]> : tensor<4x32xf32>
        %8 = "stablehlo.all_reduce"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "b">]>, use_global_device_ids}> ({
        ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
          %14 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
          %15 = sdy.sharding_constraint %14 <@mesh, []> : tensor<f32>
          stablehlo.return %15 : tensor<f32>
        }) : (tensor<4x32xf32>) -> tensor<4x32xf32>
        %9 = sdy.sharding_constraint %8 <@mesh, [{?}, {?}]> : tensor<4x32xf32>
        %10 = "stablehlo.all_gather"(%9) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "b">]>, use_global_device_ids}> : (tensor<4x32xf32>) -> tensor<8x32xf32>
        %11 = "stablehlo.reduce_scatter"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "b">]>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
        ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
          %14 = stablehlo.add %arg3, %arg4 : tensor<f32>
          %15 = sdy.sharding_constraint %14 <@mesh, []> : tensor<f32>
          stablehlo.return %15 : tensor<f32>
        }) : (tensor<8x32xf32>) -> tensor<4x32xf32>
        %12 = "stablehlo.all_to_all"(%11) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "b">]>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x32xf32>) -> tensor<2x64xf32>
        %13 = "stablehlo.all_gather"(%arg2) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "a">, #stablehlo.axis_ref<name = "b">]>, use_global_device_ids}> : (tensor<4x32xf32>) -> tensor<16x32xf32>
        sdy.return %12, %13 : tensor<2x64xf32>, tensor<16x32xf32>
      } : (tensor<8x32xf32>) -> (tensor<4x64xf32>, tensor<32x32xf32>)
      %4 = sdy.sharding_constraint %3#0 <@mesh, [{?}, {?}]> : tensor<4x64xf32>
      %5 = sdy.sharding_constraint %3#1 <@mesh, [{?}, {?}]> : tensor<32x32xf32>
      sdy.return %4, %5 : tensor<4x64xf32>, tensor<32x32xf32>
    } : (tensor<16x32xf32>) -> (tensor<8x64xf32>, tensor<64x32xf32>)
    return %0#0, %0#1 : tensor<8x64xf32>, tensor<64x32xf32>
  }
}
