module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=8]> {stablehlo.mesh = {axes = [{name = "data", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg2: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg3: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<64x32xf32> {jax.result_info = "result[0]"}, tensor<64x32xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
    %1 = stablehlo.tanh %0 : tensor<16x32xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<16x32xf32>
    %4 = stablehlo.subtract %1, %arg3 : tensor<16x32xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<16x32xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %7 = stablehlo.divide %cst_1, %cst_2 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<16x32xf32>
    %10 = stablehlo.multiply %9, %3 : tensor<16x32xf32>
    %11 = stablehlo.multiply %10, %1 : tensor<16x32xf32>
    %12 = stablehlo.add %10, %11 : tensor<16x32xf32>
    %13 = stablehlo.dot_general %12, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
    %14 = stablehlo.transpose %13, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %cst_3 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %16 = stablehlo.multiply %15, %arg1 : tensor<64x32xf32>
    %17 = sdy.sharding_constraint %14 <@mesh, [{"data"}, {}]> : tensor<64x32xf32>
    %18 = stablehlo.add %16, %17 : tensor<64x32xf32>
    %19 = sdy.sharding_constraint %arg0 <@mesh, [{"data"}, {}]> : tensor<64x32xf32>
    %cst_4 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %21 = stablehlo.multiply %20, %18 : tensor<64x32xf32>
    %22 = stablehlo.subtract %19, %21 : tensor<64x32xf32>
    %23 = sdy.sharding_constraint %22 <@mesh, [{}, {}]> : tensor<64x32xf32>
    return %23, %18 : tensor<64x32xf32>, tensor<64x32xf32>
  }
}
