module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg3: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg4: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg5: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x4xf32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, tensor<8x4xf32> {jax.result_info = "result[1]", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x4xf32>
    %2 = stablehlo.dot_general %arg1, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x4xf32>
    %4 = stablehlo.dot_general %arg2, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x4xf32>
    %6 = stablehlo.add %1, %3 : tensor<8x4xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x4xf32>
    %8 = stablehlo.add %7, %5 : tensor<8x4xf32>
    %9 = sdy.sharding_constraint %8 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x4xf32>
    %10 = sdy.sharding_constraint %9 <@mesh, [{"y"}, {}]> : tensor<8x4xf32>
    %11 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
    return %10, %11 : tensor<8x4xf32>, tensor<8x4xf32>
  }
}
