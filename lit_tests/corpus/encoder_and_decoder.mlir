module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<4x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg1: tensor<4x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}]>}, %arg2: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg3: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) -> (tensor<4x8x16xf32> {jax.result_info = "result"}) {
    %0 = call @encoder(%arg0, %arg2) : (tensor<4x8x16xf32>, tensor<16x16xf32>) -> tensor<4x8x16xf32>
    %1 = call @encoder(%0, %arg3) : (tensor<4x8x16xf32>, tensor<16x16xf32>) -> tensor<4x8x16xf32>
    %2 = call @decoder(%arg1, %1, %arg2) : (tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<16x16xf32>) -> tensor<4x8x16xf32>
    %3 = call @decoder(%2, %1, %arg3) : (tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<16x16xf32>) -> tensor<4x8x16xf32>
    return %3 : tensor<4x8x16xf32>
  }
  func.func private @encoder(%arg0: tensor<4x8x16xf32>, %arg1: tensor<16x16xf32>) -> tensor<4x8x16xf32> {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"data"}, {}, {}]> : tensor<4x8x16xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8x16xf32>, tensor<16x16xf32>) -> tensor<4x8x16xf32>
    %2 = call @attention(%1, %1, %1) : (tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %3 = stablehlo.add %1, %2 : tensor<4x8x16xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{"data"}, {}, {}]> : tensor<4x8x16xf32>
    return %4 : tensor<4x8x16xf32>
  }
  func.func private @attention(%arg0: tensor<4x8x16xf32>, %arg1: tensor<4x8x16xf32>, %arg2: tensor<4x8x16xf32>) -> tensor<4x8x16xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x8x16xf32>, tensor<4x8x16xf32>) -> tensor<4x8x8xf32>
    %cst = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<4x8x8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.maximum across dimensions = [2] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %5 = stablehlo.maximum %4, %3 : tensor<4x8xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x8xf32>
    %8 = stablehlo.subtract %2, %7 : tensor<4x8x8xf32>
    %9 = stablehlo.exponential %8 : tensor<4x8x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x8xf32>
    %13 = stablehlo.divide %9, %12 : tensor<4x8x8xf32>
    %14 = stablehlo.dot_general %13, %arg2, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x8x8xf32>, tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    return %14 : tensor<4x8x16xf32>
  }
  func.func private @decoder(%arg0: tensor<4x8x16xf32>, %arg1: tensor<4x8x16xf32>, %arg2: tensor<16x16xf32>) -> tensor<4x8x16xf32> {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {}, {"model"}]> : tensor<4x8x16xf32>
    %1 = sdy.sharding_constraint %arg1 <@mesh, [{"data"}, {}, {}]> : tensor<4x8x16xf32>
    %2 = stablehlo.dot_general %0, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8x16xf32>, tensor<16x16xf32>) -> tensor<4x8x16xf32>
    %3 = call @attention(%2, %0, %0) : (tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %4 = call @attention(%3, %1, %1) : (tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %5 = stablehlo.add %3, %4 : tensor<4x8x16xf32>
    %6 = sdy.sharding_constraint %5 <@mesh, [{}, {}, {"model"}]> : tensor<4x8x16xf32>
    return %6 : tensor<4x8x16xf32>
  }
}
