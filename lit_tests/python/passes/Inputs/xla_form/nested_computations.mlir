module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=4]>
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> tensor<8x16xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {?}]>] out_shardings=[<@mesh, [{"a"}, {?}]>] manual_axes={"a"} (%arg2: tensor<4x16xf32>) {
      %1 = stablehlo.tanh %arg2 : tensor<4x16xf32>
      %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"b"}, {}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%arg4: tensor<1x16xf32>) {
        %3 = "stablehlo.all_to_all"(%arg4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<1x16xf32>) -> tensor<4x4xf32>
        sdy.return %3 : tensor<4x4xf32>
      } : (tensor<4x16xf32>) -> tensor<4x16xf32>
      sdy.return %2 : tensor<4x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %5 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"b"} () {
      %6 = stablehlo.constant dense<1.0> : tensor<2xf32>
      sdy.return %6 : tensor<2xf32>
    } : () -> tensor<8xf32>
    %7 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %8 = stablehlo.add %0, %7 : tensor<8x16xf32>
    return %8 : tensor<8x16xf32>
  }
}
