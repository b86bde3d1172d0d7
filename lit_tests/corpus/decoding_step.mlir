module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<4x32x8x16xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, %arg1: tensor<4x32x8x16xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, %arg2: tensor<4x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, %arg3: tensor<4x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, %arg4: tensor<4x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, %arg5: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> (tensor<4x32x8x16xf32> {jax.result_info = "result[0]"}, tensor<4x32x8x16xf32> {jax.result_info = "result[1]"}, tensor<4x8x16xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.broadcast_in_dim %arg3, dims = [0, 2, 3] : (tensor<4x8x16xf32>) -> tensor<4x1x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %2 = stablehlo.compare LT, %arg5, %1, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %4 = stablehlo.add %arg5, %3 : tensor<4xi32>
    %5 = stablehlo.select %2, %4, %arg5 : tensor<4xi1>, tensor<4xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %9 = stablehlo.concatenate %6, %7, %8, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x3xi32>
    %c_3 = stablehlo.constant dense<[31, 0, 0]> : tensor<3xi32>
    %c_4 = stablehlo.constant dense<2147483647> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %11 = stablehlo.minimum %c_3, %10 : tensor<3xi32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [1] : (tensor<3xi32>) -> tensor<4x3xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<4x3xi32>
    %14 = stablehlo.clamp %13, %9, %12 : tensor<4x3xi32>
    %15 = "stablehlo.scatter"(%arg0, %14, %0) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2, 3], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      stablehlo.return %arg7 : tensor<f32>
    }) : (tensor<4x32x8x16xf32>, tensor<4x3xi32>, tensor<4x1x8x16xf32>) -> tensor<4x32x8x16xf32>
    %16 = sdy.sharding_constraint %15 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<4x32x8x16xf32>
    %17 = stablehlo.broadcast_in_dim %arg4, dims = [0, 2, 3] : (tensor<4x8x16xf32>) -> tensor<4x1x8x16xf32>
    %18 = stablehlo.slice %arg5 [0:1] : (tensor<4xi32>) -> tensor<1xi32>
    %19 = stablehlo.reshape %18 : (tensor<1xi32>) -> tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %20 = stablehlo.compare LT, %19, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_7 = stablehlo.constant dense<32> : tensor<i32>
    %21 = stablehlo.add %19, %c_7 : tensor<i32>
    %22 = stablehlo.select %20, %21, %19 : tensor<i1>, tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %23 = stablehlo.dynamic_update_slice %arg1, %17, %c_8, %22, %c_9, %c_10 : (tensor<4x32x8x16xf32>, tensor<4x1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x32x8x16xf32>
    %24 = stablehlo.dot_general %arg2, %16, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x8x16xf32>, tensor<4x32x8x16xf32>) -> tensor<4x8x32xf32>
    %25 = stablehlo.iota dim = 0 : tensor<32xi32>
    %26 = stablehlo.broadcast_in_dim %arg5, dims = [0] : (tensor<4xi32>) -> tensor<4x1x1xi32>
    %27 = stablehlo.broadcast_in_dim %25, dims = [2] : (tensor<32xi32>) -> tensor<1x1x32xi32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2] : (tensor<1x1x32xi32>) -> tensor<4x1x32xi32>
    %29 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<4x1x1xi32>) -> tensor<4x1x32xi32>
    %30 = stablehlo.compare LE, %28, %29, SIGNED : (tensor<4x1x32xi32>, tensor<4x1x32xi32>) -> tensor<4x1x32xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %31 = call @_where(%30, %24, %cst) : (tensor<4x1x32xi1>, tensor<4x8x32xf32>, tensor<f32>) -> tensor<4x8x32xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_11) applies stablehlo.maximum across dimensions = [2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<4x8xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %34 = stablehlo.maximum %33, %32 : tensor<4x8xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %37 = stablehlo.subtract %31, %36 : tensor<4x8x32xf32>
    %38 = stablehlo.exponential %37 : tensor<4x8x32xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<4x8xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x1xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<4x8x1xf32>) -> tensor<4x8x32xf32>
    %42 = stablehlo.divide %38, %41 : tensor<4x8x32xf32>
    %43 = stablehlo.dot_general %42, %23, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x8x32xf32>, tensor<4x32x8x16xf32>) -> tensor<4x8x16xf32>
    return %16, %23, %43 : tensor<4x32x8x16xf32>, tensor<4x32x8x16xf32>, tensor<4x8x16xf32>
  }
  func.func private @_where(%arg0: tensor<4x1x32xi1>, %arg1: tensor<4x8x32xf32>, %arg2: tensor<f32>) -> tensor<4x8x32xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<4x1x32xi1>) -> tensor<4x8x32xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x8x32xi1>, tensor<4x8x32xf32>
    return %3 : tensor<4x8x32xf32>
  }
}
