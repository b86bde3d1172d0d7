module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %arg1: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4x2x3x4xf32> {jax.result_info = "result[0]"}, tensor<12x8xf32> {jax.result_info = "result[1]"}, tensor<5x15xf32> {jax.result_info = "result[2]"}, tensor<8x6xf32> {jax.result_info = "result[3][0]"}, tensor<8x6xf32> {jax.result_info = "result[3][1]"}, tensor<8x36xf32> {jax.result_info = "result[4]"}, tensor<2x8x12xf32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<8x12xf32>) -> tensor<2x2x2x12xf32>
    %1 = stablehlo.transpose %0, dims = [2, 0, 1, 3] : (tensor<2x2x2x12xf32>) -> tensor<2x2x2x12xf32>
    %2 = stablehlo.reshape %1 : (tensor<2x2x2x12xf32>) -> tensor<2x4x12xf32>
    %3 = stablehlo.dot_general %2, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12xf32>, tensor<12x12xf32>) -> tensor<2x4x12xf32>
    %4 = stablehlo.reshape %3 : (tensor<2x4x12xf32>) -> tensor<8x12xf32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{?}, {"y"}]> : tensor<8x12xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6 = call @_pad(%5, %c) : (tensor<8x12xf32>, tensor<i32>) -> tensor<11x15xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{"y"}, {"x"}]> : tensor<11x15xf32>
    %8 = stablehlo.reshape %5 : (tensor<8x12xf32>) -> tensor<4x2x3x4xf32>
    %9 = stablehlo.transpose %5, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %10 = sdy.sharding_constraint %9 <@mesh, [{"y", "x"}, {}]> : tensor<12x8xf32>
    %11 = stablehlo.slice %7 [1:11:2, 0:15] : (tensor<11x15xf32>) -> tensor<5x15xf32>
    %12 = stablehlo.reverse %11, dims = [1] : tensor<5x15xf32>
    %13 = stablehlo.slice %arg0 [0:8, 0:6] : (tensor<8x12xf32>) -> tensor<8x6xf32>
    %14 = stablehlo.slice %arg0 [0:8, 6:12] : (tensor<8x12xf32>) -> tensor<8x6xf32>
    %15 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x12xf32>) -> tensor<8x12x3xf32>
    %16 = stablehlo.reshape %15 : (tensor<8x12x3xf32>) -> tensor<8x36xf32>
    %17 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<8x12xf32>) -> tensor<1x8x12xf32>
    %18 = stablehlo.broadcast_in_dim %5, dims = [1, 2] : (tensor<8x12xf32>) -> tensor<1x8x12xf32>
    %19 = stablehlo.concatenate %17, %18, dim = 0 : (tensor<1x8x12xf32>, tensor<1x8x12xf32>) -> tensor<2x8x12xf32>
    return %8, %10, %12, %13, %14, %16, %19 : tensor<4x2x3x4xf32>, tensor<12x8xf32>, tensor<5x15xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x36xf32>, tensor<2x8x12xf32>
  }
  func.func private @_pad(%arg0: tensor<8x12xf32>, %arg1: tensor<i32>) -> tensor<11x15xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 0], high = [2, 3], interior = [0, 0] : (tensor<8x12xf32>, tensor<f32>) -> tensor<11x15xf32>
    return %1 : tensor<11x15xf32>
  }
}
