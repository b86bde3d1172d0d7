sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %values, %indices = chlo.top_k(%arg0, k = 8) : tensor<8x8xf32> -> (tensor<8x8xf32>, tensor<8x8xi32>)
  %values_0, %indices_1 = chlo.top_k(%values, k = 8, is_stable = false) : tensor<8x8xf32> -> (tensor<8x8xf32>, tensor<8x8xi32>)
  %0 = stablehlo.custom_call @foo(%values_0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.custom_call @bar(%0) {result_tilings = [[dense<[8, 128]> : tensor<2xindex>]]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = "stablehlo.collective_broadcast"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

func.func @collectives(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x", "y"}>}) -> tensor<8x8xf32> {
  %0 = sdy.reduce_scatter [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  %1 = sdy.all_reduce {"y"} %0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
