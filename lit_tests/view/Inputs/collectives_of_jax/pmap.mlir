module @jit__fun attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["i"=8]> {stablehlo.mesh = {axes = [{name = "i", size = 8 : i64}]}}
  sdy.mesh @mesh_0 = <["i"=8]> {stablehlo.mesh = {axes = [{name = "i", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<8x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"i"}, {}, {}]>}) -> (tensor<8x4x8xf32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, [{"i"}, {}, {}]>}, tensor<8x8x4x8xf32> {jax.result_info = "result[1]", sdy.sharding = #sdy.sharding<@mesh, [{"i"}, {}, {}, {}]>}, tensor<8x4x8xf32> {jax.result_info = "result[2]", sdy.sharding = #sdy.sharding<@mesh, [{"i"}, {}, {}]>}) {
    %0:3 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"i"}, {}, {}]>] out_shardings=[<@mesh, [{"i"}, {}, {}]>, <@mesh, [{"i"}, {}, {}, {}]>, <@mesh, [{"i"}, {}, {}]>] manual_axes={"i"} (%arg1: tensor<1x4x8xf32>) {
      %1 = stablehlo.reshape %arg1 : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %2:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %1) : tensor<i32>, tensor<4x8xf32>
      cond {
        %c_1 = stablehlo.constant dense<3> : tensor<i32>
        %9 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %9 : tensor<i1>
      } do {
        %9 = "stablehlo.all_reduce"(%iterArg_0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "i">]>, use_global_device_ids}> ({
        ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
          %11 = stablehlo.add %arg2, %arg3 : tensor<f32>
          stablehlo.return %11 : tensor<f32>
        }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
        %c_1 = stablehlo.constant dense<1> : tensor<i32>
        %10 = stablehlo.add %iterArg, %c_1 : tensor<i32>
        stablehlo.return %10, %9 : tensor<i32>, tensor<4x8xf32>
      }
      %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
      %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "i">]>, use_global_device_ids}> : (tensor<1x4x8xf32>) -> tensor<8x4x8xf32>
      %5 = "stablehlo.collective_permute"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]> : tensor<8x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
      %6 = stablehlo.broadcast_in_dim %2#1, dims = [1, 2] : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
      %7 = stablehlo.broadcast_in_dim %4, dims = [1, 2, 3] : (tensor<8x4x8xf32>) -> tensor<1x8x4x8xf32>
      %8 = stablehlo.broadcast_in_dim %5, dims = [1, 2] : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
      sdy.return %6, %7, %8 : tensor<1x4x8xf32>, tensor<1x8x4x8xf32>, tensor<1x4x8xf32>
    } : (tensor<8x4x8xf32>) -> (tensor<8x4x8xf32>, tensor<8x8x4x8xf32>, tensor<8x4x8xf32>)
    return %0#0, %0#1, %0#2 : tensor<8x4x8xf32>, tensor<8x8x4x8xf32>, tensor<8x4x8xf32>
  }
}
