module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["expert"=8]> {stablehlo.mesh = {axes = [{name = "expert", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<8x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"expert"}, {}, {}]>}, %arg1: tensor<8x64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"expert"}, {}]>}) -> (tensor<8x16x16xf32> {jax.result_info = "result"}) {
    %0:2 = sdy.manual_computation(%arg1, %arg0) in_shardings=[<@mesh, [{}, {"expert"}, {}]>, <@mesh, [{"expert"}, {}, {}]>] out_shardings=[<@mesh, [{"expert"}, {}, {}]>, <@mesh, [{}, {"expert"}, {}]>] manual_axes={"expert"} (%arg2: tensor<8x8x16xf32>, %arg3: tensor<1x16x16xf32>) {
      %6 = "stablehlo.all_to_all"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, split_count = 8 : i64, split_dimension = 0 : i64}> : (tensor<8x8x16xf32>) -> tensor<1x64x16xf32>
      %7 = stablehlo.dot_general %6, %arg3, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x16xf32>, tensor<1x16x16xf32>) -> tensor<1x64x16xf32>
      %8 = "stablehlo.all_to_all"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, split_count = 8 : i64, split_dimension = 1 : i64}> : (tensor<1x64x16xf32>) -> tensor<8x8x16xf32>
      sdy.return %6, %8 : tensor<1x64x16xf32>, tensor<8x8x16xf32>
    } : (tensor<8x64x16xf32>, tensor<8x16x16xf32>) -> (tensor<8x64x16xf32>, tensor<8x64x16xf32>)
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x64x16xf32>
    %2 = stablehlo.multiply %1, %0#1 : tensor<8x64x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x64x16xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<8x64x16xf32>
    %5 = sdy.manual_computation(%4, %0#0) in_shardings=[<@mesh, [{}, {"expert"}, {}]>, <@mesh, [{"expert"}, {}, {}]>] out_shardings=[<@mesh, [{"expert"}, {}, {}]>] manual_axes={"expert"} (%arg2: tensor<8x8x16xf32>, %arg3: tensor<1x64x16xf32>) {
      %6 = "stablehlo.all_to_all"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, split_count = 8 : i64, split_dimension = 0 : i64}> : (tensor<8x8x16xf32>) -> tensor<1x64x16xf32>
      %7 = stablehlo.dot_general %6, %arg3, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x16xf32>, tensor<1x64x16xf32>) -> tensor<1x16x16xf32>
      %8 = stablehlo.transpose %7, dims = [0, 2, 1] : (tensor<1x16x16xf32>) -> tensor<1x16x16xf32>
      sdy.return %8 : tensor<1x16x16xf32>
    } : (tensor<8x64x16xf32>, tensor<8x64x16xf32>) -> tensor<8x16x16xf32>
    return %5 : tensor<8x16x16xf32>
  }
}
