module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "expert"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "expert", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<4x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg1: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<4x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"expert"}, {}, {}]>}, %arg3: tensor<4x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"expert"}, {}, {}]>}) -> (tensor<4x16x32xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16x32xf32>, tensor<32x4xf32>) -> tensor<4x16x4xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x16x4xf32>, tensor<f32>) -> tensor<4x16xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %3 = stablehlo.maximum %2, %1 : tensor<4x16xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<4x16x1xf32>) -> tensor<4x16x4xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<4x16x4xf32>
    %7 = stablehlo.exponential %6 : tensor<4x16x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x16x4xf32>, tensor<f32>) -> tensor<4x16xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<4x16x1xf32>) -> tensor<4x16x4xf32>
    %11 = stablehlo.divide %7, %10 : tensor<4x16x4xf32>
    %values, %indices = chlo.top_k(%11, k = 2) : tensor<4x16x4xf32> -> (tensor<4x16x2xf32>, tensor<4x16x2xi32>)
    %12 = call @_one_hot(%indices) : (tensor<4x16x2xi32>) -> tensor<4x16x2x4xf32>
    %13 = stablehlo.reshape %12 : (tensor<4x16x2x4xf32>) -> tensor<4x32x4xf32>
    %14 = call @cumsum(%13) : (tensor<4x32x4xf32>) -> tensor<4x32x4xf32>
    %15 = stablehlo.reshape %14 : (tensor<4x32x4xf32>) -> tensor<4x16x2x4xf32>
    %16 = stablehlo.multiply %15, %12 : tensor<4x16x2x4xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16x2x4xf32>
    %18 = stablehlo.subtract %16, %17 : tensor<4x16x2x4xf32>
    %19 = stablehlo.convert %18 : (tensor<4x16x2x4xf32>) -> tensor<4x16x2x4xi32>
    %20 = call @_one_hot_1(%19) : (tensor<4x16x2x4xi32>) -> tensor<4x16x2x4x8xf32>
    %21 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2, 3] : (tensor<4x16x2x4xf32>) -> tensor<4x16x2x4x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3, 4] : (tensor<4x16x2x4x1xf32>) -> tensor<4x16x2x4x8xf32>
    %23 = stablehlo.multiply %20, %22 : tensor<4x16x2x4x8xf32>
    %24 = stablehlo.dot_general %values, %23, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x16x2xf32>, tensor<4x16x2x4x8xf32>) -> tensor<4x16x4x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%23 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<4x16x2x4x8xf32>, tensor<f32>) -> tensor<4x16x4x8xf32>
    %26 = stablehlo.dot_general %arg0, %25, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x16x32xf32>, tensor<4x16x4x8xf32>) -> tensor<4x32x4x8xf32>
    %27 = stablehlo.transpose %26, dims = [2, 0, 3, 1] : (tensor<4x32x4x8xf32>) -> tensor<4x4x8x32xf32>
    %28 = sdy.sharding_constraint %27 <@mesh, [{"expert"}, {"data"}, {}, {}]> : tensor<4x4x8x32xf32>
    %29 = stablehlo.dot_general %28, %arg2, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x8x32xf32>, tensor<4x32x64xf32>) -> tensor<4x4x8x64xf32>
    %30 = call @silu(%29) : (tensor<4x4x8x64xf32>) -> tensor<4x4x8x64xf32>
    %31 = sdy.sharding_constraint %30 <@mesh, [{"expert"}, {"data"}, {}, {}]> : tensor<4x4x8x64xf32>
    %32 = stablehlo.dot_general %31, %arg3, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x8x64xf32>, tensor<4x64x32xf32>) -> tensor<4x4x8x32xf32>
    %33 = sdy.sharding_constraint %32 <@mesh, [{"expert"}, {"data"}, {}, {}]> : tensor<4x4x8x32xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%11 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<4x16x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %cst_5 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %36 = stablehlo.divide %34, %35 : tensor<4x4xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%12 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<4x16x2x4xf32>, tensor<f32>) -> tensor<4x16x4xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<4x16x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %cst_8 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %40 = stablehlo.divide %38, %39 : tensor<4x4xf32>
    %41 = stablehlo.multiply %36, %40 : tensor<4x4xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    %43 = stablehlo.dot_general %24, %33, batching_dims = [0] x [1], contracting_dims = [3, 2] x [2, 0], precision = [DEFAULT, DEFAULT] : (tensor<4x16x4x8xf32>, tensor<4x4x8x32xf32>) -> tensor<4x16x32xf32>
    %44 = sdy.sharding_constraint %43 <@mesh, [{"data"}, {}, {}]> : tensor<4x16x32xf32>
    return %44, %42 : tensor<4x16x32xf32>, tensor<f32>
  }
  func.func private @_one_hot(%arg0: tensor<4x16x2xi32>) -> tensor<4x16x2x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<4x16x2xi32>) -> tensor<4x16x2x1xi32>
    %1 = stablehlo.iota dim = 3 : tensor<1x1x1x4xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3] : (tensor<4x16x2x1xi32>) -> tensor<4x16x2x4xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xi32>) -> tensor<4x16x2x4xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<4x16x2x4xi32>, tensor<4x16x2x4xi32>) -> tensor<4x16x2x4xi1>
    %5 = stablehlo.convert %4 : (tensor<4x16x2x4xi1>) -> tensor<4x16x2x4xf32>
    return %5 : tensor<4x16x2x4xf32>
  }
  func.func private @cumsum(%arg0: tensor<4x32x4xf32>) -> tensor<4x32x4xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<4x32x4xf32>) -> tensor<4x32x4xf32>
    return %0 : tensor<4x32x4xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<4x32x4xf32>) -> tensor<4x32x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [31, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 32, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x32x4xf32>, tensor<f32>) -> tensor<4x32x4xf32>
    return %1 : tensor<4x32x4xf32>
  }
  func.func private @_one_hot_1(%arg0: tensor<4x16x2x4xi32>) -> tensor<4x16x2x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<4x16x2x4xi32>) -> tensor<4x16x2x4x1xi32>
    %1 = stablehlo.iota dim = 4 : tensor<1x1x1x1x8xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3, 4] : (tensor<4x16x2x4x1xi32>) -> tensor<4x16x2x4x8xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x1x8xi32>) -> tensor<4x16x2x4x8xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<4x16x2x4x8xi32>, tensor<4x16x2x4x8xi32>) -> tensor<4x16x2x4x8xi1>
    %5 = stablehlo.convert %4 : (tensor<4x16x2x4x8xi1>) -> tensor<4x16x2x4x8xf32>
    return %5 : tensor<4x16x2x4x8xf32>
  }
  func.func private @silu(%arg0: tensor<4x4x8x64xf32>) -> tensor<4x4x8x64xf32> {
    %0 = stablehlo.negate %arg0 : tensor<4x4x8x64xf32>
    %1 = stablehlo.exponential %0 : tensor<4x4x8x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4x8x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x4x8x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4x8x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<4x4x8x64xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<4x4x8x64xf32>
    return %6 : tensor<4x4x8x64xf32>
  }
}
