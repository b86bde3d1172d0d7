module @jit_local attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x16x4xf32> {jax.result_info = "result[0]"}, tensor<32x8xf32> {jax.result_info = "result[1]"}, tensor<16x8xf32> {jax.result_info = "result[2]"}, tensor<16x8xf32> {jax.result_info = "result[3]"}, tensor<16x8xf32> {jax.result_info = "result[4]"}) {
    %0:5 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}, {}]>, <@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<4x4xf32>) {
      %1 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<4x4xf32>) -> tensor<4x1x4xf32>
      %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> : (tensor<4x1x4xf32>) -> tensor<4x8x4xf32>
      %3 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %28 = stablehlo.minimum %arg2, %arg3 : tensor<f32>
        stablehlo.return %28 : tensor<f32>
      }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %4 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %28 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
        stablehlo.return %28 : tensor<f32>
      }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %5 = stablehlo.add %3, %4 : tensor<4x4xf32>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<2> : tensor<ui32>
      %6 = stablehlo.partition_id : tensor<ui32>
      %7 = stablehlo.divide %6, %c : tensor<ui32>
      %8 = stablehlo.remainder %7, %c_0 : tensor<ui32>
      %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.multiply %9, %c_1 : tensor<i32>
      %c_2 = stablehlo.constant dense<0> : tensor<i32>
      %11 = stablehlo.add %c_2, %10 : tensor<i32>
      %c_3 = stablehlo.constant dense<2> : tensor<ui32>
      %c_4 = stablehlo.constant dense<4> : tensor<ui32>
      %12 = stablehlo.partition_id : tensor<ui32>
      %13 = stablehlo.divide %12, %c_3 : tensor<ui32>
      %14 = stablehlo.remainder %13, %c_4 : tensor<ui32>
      %15 = stablehlo.convert %14 : (tensor<ui32>) -> tensor<i32>
      %c_5 = stablehlo.constant dense<2> : tensor<i32>
      %16 = stablehlo.multiply %15, %c_5 : tensor<i32>
      %17 = stablehlo.add %11, %16 : tensor<i32>
      %18 = stablehlo.convert %17 : (tensor<i32>) -> tensor<f32>
      %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %20 = stablehlo.add %5, %19 : tensor<4x4xf32>
      %21 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %28 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %28 : tensor<f32>
      }) : (tensor<4x8x4xf32>) -> tensor<4x8x4xf32>
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x4xf32>
      %23 = stablehlo.divide %21, %22 : tensor<4x8x4xf32>
      %24 = "stablehlo.reduce_scatter"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %28 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %28 : tensor<f32>
      }) : (tensor<4x8x4xf32>) -> tensor<1x8x4xf32>
      %25 = stablehlo.reshape %24 : (tensor<1x8x4xf32>) -> tensor<8x4xf32>
      %26 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[2, 0], [0, 2], [6, 4], [4, 6], [3, 1], [1, 3], [7, 5], [5, 7]]> : tensor<8x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %27 = "stablehlo.all_to_all"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
      sdy.return %23, %25, %20, %26, %27 : tensor<4x8x4xf32>, tensor<8x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
    } : (tensor<16x8xf32>) -> (tensor<16x16x4xf32>, tensor<32x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<16x16x4xf32>, tensor<32x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
}
