module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["batch"=4, "tensor"=2]> {stablehlo.mesh = {axes = [{name = "batch", size = 4 : i64}, {name = "tensor", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tensor"}, {}]>}, %arg1: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tensor"}]>}, %arg2: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg3: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tensor"}]>}, %arg4: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tensor"}, {}]>}, %arg5: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tensor"}]>}, %arg6: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg7: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tensor"}]>}, %arg8: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64x32xf32> {jax.result_info = "result[1][0]['down']"}, tensor<32x64xf32> {jax.result_info = "result[1][0]['gate']"}, tensor<32xf32> {jax.result_info = "result[1][0]['scale']"}, tensor<32x64xf32> {jax.result_info = "result[1][0]['up']"}, tensor<64x32xf32> {jax.result_info = "result[1][1]['down']"}, tensor<32x64xf32> {jax.result_info = "result[1][1]['gate']"}, tensor<32xf32> {jax.result_info = "result[1][1]['scale']"}, tensor<32x64xf32> {jax.result_info = "result[1][1]['up']"}) {
    %0:21 = call @layer(%arg8, %arg0, %arg1, %arg2, %arg3) : (tensor<16x32xf32>, tensor<64x32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32x64xf32>) -> (tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>)
    %1:24 = call @layer_2(%0#0, %arg4, %arg5, %arg6, %arg7) : (tensor<16x32xf32>, tensor<64x32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32x64xf32>) -> (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>)
    %2 = stablehlo.multiply %1#0, %1#0 : tensor<16x32xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %4 = stablehlo.multiply %3, %1#0 : tensor<16x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %6 = stablehlo.divide %5, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %7 = stablehlo.divide %cst_2, %cst_3 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %9 = stablehlo.multiply %8, %4 : tensor<16x32xf32>
    %10:5 = call @layer_3(%0#0, %1#1, %1#2, %1#3, %1#4, %1#5, %1#6, %1#7, %1#8, %1#9, %1#10, %1#11, %arg7, %1#12, %1#13, %1#14, %1#15, %1#16, %arg5, %1#17, %1#18, %1#19, %1#20, %1#21, %1#22, %arg4, %1#23, %9) : (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<32x64xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<32x64xf32>, tensor<16x32xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64x32xf32>, tensor<16x64xf32>, tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<64x32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32x64xf32>)
    %11:4 = call @layer_8(%0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %arg3, %0#9, %0#10, %0#11, %0#12, %0#13, %arg1, %0#14, %0#15, %0#16, %0#17, %0#18, %0#19, %arg0, %0#20, %10#0) : (tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<32x64xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<32x64xf32>, tensor<16x32xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64x32xf32>, tensor<16x64xf32>, tensor<16x32xf32>) -> (tensor<64x32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32x64xf32>)
    return %6, %11#0, %11#1, %11#2, %11#3, %10#1, %10#2, %10#3, %10#4 : tensor<f32>, tensor<64x32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<64x32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32x64xf32>
  }
  func.func private @layer(%arg0: tensor<16x32xf32>, %arg1: tensor<64x32xf32>, %arg2: tensor<32x64xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x64xf32>) -> (tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>) {
    %0:2 = call @scaled(%arg0, %arg3) : (tensor<16x32xf32>, tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x32xf32>)
    %1 = call @cumsum(%0#0) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %2 = stablehlo.tanh %1 : tensor<16x32xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %4 = stablehlo.subtract %3, %2 : tensor<16x32xf32>
    %5 = stablehlo.add %arg0, %2 : tensor<16x32xf32>
    %6:5 = call @scaled_1(%5, %arg3) : (tensor<16x32xf32>, tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>)
    %7 = stablehlo.dot_general %6#0, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
    %8:5 = call @scaled_1(%5, %arg3) : (tensor<16x32xf32>, tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>)
    %9 = stablehlo.dot_general %8#0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
    %10:3 = call @silu(%9) : (tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>)
    %11 = stablehlo.multiply %10#0, %7 : tensor<16x64xf32>
    %12 = sdy.sharding_constraint %11 <@mesh, [{"batch"}, {"tensor"}]> : tensor<16x64xf32>
    %13 = stablehlo.dot_general %12, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
    %14 = stablehlo.add %5, %13 : tensor<16x32xf32>
    return %14, %0#1, %2, %4, %5, %6#1, %6#2, %6#3, %6#4, %6#0, %8#1, %8#2, %8#3, %8#4, %8#0, %10#1, %10#2, %9, %7, %10#0, %12 : tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>
  }
  func.func private @scaled(%arg0: tensor<16x32xf32>, %arg1: tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x32xf32>) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<16x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<16x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<16x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x32xf32>
    %9 = stablehlo.multiply %arg0, %8 : tensor<16x32xf32>
    %10 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<16x32xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<16x32xf32>
    return %12, %9 : tensor<16x32xf32>, tensor<16x32xf32>
  }
  func.func private @cumsum(%arg0: tensor<16x32xf32>) -> tensor<16x32xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    return %0 : tensor<16x32xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<16x32xf32>) -> tensor<16x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 16, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    return %1 : tensor<16x32xf32>
  }
  func.func private @scaled_1(%arg0: tensor<16x32xf32>, %arg1: tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<16x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<16x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<16x1xf32>
    %8 = stablehlo.divide %7, %6 : tensor<16x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<16x1xf32>
    %11 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x32xf32>
    %12 = stablehlo.multiply %arg0, %11 : tensor<16x32xf32>
    %13 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<16x32xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<16x32xf32>
    return %15, %10, %7, %13, %12 : tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>
  }
  func.func private @silu(%arg0: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<16x64xf32>
    %1 = stablehlo.exponential %0 : tensor<16x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<16x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<16x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x64xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<16x64xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<16x64xf32>
    return %9, %8, %5 : tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>
  }
  func.func private @layer_2(%arg0: tensor<16x32xf32>, %arg1: tensor<64x32xf32>, %arg2: tensor<32x64xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x64xf32>) -> (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>) {
    %0:5 = call @scaled_1(%arg0, %arg3) : (tensor<16x32xf32>, tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>)
    %1 = call @cumsum(%0#0) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %2 = stablehlo.tanh %1 : tensor<16x32xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %4 = stablehlo.subtract %3, %2 : tensor<16x32xf32>
    %5 = stablehlo.add %arg0, %2 : tensor<16x32xf32>
    %6:5 = call @scaled_1(%5, %arg3) : (tensor<16x32xf32>, tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>)
    %7 = stablehlo.dot_general %6#0, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
    %8:5 = call @scaled_1(%5, %arg3) : (tensor<16x32xf32>, tensor<32xf32>) -> (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>)
    %9 = stablehlo.dot_general %8#0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
    %10:3 = call @silu(%9) : (tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>)
    %11 = stablehlo.multiply %10#0, %7 : tensor<16x64xf32>
    %12 = sdy.sharding_constraint %11 <@mesh, [{"batch"}, {"tensor"}]> : tensor<16x64xf32>
    %13 = stablehlo.dot_general %12, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
    %14 = stablehlo.add %5, %13 : tensor<16x32xf32>
    return %14, %0#1, %0#2, %0#3, %0#4, %2, %4, %5, %6#1, %6#2, %6#3, %6#4, %6#0, %8#1, %8#2, %8#3, %8#4, %8#0, %10#1, %10#2, %9, %7, %10#0, %12 : tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>
  }
  func.func private @layer_3(%arg0: tensor<16x32xf32>, %arg1: tensor<16x1xf32>, %arg2: tensor<16x1xf32>, %arg3: tensor<1x32xf32>, %arg4: tensor<16x32xf32>, %arg5: tensor<16x32xf32>, %arg6: tensor<16x32xf32>, %arg7: tensor<16x32xf32>, %arg8: tensor<16x1xf32>, %arg9: tensor<16x1xf32>, %arg10: tensor<1x32xf32>, %arg11: tensor<16x32xf32>, %arg12: tensor<32x64xf32>, %arg13: tensor<16x32xf32>, %arg14: tensor<16x1xf32>, %arg15: tensor<16x1xf32>, %arg16: tensor<1x32xf32>, %arg17: tensor<16x32xf32>, %arg18: tensor<32x64xf32>, %arg19: tensor<16x32xf32>, %arg20: tensor<16x64xf32>, %arg21: tensor<16x64xf32>, %arg22: tensor<16x64xf32>, %arg23: tensor<16x64xf32>, %arg24: tensor<16x64xf32>, %arg25: tensor<64x32xf32>, %arg26: tensor<16x64xf32>, %arg27: tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<64x32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32x64xf32>) {
    %0 = stablehlo.dot_general %arg27, %arg26, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %2 = stablehlo.dot_general %arg27, %arg25, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<64x32xf32>) -> tensor<16x64xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"batch"}, {"tensor"}]> : tensor<16x64xf32>
    %4 = stablehlo.multiply %arg24, %3 : tensor<16x64xf32>
    %5 = stablehlo.multiply %3, %arg23 : tensor<16x64xf32>
    %6 = call @silu_4(%arg20, %arg21, %arg22, %5) : (tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    %7 = stablehlo.dot_general %6, %arg19, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
    %8 = stablehlo.transpose %7, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %9 = stablehlo.dot_general %6, %arg18, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<32x64xf32>) -> tensor<16x32xf32>
    %10:2 = call @scaled_5(%arg7, %arg14, %arg15, %arg16, %arg17, %9) : (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<32xf32>)
    %11 = stablehlo.add %arg27, %10#0 : tensor<16x32xf32>
    %12 = stablehlo.dot_general %4, %arg13, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
    %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %14 = stablehlo.dot_general %4, %arg12, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<32x64xf32>) -> tensor<16x32xf32>
    %15:2 = call @scaled_5(%arg7, %arg8, %arg9, %arg10, %arg11, %14) : (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<32xf32>)
    %16 = stablehlo.add %11, %15#0 : tensor<16x32xf32>
    %17 = stablehlo.add %10#1, %15#1 : tensor<32xf32>
    %18 = stablehlo.multiply %16, %arg6 : tensor<16x32xf32>
    %19 = stablehlo.multiply %18, %arg5 : tensor<16x32xf32>
    %20 = stablehlo.add %18, %19 : tensor<16x32xf32>
    %21 = call @cumsum_6(%20) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %22:2 = call @scaled_5(%arg0, %arg1, %arg2, %arg3, %arg4, %21) : (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<32xf32>)
    %23 = stablehlo.add %16, %22#0 : tensor<16x32xf32>
    %24 = stablehlo.add %17, %22#1 : tensor<32xf32>
    return %23, %1, %8, %24, %13 : tensor<16x32xf32>, tensor<64x32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32x64xf32>
  }
  func.func private @silu_4(%arg0: tensor<16x64xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<16x64xf32>, %arg3: tensor<16x64xf32>) -> tensor<16x64xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<16x64xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<16x64xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<16x64xf32>
    %3 = stablehlo.add %1, %2 : tensor<16x64xf32>
    return %3 : tensor<16x64xf32>
  }
  func.func private @scaled_5(%arg0: tensor<16x32xf32>, %arg1: tensor<16x1xf32>, %arg2: tensor<16x1xf32>, %arg3: tensor<1x32xf32>, %arg4: tensor<16x32xf32>, %arg5: tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<32xf32>) {
    %0 = stablehlo.multiply %arg4, %arg5 : tensor<16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.reshape %1 : (tensor<32xf32>) -> tensor<1x32xf32>
    %3 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<16x32xf32>
    %4 = stablehlo.multiply %arg5, %3 : tensor<16x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %6 = stablehlo.multiply %arg0, %4 : tensor<16x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<16xf32>
    %8 = stablehlo.reshape %7 : (tensor<16xf32>) -> tensor<16x1xf32>
    %9 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x32xf32>
    %10 = stablehlo.multiply %4, %9 : tensor<16x32xf32>
    %11 = stablehlo.multiply %8, %arg1 : tensor<16x1xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<16x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<16x1xf32>, tensor<f32>) -> tensor<16xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<16xf32>) -> tensor<16x32xf32>
    %16 = stablehlo.multiply %arg0, %15 : tensor<16x32xf32>
    %17 = stablehlo.add %10, %16 : tensor<16x32xf32>
    %18 = stablehlo.multiply %15, %arg0 : tensor<16x32xf32>
    %19 = stablehlo.add %17, %18 : tensor<16x32xf32>
    return %19, %5 : tensor<16x32xf32>, tensor<32xf32>
  }
  func.func private @cumsum_6(%arg0: tensor<16x32xf32>) -> tensor<16x32xf32> {
    %0 = call @cumsum_7(%arg0) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    return %0 : tensor<16x32xf32>
  }
  func.func private @cumsum_7(%arg0: tensor<16x32xf32>) -> tensor<16x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 15], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 16, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    return %1 : tensor<16x32xf32>
  }
  func.func private @layer_8(%arg0: tensor<16x32xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<16x32xf32>, %arg3: tensor<16x32xf32>, %arg4: tensor<16x1xf32>, %arg5: tensor<16x1xf32>, %arg6: tensor<1x32xf32>, %arg7: tensor<16x32xf32>, %arg8: tensor<32x64xf32>, %arg9: tensor<16x32xf32>, %arg10: tensor<16x1xf32>, %arg11: tensor<16x1xf32>, %arg12: tensor<1x32xf32>, %arg13: tensor<16x32xf32>, %arg14: tensor<32x64xf32>, %arg15: tensor<16x32xf32>, %arg16: tensor<16x64xf32>, %arg17: tensor<16x64xf32>, %arg18: tensor<16x64xf32>, %arg19: tensor<16x64xf32>, %arg20: tensor<16x64xf32>, %arg21: tensor<64x32xf32>, %arg22: tensor<16x64xf32>, %arg23: tensor<16x32xf32>) -> (tensor<64x32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32x64xf32>) {
    %0 = stablehlo.dot_general %arg23, %arg22, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %2 = stablehlo.dot_general %arg23, %arg21, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<64x32xf32>) -> tensor<16x64xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"batch"}, {"tensor"}]> : tensor<16x64xf32>
    %4 = stablehlo.multiply %arg20, %3 : tensor<16x64xf32>
    %5 = stablehlo.multiply %3, %arg19 : tensor<16x64xf32>
    %6 = call @silu_4(%arg16, %arg17, %arg18, %5) : (tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    %7 = stablehlo.dot_general %6, %arg15, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
    %8 = stablehlo.transpose %7, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %9 = stablehlo.dot_general %6, %arg14, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<32x64xf32>) -> tensor<16x32xf32>
    %10:2 = call @scaled_5(%arg3, %arg10, %arg11, %arg12, %arg13, %9) : (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<32xf32>)
    %11 = stablehlo.add %arg23, %10#0 : tensor<16x32xf32>
    %12 = stablehlo.dot_general %4, %arg9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
    %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %14 = stablehlo.dot_general %4, %arg8, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<32x64xf32>) -> tensor<16x32xf32>
    %15:2 = call @scaled_5(%arg3, %arg4, %arg5, %arg6, %arg7, %14) : (tensor<16x32xf32>, tensor<16x1xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<32xf32>)
    %16 = stablehlo.add %11, %15#0 : tensor<16x32xf32>
    %17 = stablehlo.add %10#1, %15#1 : tensor<32xf32>
    %18 = stablehlo.multiply %16, %arg2 : tensor<16x32xf32>
    %19 = stablehlo.multiply %18, %arg1 : tensor<16x32xf32>
    %20 = stablehlo.add %18, %19 : tensor<16x32xf32>
    %21 = call @cumsum_6(%20) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %22 = call @scaled_9(%arg0, %21) : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<32xf32>
    %23 = stablehlo.add %17, %22 : tensor<32xf32>
    return %1, %8, %23, %13 : tensor<64x32xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<32x64xf32>
  }
  func.func private @scaled_9(%arg0: tensor<16x32xf32>, %arg1: tensor<16x32xf32>) -> tensor<32xf32> {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.reshape %1 : (tensor<32xf32>) -> tensor<1x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
    return %3 : tensor<32xf32>
  }
}
