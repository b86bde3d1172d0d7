module @jit_local attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["sequence"=4, "head"=2]> {stablehlo.mesh = {axes = [{name = "sequence", size = 4 : i64}, {name = "head", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"sequence"}, {"head"}, {}]>}, %arg1: tensor<32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"sequence"}, {"head"}, {}]>}, %arg2: tensor<32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"sequence"}, {"head"}, {}]>}) -> (tensor<32x4x8xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{"sequence"}, {"head"}, {}]>, <@mesh, [{"sequence"}, {"head"}, {}]>, <@mesh, [{"sequence"}, {"head"}, {}]>] out_shardings=[<@mesh, [{"sequence"}, {"head"}, {}]>] manual_axes={"sequence", "head"} (%arg3: tensor<8x2x8xf32>, %arg4: tensor<8x2x8xf32>, %arg5: tensor<8x2x8xf32>) {
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %4:7 = stablehlo.while(%iterArg = %arg3, %iterArg_2 = %c, %iterArg_3 = %arg4, %iterArg_4 = %arg5, %iterArg_5 = %1, %iterArg_6 = %2, %iterArg_7 = %3) : tensor<8x2x8xf32>, tensor<i32>, tensor<8x2x8xf32>, tensor<8x2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
      cond {
        %c_8 = stablehlo.constant dense<4> : tensor<i32>
        %9 = stablehlo.compare LT, %iterArg_2, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %9 : tensor<i1>
      } do {
        %9:5 = func.call @closed_call(%iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7) : (tensor<8x2x8xf32>, tensor<8x2x8xf32>, tensor<8x2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>) -> (tensor<8x2x8xf32>, tensor<8x2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>)
        %c_8 = stablehlo.constant dense<1> : tensor<i32>
        %10 = stablehlo.add %iterArg_2, %c_8 : tensor<i32>
        stablehlo.return %iterArg, %10, %9#0, %9#1, %9#2, %9#3, %9#4 : tensor<8x2x8xf32>, tensor<i32>, tensor<8x2x8xf32>, tensor<8x2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
      }
      %5 = stablehlo.broadcast_in_dim %4#5, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
      %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
      %7 = stablehlo.divide %4#6, %6 : tensor<2x8x8xf32>
      %8 = stablehlo.transpose %7, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
      sdy.return %8 : tensor<8x2x8xf32>
    } : (tensor<32x4x8xf32>, tensor<32x4x8xf32>, tensor<32x4x8xf32>) -> tensor<32x4x8xf32>
    return %0 : tensor<32x4x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x2x8xf32>, %arg1: tensor<8x2x8xf32>, %arg2: tensor<8x2x8xf32>, %arg3: tensor<2x8xf32>, %arg4: tensor<2x8xf32>, %arg5: tensor<2x8x8xf32>) -> (tensor<8x2x8xf32>, tensor<8x2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [1] x [1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x2x8xf32>, tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %2 = stablehlo.convert %arg3 : tensor<2x8xf32>
    %3 = stablehlo.maximum %2, %1 : tensor<2x8xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<2x8x8xf32>
    %7 = stablehlo.exponential %6 : tensor<2x8x8xf32>
    %8 = stablehlo.convert %arg3 : tensor<2x8xf32>
    %9 = stablehlo.subtract %8, %3 : tensor<2x8xf32>
    %10 = stablehlo.exponential %9 : tensor<2x8xf32>
    %11 = stablehlo.multiply %arg4, %10 : tensor<2x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %13 = stablehlo.add %11, %12 : tensor<2x8xf32>
    %14 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %16 = stablehlo.multiply %arg5, %15 : tensor<2x8x8xf32>
    %17 = stablehlo.dot_general %7, %arg2, batching_dims = [0] x [1], contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8x8xf32>, tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %18 = stablehlo.add %16, %17 : tensor<2x8x8xf32>
    %19 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 6], [6, 0], [1, 3], [3, 5], [5, 7], [7, 1]]> : tensor<8x2xi64>}> : (tensor<8x2x8xf32>) -> tensor<8x2x8xf32>
    %20 = "stablehlo.collective_permute"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 6], [6, 0], [1, 3], [3, 5], [5, 7], [7, 1]]> : tensor<8x2xi64>}> : (tensor<8x2x8xf32>) -> tensor<8x2x8xf32>
    return %19, %20, %3, %13, %18 : tensor<8x2x8xf32>, tensor<8x2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
  }
}
