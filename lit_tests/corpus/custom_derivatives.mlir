module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<16x32xf32> {jax.result_info = "result[1]"}) {
    %0:2 = call @layer(%arg1, %arg0) : (tensor<8x16xf32>, tensor<16x32xf32>) -> (tensor<8x32xf32>, tensor<8x32xf32>)
    %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %2:2 = call @layer_0(%0#0, %1) : (tensor<8x32xf32>, tensor<32x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2#0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %5:2 = call @layer_1(%1, %0#0, %2#1, %4) : (tensor<32x16xf32>, tensor<8x32xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8x32xf32>, tensor<32x16xf32>)
    %6 = stablehlo.transpose %5#1, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %7 = call @layer_2(%arg1, %0#1, %5#0) : (tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
    %8 = stablehlo.add %6, %7 : tensor<16x32xf32>
    return %3, %8 : tensor<f32>, tensor<16x32xf32>
  }
  func.func private @layer(%arg0: tensor<8x16xf32>, %arg1: tensor<16x32xf32>) -> (tensor<8x32xf32>, tensor<8x32xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"data"}, {"model"}]> : tensor<8x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %3 = stablehlo.maximum %1, %2 : tensor<8x32xf32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %5 = stablehlo.subtract %1, %4 : tensor<8x32xf32>
    %6 = stablehlo.compare NE, %5, %5, FLOAT : (tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x32xi1>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %8 = stablehlo.add %1, %7 : tensor<8x32xf32>
    %9 = stablehlo.abs %5 : tensor<8x32xf32>
    %10 = stablehlo.negate %9 : tensor<8x32xf32>
    %11 = stablehlo.exponential %10 : tensor<8x32xf32>
    %12 = stablehlo.log_plus_one %11 : tensor<8x32xf32>
    %13 = stablehlo.add %3, %12 : tensor<8x32xf32>
    %14 = stablehlo.select %6, %8, %13 : tensor<8x32xi1>, tensor<8x32xf32>
    %15 = stablehlo.negate %1 : tensor<8x32xf32>
    %16 = stablehlo.exponential %15 : tensor<8x32xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %18 = stablehlo.add %17, %16 : tensor<8x32xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %20 = stablehlo.divide %19, %18 : tensor<8x32xf32>
    return %14, %20 : tensor<8x32xf32>, tensor<8x32xf32>
  }
  func.func private @layer_0(%arg0: tensor<8x32xf32>, %arg1: tensor<32x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"data"}, {"model"}]> : tensor<8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %3 = stablehlo.maximum %1, %2 : tensor<8x16xf32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %5 = stablehlo.subtract %1, %4 : tensor<8x16xf32>
    %6 = stablehlo.compare NE, %5, %5, FLOAT : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %8 = stablehlo.add %1, %7 : tensor<8x16xf32>
    %9 = stablehlo.abs %5 : tensor<8x16xf32>
    %10 = stablehlo.negate %9 : tensor<8x16xf32>
    %11 = stablehlo.exponential %10 : tensor<8x16xf32>
    %12 = stablehlo.log_plus_one %11 : tensor<8x16xf32>
    %13 = stablehlo.add %3, %12 : tensor<8x16xf32>
    %14 = stablehlo.select %6, %8, %13 : tensor<8x16xi1>, tensor<8x16xf32>
    %15 = stablehlo.negate %1 : tensor<8x16xf32>
    %16 = stablehlo.exponential %15 : tensor<8x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %18 = stablehlo.add %17, %16 : tensor<8x16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %20 = stablehlo.divide %19, %18 : tensor<8x16xf32>
    return %14, %20 : tensor<8x16xf32>, tensor<8x16xf32>
  }
  func.func private @layer_1(%arg0: tensor<32x16xf32>, %arg1: tensor<8x32xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<8x16xf32>) -> (tensor<8x32xf32>, tensor<32x16xf32>) {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<8x16xf32>
    %cst = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = call @clip(%0, %cst, %cst_0) : (tensor<8x16xf32>, tensor<f32>, tensor<f32>) -> tensor<8x16xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"data"}, {"model"}]> : tensor<8x16xf32>
    %3 = stablehlo.dot_general %2, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %5 = stablehlo.dot_general %2, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<32x16xf32>) -> tensor<8x32xf32>
    return %5, %4 : tensor<8x32xf32>, tensor<32x16xf32>
  }
  func.func private @clip(%arg0: tensor<8x16xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x16xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x16xf32>
    %3 = stablehlo.convert %arg2 : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x16xf32>
    return %5 : tensor<8x16xf32>
  }
  func.func private @layer_2(%arg0: tensor<8x16xf32>, %arg1: tensor<8x32xf32>, %arg2: tensor<8x32xf32>) -> tensor<16x32xf32> {
    %0 = stablehlo.multiply %arg1, %arg2 : tensor<8x32xf32>
    %cst = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = call @clip_3(%0, %cst, %cst_0) : (tensor<8x32xf32>, tensor<f32>, tensor<f32>) -> tensor<8x32xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"data"}, {"model"}]> : tensor<8x32xf32>
    %3 = stablehlo.dot_general %2, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<8x16xf32>) -> tensor<32x16xf32>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    return %4 : tensor<16x32xf32>
  }
  func.func private @clip_3(%arg0: tensor<8x32xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x32xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x32xf32>
    %3 = stablehlo.convert %arg2 : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x32xf32>
    return %5 : tensor<8x32xf32>
  }
}
