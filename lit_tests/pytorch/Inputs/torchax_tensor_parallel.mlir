module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg3: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg4: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg5: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg6: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg7: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg8: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg9: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg10: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg11: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg12: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg13: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg14: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg15: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg16: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg17: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg18: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg19: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg20: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg21: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg22: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg23: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg24: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg25: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg26: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg27: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg28: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg29: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg30: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg31: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg32: tensor<512x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg33: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg34: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg35: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg36: tensor<512x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg37: tensor<16x32xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg38: tensor<16x32xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.0.down.bias']"}, tensor<64x256xf32> {jax.result_info = "result[1]['blocks.0.down.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.0.key.bias']"}, tensor<64x64xf32> {jax.result_info = "result[1]['blocks.0.key.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.0.norm.bias']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.0.norm.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.0.norm_after.bias']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.0.norm_after.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.0.out.bias']"}, tensor<64x64xf32> {jax.result_info = "result[1]['blocks.0.out.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.0.query.bias']"}, tensor<64x64xf32> {jax.result_info = "result[1]['blocks.0.query.weight']"}, tensor<256xf32> {jax.result_info = "result[1]['blocks.0.up.bias']"}, tensor<256x64xf32> {jax.result_info = "result[1]['blocks.0.up.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.0.value.bias']"}, tensor<64x64xf32> {jax.result_info = "result[1]['blocks.0.value.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.1.down.bias']"}, tensor<64x256xf32> {jax.result_info = "result[1]['blocks.1.down.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.1.key.bias']"}, tensor<64x64xf32> {jax.result_info = "result[1]['blocks.1.key.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.1.norm.bias']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.1.norm.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.1.norm_after.bias']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.1.norm_after.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.1.out.bias']"}, tensor<64x64xf32> {jax.result_info = "result[1]['blocks.1.out.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.1.query.bias']"}, tensor<64x64xf32> {jax.result_info = "result[1]['blocks.1.query.weight']"}, tensor<256xf32> {jax.result_info = "result[1]['blocks.1.up.bias']"}, tensor<256x64xf32> {jax.result_info = "result[1]['blocks.1.up.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['blocks.1.value.bias']"}, tensor<64x64xf32> {jax.result_info = "result[1]['blocks.1.value.weight']"}, tensor<512x64xf32> {jax.result_info = "result[1]['head.weight']"}, tensor<64xf32> {jax.result_info = "result[1]['norm.bias']"}, tensor<64xf32> {jax.result_info = "result[1]['norm.weight']"}, tensor<32x64xf32> {jax.result_info = "result[1]['places.weight']"}, tensor<512x64xf32> {jax.result_info = "result[1]['tokens.weight']"}) {
    %0:2 = call @_take(%arg36, %arg37) : (tensor<512x64xf32>, tensor<16x32xi32>) -> (tensor<16x32x64xf32>, tensor<16x32x1xi32>)
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %2 = stablehlo.multiply %arg35, %1 : tensor<32x64xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<32x64xf32>) -> tensor<1x32x64xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<1x32x64xf32>) -> tensor<16x32x64xf32>
    %5 = stablehlo.add %0#0, %4 : tensor<16x32x64xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_1 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %9 = stablehlo.divide %7, %8 : tensor<16x32x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %10:4 = call @_var(%5, %c) : (tensor<16x32x64xf32>, tensor<i32>) -> (tensor<16x32x1xf32>, tensor<16x32x64xf32>, tensor<f32>, tensor<i1>)
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %12 = stablehlo.add %10#0, %11 : tensor<16x32x1xf32>
    %13 = stablehlo.rsqrt %12 : tensor<16x32x1xf32>
    %14 = stablehlo.divide %13, %12 : tensor<16x32x1xf32>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %16 = stablehlo.multiply %15, %14 : tensor<16x32x1xf32>
    %17 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %18 = stablehlo.subtract %5, %17 : tensor<16x32x64xf32>
    %19 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %20 = stablehlo.multiply %18, %19 : tensor<16x32x64xf32>
    %21 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %23 = stablehlo.multiply %20, %22 : tensor<16x32x64xf32>
    %24 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %26 = stablehlo.add %23, %25 : tensor<16x32x64xf32>
    %27 = stablehlo.dot_general %26, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %28 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %30 = stablehlo.add %27, %29 : tensor<16x32x64xf32>
    %31 = stablehlo.reshape %30 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %32 = stablehlo.transpose %31, dims = [0, 2, 1, 3] : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %33 = stablehlo.dot_general %26, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %34 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %36 = stablehlo.add %33, %35 : tensor<16x32x64xf32>
    %37 = stablehlo.reshape %36 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %38 = stablehlo.transpose %37, dims = [0, 2, 1, 3] : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %39 = stablehlo.dot_general %26, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %40 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %42 = stablehlo.add %39, %41 : tensor<16x32x64xf32>
    %43 = stablehlo.reshape %42 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %44 = stablehlo.transpose %43, dims = [0, 2, 1, 3] : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %45 = stablehlo.transpose %38, dims = [0, 1, 3, 2] : (tensor<16x4x32x16xf32>) -> tensor<16x4x16x32xf32>
    %46 = stablehlo.reshape %32 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %47 = stablehlo.reshape %45 : (tensor<16x4x16x32xf32>) -> tensor<64x16x32xf32>
    %48 = stablehlo.dot_general %46, %47, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x16x32xf32>) -> tensor<64x32x32xf32>
    %49 = stablehlo.reshape %48 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %cst_4 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %51 = stablehlo.multiply %49, %50 : tensor<16x4x32x32xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %53 = call @triu(%52) : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %55 = stablehlo.compare GT, %53, %54, FLOAT : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %56:2 = call @_where_1(%55, %cst_7, %51) : (tensor<32x32xi1>, tensor<f32>, tensor<16x4x32x32xf32>) -> (tensor<16x4x32x32xf32>, tensor<16x4x32x32xi1>)
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %57 = stablehlo.reduce(%56#0 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<16x4x32xf32>
    %59 = stablehlo.maximum %58, %57 : tensor<16x4x32xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %62 = stablehlo.subtract %56#0, %61 : tensor<16x4x32x32xf32>
    %63 = stablehlo.exponential %62 : tensor<16x4x32x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %67 = stablehlo.divide %63, %66 : tensor<16x4x32x32xf32>
    %68 = stablehlo.multiply %65, %65 : tensor<16x4x32x1xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x4x32x1xf32>
    %70 = stablehlo.divide %69, %68 : tensor<16x4x32x1xf32>
    %71 = stablehlo.reshape %67 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %72 = stablehlo.reshape %44 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %73 = stablehlo.dot_general %71, %72, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %74 = stablehlo.reshape %73 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %75 = stablehlo.transpose %74, dims = [0, 2, 1, 3] : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %76 = stablehlo.reshape %75 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %77 = stablehlo.dot_general %76, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %78 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %80 = stablehlo.add %77, %79 : tensor<16x32x64xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %82 = stablehlo.multiply %80, %81 : tensor<16x32x64xf32>
    %83 = stablehlo.add %5, %82 : tensor<16x32x64xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_14 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %87 = stablehlo.divide %85, %86 : tensor<16x32x1xf32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %88:4 = call @_var(%83, %c_15) : (tensor<16x32x64xf32>, tensor<i32>) -> (tensor<16x32x1xf32>, tensor<16x32x64xf32>, tensor<f32>, tensor<i1>)
    %cst_16 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %90 = stablehlo.add %88#0, %89 : tensor<16x32x1xf32>
    %91 = stablehlo.rsqrt %90 : tensor<16x32x1xf32>
    %92 = stablehlo.divide %91, %90 : tensor<16x32x1xf32>
    %cst_17 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %94 = stablehlo.multiply %93, %92 : tensor<16x32x1xf32>
    %95 = stablehlo.broadcast_in_dim %87, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %96 = stablehlo.subtract %83, %95 : tensor<16x32x64xf32>
    %97 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %98 = stablehlo.multiply %96, %97 : tensor<16x32x64xf32>
    %99 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %101 = stablehlo.multiply %98, %100 : tensor<16x32x64xf32>
    %102 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %104 = stablehlo.add %101, %103 : tensor<16x32x64xf32>
    %105 = stablehlo.dot_general %104, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<256x64xf32>) -> tensor<16x32x256xf32>
    %106 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x32x256xf32>
    %108 = stablehlo.add %105, %107 : tensor<16x32x256xf32>
    %cst_18 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<16x32x256xf32>
    %110 = stablehlo.multiply %109, %108 : tensor<16x32x256xf32>
    %111 = stablehlo.negate %108 : tensor<16x32x256xf32>
    %cst_19 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x32x256xf32>
    %113 = stablehlo.multiply %111, %112 : tensor<16x32x256xf32>
    %114 = chlo.erfc %113 : tensor<16x32x256xf32> -> tensor<16x32x256xf32>
    %115 = chlo.square %113 : tensor<16x32x256xf32> -> tensor<16x32x256xf32>
    %116 = stablehlo.negate %115 : tensor<16x32x256xf32>
    %117 = stablehlo.exponential %116 : tensor<16x32x256xf32>
    %118 = stablehlo.multiply %110, %114 : tensor<16x32x256xf32>
    %119 = stablehlo.dot_general %118, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x256xf32>, tensor<64x256xf32>) -> tensor<16x32x64xf32>
    %120 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %122 = stablehlo.add %119, %121 : tensor<16x32x64xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %124 = stablehlo.multiply %122, %123 : tensor<16x32x64xf32>
    %125 = stablehlo.add %83, %124 : tensor<16x32x64xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%125 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %127 = stablehlo.broadcast_in_dim %126, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_22 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %129 = stablehlo.divide %127, %128 : tensor<16x32x1xf32>
    %c_23 = stablehlo.constant dense<0> : tensor<i32>
    %130:4 = call @_var(%125, %c_23) : (tensor<16x32x64xf32>, tensor<i32>) -> (tensor<16x32x1xf32>, tensor<16x32x64xf32>, tensor<f32>, tensor<i1>)
    %cst_24 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %132 = stablehlo.add %130#0, %131 : tensor<16x32x1xf32>
    %133 = stablehlo.rsqrt %132 : tensor<16x32x1xf32>
    %134 = stablehlo.divide %133, %132 : tensor<16x32x1xf32>
    %cst_25 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %136 = stablehlo.multiply %135, %134 : tensor<16x32x1xf32>
    %137 = stablehlo.broadcast_in_dim %129, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %138 = stablehlo.subtract %125, %137 : tensor<16x32x64xf32>
    %139 = stablehlo.broadcast_in_dim %133, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %140 = stablehlo.multiply %138, %139 : tensor<16x32x64xf32>
    %141 = stablehlo.broadcast_in_dim %arg21, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %142 = stablehlo.broadcast_in_dim %141, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %143 = stablehlo.multiply %140, %142 : tensor<16x32x64xf32>
    %144 = stablehlo.broadcast_in_dim %arg20, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %145 = stablehlo.broadcast_in_dim %144, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %146 = stablehlo.add %143, %145 : tensor<16x32x64xf32>
    %147 = stablehlo.dot_general %146, %arg27, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %148 = stablehlo.broadcast_in_dim %arg26, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %149 = stablehlo.broadcast_in_dim %148, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %150 = stablehlo.add %147, %149 : tensor<16x32x64xf32>
    %151 = stablehlo.reshape %150 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %152 = stablehlo.transpose %151, dims = [0, 2, 1, 3] : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %153 = stablehlo.dot_general %146, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %154 = stablehlo.broadcast_in_dim %arg18, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %155 = stablehlo.broadcast_in_dim %154, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %156 = stablehlo.add %153, %155 : tensor<16x32x64xf32>
    %157 = stablehlo.reshape %156 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %158 = stablehlo.transpose %157, dims = [0, 2, 1, 3] : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %159 = stablehlo.dot_general %146, %arg31, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %160 = stablehlo.broadcast_in_dim %arg30, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %161 = stablehlo.broadcast_in_dim %160, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %162 = stablehlo.add %159, %161 : tensor<16x32x64xf32>
    %163 = stablehlo.reshape %162 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %164 = stablehlo.transpose %163, dims = [0, 2, 1, 3] : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %165 = stablehlo.transpose %158, dims = [0, 1, 3, 2] : (tensor<16x4x32x16xf32>) -> tensor<16x4x16x32xf32>
    %166 = stablehlo.reshape %152 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %167 = stablehlo.reshape %165 : (tensor<16x4x16x32xf32>) -> tensor<64x16x32xf32>
    %168 = stablehlo.dot_general %166, %167, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x16x32xf32>) -> tensor<64x32x32xf32>
    %169 = stablehlo.reshape %168 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %cst_26 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %171 = stablehlo.multiply %169, %170 : tensor<16x4x32x32xf32>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %173 = call @triu(%172) : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %175 = stablehlo.compare GT, %173, %174, FLOAT : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xi1>
    %cst_29 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %176:2 = call @_where_1(%175, %cst_29, %171) : (tensor<32x32xi1>, tensor<f32>, tensor<16x4x32x32xf32>) -> (tensor<16x4x32x32xf32>, tensor<16x4x32x32xi1>)
    %cst_30 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %177 = stablehlo.reduce(%176#0 init: %cst_30) applies stablehlo.maximum across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %cst_31 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<16x4x32xf32>
    %179 = stablehlo.maximum %178, %177 : tensor<16x4x32xf32>
    %180 = stablehlo.broadcast_in_dim %179, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %182 = stablehlo.subtract %176#0, %181 : tensor<16x4x32x32xf32>
    %183 = stablehlo.exponential %182 : tensor<16x4x32x32xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %184 = stablehlo.reduce(%183 init: %cst_32) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %186 = stablehlo.broadcast_in_dim %185, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %187 = stablehlo.divide %183, %186 : tensor<16x4x32x32xf32>
    %188 = stablehlo.multiply %185, %185 : tensor<16x4x32x1xf32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<16x4x32x1xf32>
    %190 = stablehlo.divide %189, %188 : tensor<16x4x32x1xf32>
    %191 = stablehlo.reshape %187 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %192 = stablehlo.reshape %164 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %193 = stablehlo.dot_general %191, %192, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %194 = stablehlo.reshape %193 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %195 = stablehlo.transpose %194, dims = [0, 2, 1, 3] : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %196 = stablehlo.reshape %195 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %197 = stablehlo.dot_general %196, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %198 = stablehlo.broadcast_in_dim %arg24, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %199 = stablehlo.broadcast_in_dim %198, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %200 = stablehlo.add %197, %199 : tensor<16x32x64xf32>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %201 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %202 = stablehlo.multiply %200, %201 : tensor<16x32x64xf32>
    %203 = stablehlo.add %125, %202 : tensor<16x32x64xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %204 = stablehlo.reduce(%203 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_36 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %207 = stablehlo.divide %205, %206 : tensor<16x32x1xf32>
    %c_37 = stablehlo.constant dense<0> : tensor<i32>
    %208:4 = call @_var(%203, %c_37) : (tensor<16x32x64xf32>, tensor<i32>) -> (tensor<16x32x1xf32>, tensor<16x32x64xf32>, tensor<f32>, tensor<i1>)
    %cst_38 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %210 = stablehlo.add %208#0, %209 : tensor<16x32x1xf32>
    %211 = stablehlo.rsqrt %210 : tensor<16x32x1xf32>
    %212 = stablehlo.divide %211, %210 : tensor<16x32x1xf32>
    %cst_39 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %214 = stablehlo.multiply %213, %212 : tensor<16x32x1xf32>
    %215 = stablehlo.broadcast_in_dim %207, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %216 = stablehlo.subtract %203, %215 : tensor<16x32x64xf32>
    %217 = stablehlo.broadcast_in_dim %211, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %218 = stablehlo.multiply %216, %217 : tensor<16x32x64xf32>
    %219 = stablehlo.broadcast_in_dim %arg23, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %221 = stablehlo.multiply %218, %220 : tensor<16x32x64xf32>
    %222 = stablehlo.broadcast_in_dim %arg22, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %223 = stablehlo.broadcast_in_dim %222, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %224 = stablehlo.add %221, %223 : tensor<16x32x64xf32>
    %225 = stablehlo.dot_general %224, %arg29, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<256x64xf32>) -> tensor<16x32x256xf32>
    %226 = stablehlo.broadcast_in_dim %arg28, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %227 = stablehlo.broadcast_in_dim %226, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x32x256xf32>
    %228 = stablehlo.add %225, %227 : tensor<16x32x256xf32>
    %cst_40 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<16x32x256xf32>
    %230 = stablehlo.multiply %229, %228 : tensor<16x32x256xf32>
    %231 = stablehlo.negate %228 : tensor<16x32x256xf32>
    %cst_41 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %232 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<16x32x256xf32>
    %233 = stablehlo.multiply %231, %232 : tensor<16x32x256xf32>
    %234 = chlo.erfc %233 : tensor<16x32x256xf32> -> tensor<16x32x256xf32>
    %235 = chlo.square %233 : tensor<16x32x256xf32> -> tensor<16x32x256xf32>
    %236 = stablehlo.negate %235 : tensor<16x32x256xf32>
    %237 = stablehlo.exponential %236 : tensor<16x32x256xf32>
    %238 = stablehlo.multiply %230, %234 : tensor<16x32x256xf32>
    %239 = stablehlo.dot_general %238, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x256xf32>, tensor<64x256xf32>) -> tensor<16x32x64xf32>
    %240 = stablehlo.broadcast_in_dim %arg16, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %242 = stablehlo.add %239, %241 : tensor<16x32x64xf32>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %244 = stablehlo.multiply %242, %243 : tensor<16x32x64xf32>
    %245 = stablehlo.add %203, %244 : tensor<16x32x64xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %246 = stablehlo.reduce(%245 init: %cst_43) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %247 = stablehlo.broadcast_in_dim %246, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_44 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %249 = stablehlo.divide %247, %248 : tensor<16x32x1xf32>
    %c_45 = stablehlo.constant dense<0> : tensor<i32>
    %250:4 = call @_var(%245, %c_45) : (tensor<16x32x64xf32>, tensor<i32>) -> (tensor<16x32x1xf32>, tensor<16x32x64xf32>, tensor<f32>, tensor<i1>)
    %cst_46 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %252 = stablehlo.add %250#0, %251 : tensor<16x32x1xf32>
    %253 = stablehlo.rsqrt %252 : tensor<16x32x1xf32>
    %254 = stablehlo.divide %253, %252 : tensor<16x32x1xf32>
    %cst_47 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %255 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %256 = stablehlo.multiply %255, %254 : tensor<16x32x1xf32>
    %257 = stablehlo.broadcast_in_dim %249, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %258 = stablehlo.subtract %245, %257 : tensor<16x32x64xf32>
    %259 = stablehlo.broadcast_in_dim %253, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %260 = stablehlo.multiply %258, %259 : tensor<16x32x64xf32>
    %261 = stablehlo.broadcast_in_dim %arg34, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %262 = stablehlo.broadcast_in_dim %261, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %263 = stablehlo.multiply %260, %262 : tensor<16x32x64xf32>
    %264 = stablehlo.broadcast_in_dim %arg33, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %265 = stablehlo.broadcast_in_dim %264, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %266 = stablehlo.add %263, %265 : tensor<16x32x64xf32>
    %267 = stablehlo.dot_general %266, %arg32, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<512x64xf32>) -> tensor<16x32x512xf32>
    %268 = stablehlo.reshape %267 : (tensor<16x32x512xf32>) -> tensor<512x512xf32>
    %269:3 = call @log_softmax(%268) : (tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x1xf32>)
    %270 = stablehlo.reshape %arg38 : (tensor<16x32xi32>) -> tensor<512x1xi32>
    %271:2 = call @take_along_axis(%269#0, %270) : (tensor<512x512xf32>, tensor<512x1xi32>) -> (tensor<512x1xf32>, tensor<512x1x1xi32>)
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %272 = stablehlo.reduce(%271#0 init: %cst_48) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_49 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %273 = stablehlo.divide %272, %cst_49 : tensor<f32>
    %274 = stablehlo.negate %273 : tensor<f32>
    %cst_50 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %275 = stablehlo.negate %cst_50 : tensor<f32>
    %cst_51 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %276 = stablehlo.divide %275, %cst_51 : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %278 = call @take_along_axis_2(%271#1, %277) : (tensor<512x1x1xi32>, tensor<512x1xf32>) -> tensor<512x512xf32>
    %279 = call @log_softmax_3(%269#1, %269#2, %278) : (tensor<512x512xf32>, tensor<512x1xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %280 = stablehlo.reshape %279 : (tensor<512x512xf32>) -> tensor<16x32x512xf32>
    %281 = stablehlo.dot_general %280, %266, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x512xf32>, tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %282 = stablehlo.dot_general %280, %arg32, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x512xf32>, tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %283 = stablehlo.reduce(%282 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %284 = stablehlo.reshape %283 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_53) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %286 = stablehlo.multiply %260, %282 : tensor<16x32x64xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %287 = stablehlo.reduce(%286 init: %cst_54) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %288 = stablehlo.reshape %287 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %289 = stablehlo.broadcast_in_dim %261, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %290 = stablehlo.multiply %282, %289 : tensor<16x32x64xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %291 = stablehlo.reduce(%288 init: %cst_55) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %292 = stablehlo.multiply %258, %290 : tensor<16x32x64xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %293 = stablehlo.reduce(%292 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %294 = stablehlo.reshape %293 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %295 = stablehlo.broadcast_in_dim %253, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %296 = stablehlo.multiply %290, %295 : tensor<16x32x64xf32>
    %297 = stablehlo.negate %296 : tensor<16x32x64xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %298 = stablehlo.reduce(%297 init: %cst_57) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %299 = stablehlo.reshape %298 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %300 = stablehlo.multiply %294, %256 : tensor<16x32x1xf32>
    %301 = call @_var_4(%250#1, %250#2, %250#3, %300) : (tensor<16x32x64xf32>, tensor<f32>, tensor<i1>, tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %302 = stablehlo.add %296, %301 : tensor<16x32x64xf32>
    %cst_58 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %303 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %304 = stablehlo.divide %299, %303 : tensor<16x32x1xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %305 = stablehlo.reduce(%304 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %306 = stablehlo.broadcast_in_dim %305, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %307 = stablehlo.add %302, %306 : tensor<16x32x64xf32>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %308 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %309 = stablehlo.multiply %307, %308 : tensor<16x32x64xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %310 = stablehlo.reduce(%309 init: %cst_61) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %311 = stablehlo.reshape %310 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.reduce(%311 init: %cst_62) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %313 = stablehlo.dot_general %309, %238, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x256xf32>) -> tensor<64x256xf32>
    %314 = stablehlo.dot_general %309, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x256xf32>) -> tensor<16x32x256xf32>
    %315 = stablehlo.multiply %230, %314 : tensor<16x32x256xf32>
    %316 = stablehlo.multiply %314, %234 : tensor<16x32x256xf32>
    %cst_63 = stablehlo.constant dense<-1.12837923> : tensor<f32>
    %317 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<16x32x256xf32>
    %318 = stablehlo.multiply %317, %315 : tensor<16x32x256xf32>
    %319 = stablehlo.multiply %318, %237 : tensor<16x32x256xf32>
    %cst_64 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %320 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<16x32x256xf32>
    %321 = stablehlo.multiply %319, %320 : tensor<16x32x256xf32>
    %322 = stablehlo.negate %321 : tensor<16x32x256xf32>
    %cst_65 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<16x32x256xf32>
    %324 = stablehlo.multiply %323, %316 : tensor<16x32x256xf32>
    %325 = stablehlo.add %322, %324 : tensor<16x32x256xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %326 = stablehlo.reduce(%325 init: %cst_66) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x256xf32>, tensor<f32>) -> tensor<256xf32>
    %327 = stablehlo.reshape %326 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %328 = stablehlo.reduce(%327 init: %cst_67) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %329 = stablehlo.dot_general %325, %224, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x256xf32>, tensor<16x32x64xf32>) -> tensor<256x64xf32>
    %330 = stablehlo.dot_general %325, %arg29, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x256xf32>, tensor<256x64xf32>) -> tensor<16x32x64xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %331 = stablehlo.reduce(%330 init: %cst_68) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %332 = stablehlo.reshape %331 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %333 = stablehlo.reduce(%332 init: %cst_69) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %334 = stablehlo.multiply %218, %330 : tensor<16x32x64xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %335 = stablehlo.reduce(%334 init: %cst_70) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %336 = stablehlo.reshape %335 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %337 = stablehlo.broadcast_in_dim %219, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %338 = stablehlo.multiply %330, %337 : tensor<16x32x64xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %339 = stablehlo.reduce(%336 init: %cst_71) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %340 = stablehlo.multiply %216, %338 : tensor<16x32x64xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %341 = stablehlo.reduce(%340 init: %cst_72) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %342 = stablehlo.reshape %341 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %343 = stablehlo.broadcast_in_dim %211, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %344 = stablehlo.multiply %338, %343 : tensor<16x32x64xf32>
    %345 = stablehlo.negate %344 : tensor<16x32x64xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %346 = stablehlo.reduce(%345 init: %cst_73) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %347 = stablehlo.reshape %346 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %348 = stablehlo.add %307, %344 : tensor<16x32x64xf32>
    %349 = stablehlo.multiply %342, %214 : tensor<16x32x1xf32>
    %350 = call @_var_4(%208#1, %208#2, %208#3, %349) : (tensor<16x32x64xf32>, tensor<f32>, tensor<i1>, tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %351 = stablehlo.add %348, %350 : tensor<16x32x64xf32>
    %cst_74 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %353 = stablehlo.divide %347, %352 : tensor<16x32x1xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %354 = stablehlo.reduce(%353 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %355 = stablehlo.broadcast_in_dim %354, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %356 = stablehlo.add %351, %355 : tensor<16x32x64xf32>
    %cst_76 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %357 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %358 = stablehlo.multiply %356, %357 : tensor<16x32x64xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %359 = stablehlo.reduce(%358 init: %cst_77) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %360 = stablehlo.reshape %359 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %361 = stablehlo.reduce(%360 init: %cst_78) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %362 = stablehlo.dot_general %358, %196, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x64xf32>) -> tensor<64x64xf32>
    %363 = stablehlo.dot_general %358, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %364 = stablehlo.reshape %363 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %365 = stablehlo.transpose %364, dims = [0, 2, 1, 3] : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %366 = stablehlo.reshape %365 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %367 = stablehlo.dot_general %366, %191, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x32x32xf32>) -> tensor<64x16x32xf32>
    %368 = stablehlo.transpose %367, dims = [0, 2, 1] : (tensor<64x16x32xf32>) -> tensor<64x32x16xf32>
    %369 = stablehlo.dot_general %366, %192, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x32x16xf32>) -> tensor<64x32x32xf32>
    %370 = stablehlo.reshape %368 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %371 = stablehlo.reshape %369 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %372 = stablehlo.broadcast_in_dim %190, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %373 = stablehlo.multiply %371, %372 : tensor<16x4x32x32xf32>
    %374 = stablehlo.multiply %373, %183 : tensor<16x4x32x32xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %375 = stablehlo.reduce(%374 init: %cst_79) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %376 = stablehlo.reshape %375 : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %377 = stablehlo.negate %376 : tensor<16x4x32x1xf32>
    %378 = stablehlo.broadcast_in_dim %185, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %379 = stablehlo.divide %371, %378 : tensor<16x4x32x32xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %380 = stablehlo.reduce(%377 init: %cst_80) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x1xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %381 = stablehlo.broadcast_in_dim %380, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %382 = stablehlo.add %379, %381 : tensor<16x4x32x32xf32>
    %383 = stablehlo.multiply %382, %183 : tensor<16x4x32x32xf32>
    %384 = call @_where_6(%176#1, %383) : (tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>) -> tensor<16x4x32x32xf32>
    %cst_81 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %386 = stablehlo.multiply %384, %385 : tensor<16x4x32x32xf32>
    %387 = stablehlo.reshape %386 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %388 = stablehlo.dot_general %387, %166, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %389 = stablehlo.transpose %388, dims = [0, 2, 1] : (tensor<64x32x16xf32>) -> tensor<64x16x32xf32>
    %390 = stablehlo.dot_general %387, %167, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x16x32xf32>) -> tensor<64x32x16xf32>
    %391 = stablehlo.reshape %389 : (tensor<64x16x32xf32>) -> tensor<16x4x16x32xf32>
    %392 = stablehlo.reshape %390 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %393 = stablehlo.transpose %391, dims = [0, 1, 3, 2] : (tensor<16x4x16x32xf32>) -> tensor<16x4x32x16xf32>
    %394 = stablehlo.transpose %370, dims = [0, 2, 1, 3] : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %395 = stablehlo.reshape %394 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %396 = stablehlo.reduce(%395 init: %cst_82) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %397 = stablehlo.reshape %396 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %398 = stablehlo.reduce(%397 init: %cst_83) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %399 = stablehlo.dot_general %395, %146, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x64xf32>) -> tensor<64x64xf32>
    %400 = stablehlo.dot_general %395, %arg31, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %401 = stablehlo.transpose %393, dims = [0, 2, 1, 3] : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %402 = stablehlo.reshape %401 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %403 = stablehlo.reduce(%402 init: %cst_84) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %404 = stablehlo.reshape %403 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %405 = stablehlo.reduce(%404 init: %cst_85) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %406 = stablehlo.dot_general %402, %146, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x64xf32>) -> tensor<64x64xf32>
    %407 = stablehlo.dot_general %402, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %408 = stablehlo.add %400, %407 : tensor<16x32x64xf32>
    %409 = stablehlo.transpose %392, dims = [0, 2, 1, 3] : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %410 = stablehlo.reshape %409 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %411 = stablehlo.reduce(%410 init: %cst_86) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %412 = stablehlo.reshape %411 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %413 = stablehlo.reduce(%412 init: %cst_87) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %414 = stablehlo.dot_general %410, %146, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x64xf32>) -> tensor<64x64xf32>
    %415 = stablehlo.dot_general %410, %arg27, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %416 = stablehlo.add %408, %415 : tensor<16x32x64xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %417 = stablehlo.reduce(%416 init: %cst_88) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %418 = stablehlo.reshape %417 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %419 = stablehlo.reduce(%418 init: %cst_89) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %420 = stablehlo.multiply %140, %416 : tensor<16x32x64xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %421 = stablehlo.reduce(%420 init: %cst_90) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %422 = stablehlo.reshape %421 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %423 = stablehlo.broadcast_in_dim %141, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %424 = stablehlo.multiply %416, %423 : tensor<16x32x64xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %425 = stablehlo.reduce(%422 init: %cst_91) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %426 = stablehlo.multiply %138, %424 : tensor<16x32x64xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %427 = stablehlo.reduce(%426 init: %cst_92) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %428 = stablehlo.reshape %427 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %429 = stablehlo.broadcast_in_dim %133, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %430 = stablehlo.multiply %424, %429 : tensor<16x32x64xf32>
    %431 = stablehlo.negate %430 : tensor<16x32x64xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %432 = stablehlo.reduce(%431 init: %cst_93) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %433 = stablehlo.reshape %432 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %434 = stablehlo.add %356, %430 : tensor<16x32x64xf32>
    %435 = stablehlo.multiply %428, %136 : tensor<16x32x1xf32>
    %436 = call @_var_4(%130#1, %130#2, %130#3, %435) : (tensor<16x32x64xf32>, tensor<f32>, tensor<i1>, tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %437 = stablehlo.add %434, %436 : tensor<16x32x64xf32>
    %cst_94 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %438 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %439 = stablehlo.divide %433, %438 : tensor<16x32x1xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %440 = stablehlo.reduce(%439 init: %cst_95) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %441 = stablehlo.broadcast_in_dim %440, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %442 = stablehlo.add %437, %441 : tensor<16x32x64xf32>
    %cst_96 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %443 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %444 = stablehlo.multiply %442, %443 : tensor<16x32x64xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %445 = stablehlo.reduce(%444 init: %cst_97) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %446 = stablehlo.reshape %445 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %447 = stablehlo.reduce(%446 init: %cst_98) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %448 = stablehlo.dot_general %444, %118, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x256xf32>) -> tensor<64x256xf32>
    %449 = stablehlo.dot_general %444, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x256xf32>) -> tensor<16x32x256xf32>
    %450 = stablehlo.multiply %110, %449 : tensor<16x32x256xf32>
    %451 = stablehlo.multiply %449, %114 : tensor<16x32x256xf32>
    %cst_99 = stablehlo.constant dense<-1.12837923> : tensor<f32>
    %452 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<16x32x256xf32>
    %453 = stablehlo.multiply %452, %450 : tensor<16x32x256xf32>
    %454 = stablehlo.multiply %453, %117 : tensor<16x32x256xf32>
    %cst_100 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %455 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<16x32x256xf32>
    %456 = stablehlo.multiply %454, %455 : tensor<16x32x256xf32>
    %457 = stablehlo.negate %456 : tensor<16x32x256xf32>
    %cst_101 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %458 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<16x32x256xf32>
    %459 = stablehlo.multiply %458, %451 : tensor<16x32x256xf32>
    %460 = stablehlo.add %457, %459 : tensor<16x32x256xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %461 = stablehlo.reduce(%460 init: %cst_102) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x256xf32>, tensor<f32>) -> tensor<256xf32>
    %462 = stablehlo.reshape %461 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %463 = stablehlo.reduce(%462 init: %cst_103) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %464 = stablehlo.dot_general %460, %104, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x256xf32>, tensor<16x32x64xf32>) -> tensor<256x64xf32>
    %465 = stablehlo.dot_general %460, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x256xf32>, tensor<256x64xf32>) -> tensor<16x32x64xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %466 = stablehlo.reduce(%465 init: %cst_104) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %467 = stablehlo.reshape %466 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %468 = stablehlo.reduce(%467 init: %cst_105) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %469 = stablehlo.multiply %98, %465 : tensor<16x32x64xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %470 = stablehlo.reduce(%469 init: %cst_106) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %471 = stablehlo.reshape %470 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %472 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %473 = stablehlo.multiply %465, %472 : tensor<16x32x64xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %474 = stablehlo.reduce(%471 init: %cst_107) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %475 = stablehlo.multiply %96, %473 : tensor<16x32x64xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %476 = stablehlo.reduce(%475 init: %cst_108) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %477 = stablehlo.reshape %476 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %478 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %479 = stablehlo.multiply %473, %478 : tensor<16x32x64xf32>
    %480 = stablehlo.negate %479 : tensor<16x32x64xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %481 = stablehlo.reduce(%480 init: %cst_109) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %482 = stablehlo.reshape %481 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %483 = stablehlo.add %442, %479 : tensor<16x32x64xf32>
    %484 = stablehlo.multiply %477, %94 : tensor<16x32x1xf32>
    %485 = call @_var_4(%88#1, %88#2, %88#3, %484) : (tensor<16x32x64xf32>, tensor<f32>, tensor<i1>, tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %486 = stablehlo.add %483, %485 : tensor<16x32x64xf32>
    %cst_110 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %487 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %488 = stablehlo.divide %482, %487 : tensor<16x32x1xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %489 = stablehlo.reduce(%488 init: %cst_111) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %490 = stablehlo.broadcast_in_dim %489, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %491 = stablehlo.add %486, %490 : tensor<16x32x64xf32>
    %cst_112 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %492 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %493 = stablehlo.multiply %491, %492 : tensor<16x32x64xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %494 = stablehlo.reduce(%493 init: %cst_113) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %495 = stablehlo.reshape %494 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %496 = stablehlo.reduce(%495 init: %cst_114) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %497 = stablehlo.dot_general %493, %76, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x64xf32>) -> tensor<64x64xf32>
    %498 = stablehlo.dot_general %493, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %499 = stablehlo.reshape %498 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %500 = stablehlo.transpose %499, dims = [0, 2, 1, 3] : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %501 = stablehlo.reshape %500 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %502 = stablehlo.dot_general %501, %71, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x32x32xf32>) -> tensor<64x16x32xf32>
    %503 = stablehlo.transpose %502, dims = [0, 2, 1] : (tensor<64x16x32xf32>) -> tensor<64x32x16xf32>
    %504 = stablehlo.dot_general %501, %72, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x32x16xf32>) -> tensor<64x32x32xf32>
    %505 = stablehlo.reshape %503 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %506 = stablehlo.reshape %504 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %507 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %508 = stablehlo.multiply %506, %507 : tensor<16x4x32x32xf32>
    %509 = stablehlo.multiply %508, %63 : tensor<16x4x32x32xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %510 = stablehlo.reduce(%509 init: %cst_115) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %511 = stablehlo.reshape %510 : (tensor<16x4x32xf32>) -> tensor<16x4x32x1xf32>
    %512 = stablehlo.negate %511 : tensor<16x4x32x1xf32>
    %513 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2, 3] : (tensor<16x4x32x1xf32>) -> tensor<16x4x32x32xf32>
    %514 = stablehlo.divide %506, %513 : tensor<16x4x32x32xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %515 = stablehlo.reduce(%512 init: %cst_116) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x1xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %516 = stablehlo.broadcast_in_dim %515, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %517 = stablehlo.add %514, %516 : tensor<16x4x32x32xf32>
    %518 = stablehlo.multiply %517, %63 : tensor<16x4x32x32xf32>
    %519 = call @_where_6(%56#1, %518) : (tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>) -> tensor<16x4x32x32xf32>
    %cst_117 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %520 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %521 = stablehlo.multiply %519, %520 : tensor<16x4x32x32xf32>
    %522 = stablehlo.reshape %521 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %523 = stablehlo.dot_general %522, %46, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %524 = stablehlo.transpose %523, dims = [0, 2, 1] : (tensor<64x32x16xf32>) -> tensor<64x16x32xf32>
    %525 = stablehlo.dot_general %522, %47, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x16x32xf32>) -> tensor<64x32x16xf32>
    %526 = stablehlo.reshape %524 : (tensor<64x16x32xf32>) -> tensor<16x4x16x32xf32>
    %527 = stablehlo.reshape %525 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %528 = stablehlo.transpose %526, dims = [0, 1, 3, 2] : (tensor<16x4x16x32xf32>) -> tensor<16x4x32x16xf32>
    %529 = stablehlo.transpose %505, dims = [0, 2, 1, 3] : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %530 = stablehlo.reshape %529 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %531 = stablehlo.reduce(%530 init: %cst_118) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %532 = stablehlo.reshape %531 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %533 = stablehlo.reduce(%532 init: %cst_119) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %534 = stablehlo.dot_general %530, %26, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x64xf32>) -> tensor<64x64xf32>
    %535 = stablehlo.dot_general %530, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %536 = stablehlo.transpose %528, dims = [0, 2, 1, 3] : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %537 = stablehlo.reshape %536 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %538 = stablehlo.reduce(%537 init: %cst_120) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %539 = stablehlo.reshape %538 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %540 = stablehlo.reduce(%539 init: %cst_121) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %541 = stablehlo.dot_general %537, %26, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x64xf32>) -> tensor<64x64xf32>
    %542 = stablehlo.dot_general %537, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %543 = stablehlo.add %535, %542 : tensor<16x32x64xf32>
    %544 = stablehlo.transpose %527, dims = [0, 2, 1, 3] : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %545 = stablehlo.reshape %544 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %546 = stablehlo.reduce(%545 init: %cst_122) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %547 = stablehlo.reshape %546 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %548 = stablehlo.reduce(%547 init: %cst_123) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %549 = stablehlo.dot_general %545, %26, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x64xf32>) -> tensor<64x64xf32>
    %550 = stablehlo.dot_general %545, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x64xf32>) -> tensor<16x32x64xf32>
    %551 = stablehlo.add %543, %550 : tensor<16x32x64xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %552 = stablehlo.reduce(%551 init: %cst_124) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %553 = stablehlo.reshape %552 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %554 = stablehlo.reduce(%553 init: %cst_125) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %555 = stablehlo.multiply %20, %551 : tensor<16x32x64xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %556 = stablehlo.reduce(%555 init: %cst_126) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %557 = stablehlo.reshape %556 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %558 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<16x32x64xf32>
    %559 = stablehlo.multiply %551, %558 : tensor<16x32x64xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %560 = stablehlo.reduce(%557 init: %cst_127) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %561 = stablehlo.multiply %18, %559 : tensor<16x32x64xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %562 = stablehlo.reduce(%561 init: %cst_128) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %563 = stablehlo.reshape %562 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %564 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %565 = stablehlo.multiply %559, %564 : tensor<16x32x64xf32>
    %566 = stablehlo.negate %565 : tensor<16x32x64xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %567 = stablehlo.reduce(%566 init: %cst_129) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %568 = stablehlo.reshape %567 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %569 = stablehlo.add %491, %565 : tensor<16x32x64xf32>
    %570 = stablehlo.multiply %563, %16 : tensor<16x32x1xf32>
    %571 = call @_var_4(%10#1, %10#2, %10#3, %570) : (tensor<16x32x64xf32>, tensor<f32>, tensor<i1>, tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %572 = stablehlo.add %569, %571 : tensor<16x32x64xf32>
    %cst_130 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %573 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %574 = stablehlo.divide %568, %573 : tensor<16x32x1xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %575 = stablehlo.reduce(%574 init: %cst_131) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %576 = stablehlo.broadcast_in_dim %575, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %577 = stablehlo.add %572, %576 : tensor<16x32x64xf32>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %578 = stablehlo.reduce(%577 init: %cst_132) applies stablehlo.add across dimensions = [0] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<32x64xf32>
    %579 = stablehlo.reshape %578 : (tensor<32x64xf32>) -> tensor<1x32x64xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %580 = stablehlo.reduce(%579 init: %cst_133) applies stablehlo.add across dimensions = [0] : (tensor<1x32x64xf32>, tensor<f32>) -> tensor<32x64xf32>
    %cst_134 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %581 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %582 = stablehlo.multiply %580, %581 : tensor<32x64xf32>
    %583 = call @_take_7(%0#1, %577) : (tensor<16x32x1xi32>, tensor<16x32x64xf32>) -> tensor<512x64xf32>
    return %274, %447, %448, %540, %541, %554, %560, %468, %474, %496, %497, %548, %549, %463, %464, %533, %534, %312, %313, %405, %406, %419, %425, %333, %339, %361, %362, %413, %414, %328, %329, %398, %399, %281, %285, %291, %582, %583 : tensor<f32>, tensor<64xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<512x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<32x64xf32>, tensor<512x64xf32>
  }
  func.func private @_take(%arg0: tensor<512x64xf32>, %arg1: tensor<16x32xi32>) -> (tensor<16x32x64xf32>, tensor<16x32x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x32xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<16x32xi32>, tensor<16x32xi32>) -> tensor<16x32xi1>
    %c_0 = stablehlo.constant dense<512> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16x32xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<16x32xi32>
    %4 = call @_where(%1, %3, %arg1) : (tensor<16x32xi1>, tensor<16x32xi32>, tensor<16x32xi32>) -> tensor<16x32xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<16x32xi32>) -> tensor<16x32x1xi32>
    %c_1 = stablehlo.constant dense<511> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16x32x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<16x32x1xi32>, tensor<16x32x1xi32>) -> tensor<16x32x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<16x32x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<16x32x1xi32>, tensor<16x32x1xi32>) -> tensor<16x32x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<16x32x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<16x32x1xi1>, tensor<i1>) -> tensor<16x32xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 64>}> : (tensor<512x64xf32>, tensor<16x32x1xi32>) -> tensor<16x32x64xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<16x32xi1>) -> tensor<16x32x64xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %16 = stablehlo.select %14, %13, %15 : tensor<16x32x64xi1>, tensor<16x32x64xf32>
    return %16, %5 : tensor<16x32x64xf32>, tensor<16x32x1xi32>
  }
  func.func private @_where(%arg0: tensor<16x32xi1>, %arg1: tensor<16x32xi32>, %arg2: tensor<16x32xi32>) -> tensor<16x32xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16x32xi1>, tensor<16x32xi32>
    return %0 : tensor<16x32xi32>
  }
  func.func private @_var(%arg0: tensor<16x32x64xf32>, %arg1: tensor<i32>) -> (tensor<16x32x1xf32>, tensor<16x32x64xf32>, tensor<f32>, tensor<i1>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_0 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<16x32x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<16x32x1xf32>) -> tensor<16x32x64xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<16x32x64xf32>
    %6 = chlo.square %5 : tensor<16x32x64xf32> -> tensor<16x32x64xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<16x32x64xf32>
    %9 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %10 = stablehlo.subtract %cst_2, %9 : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%6 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %13 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<16x32x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.compare GT, %10, %cst_4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_5 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %16 = call @_where_0(%15, %14, %cst_5) : (tensor<i1>, tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32x1xf32>
    return %16, %8, %10, %15 : tensor<16x32x1xf32>, tensor<16x32x64xf32>, tensor<f32>, tensor<i1>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<16x32x1xf32>, %arg2: tensor<f32>) -> tensor<16x32x1xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<16x32x1xf32>
    return %2 : tensor<16x32x1xf32>
  }
  func.func private @triu(%arg0: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<32x32xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<32x32xi32>
    %2 = stablehlo.add %0, %1 : tensor<32x32xi32>
    %3 = stablehlo.iota dim = 1 : tensor<32x32xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %6 = stablehlo.select %4, %5, %arg0 : tensor<32x32xi1>, tensor<32x32xf32>
    return %6 : tensor<32x32xf32>
  }
  func.func private @_where_1(%arg0: tensor<32x32xi1>, %arg1: tensor<f32>, %arg2: tensor<16x4x32x32xf32>) -> (tensor<16x4x32x32xf32>, tensor<16x4x32x32xi1>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<32x32xi1>) -> tensor<16x4x32x32xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    return %3, %1 : tensor<16x4x32x32xf32>, tensor<16x4x32x32xi1>
  }
  func.func private @log_softmax(%arg0: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<512xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x512xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<512x512xf32>
    %6 = stablehlo.exponential %5 : tensor<512x512xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %9 = stablehlo.log %8 : tensor<512x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x512xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<512x512xf32>
    return %11, %6, %8 : tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<512x512xf32>, %arg1: tensor<512x1xi32>) -> (tensor<512x1xf32>, tensor<512x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<512x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<512x1xi32>, tensor<512x1xi32>) -> tensor<512x1xi1>
    %c_0 = stablehlo.constant dense<512> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<512x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<512x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<512x1xi1>, tensor<512x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<512x1xi32>) -> tensor<512x1x1xi32>
    %c_1 = stablehlo.constant dense<511> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<512x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<512x1x1xi32>, tensor<512x1x1xi32>) -> tensor<512x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<512x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<512x1x1xi32>, tensor<512x1x1xi32>) -> tensor<512x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<512x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<512x1x1xi1>, tensor<i1>) -> tensor<512x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<512x512xf32>, tensor<512x1x1xi32>) -> tensor<512x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<512x1xi1>, tensor<512x1xf32>
    return %15, %5 : tensor<512x1xf32>, tensor<512x1x1xi32>
  }
  func.func private @take_along_axis_2(%arg0: tensor<512x1x1xi32>, %arg1: tensor<512x1xf32>) -> tensor<512x512xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<512x512xf32>, tensor<512x1x1xi32>, tensor<512x1xf32>) -> tensor<512x512xf32>
    return %1 : tensor<512x512xf32>
  }
  func.func private @log_softmax_3(%arg0: tensor<512x512xf32>, %arg1: tensor<512x1xf32>, %arg2: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %0 = stablehlo.negate %arg2 : tensor<512x512xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
    %2 = stablehlo.reshape %1 : (tensor<512xf32>) -> tensor<512x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<512x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<512x512xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<512x512xf32>
    return %7 : tensor<512x512xf32>
  }
  func.func private @_var_4(%arg0: tensor<16x32x64xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<16x32x1xf32>) -> tensor<16x32x64xf32> {
    %0 = call @_where_5(%arg2, %arg3) : (tensor<i1>, tensor<16x32x1xf32>) -> tensor<16x32x1xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %2 = stablehlo.divide %0, %1 : tensor<16x32x1xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %5 = stablehlo.multiply %4, %arg0 : tensor<16x32x64xf32>
    %6 = stablehlo.negate %5 : tensor<16x32x64xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %8 = stablehlo.reshape %7 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %cst_1 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<16x32x1xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<16x32x1xf32>, tensor<f32>) -> tensor<16x32xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %13 = stablehlo.add %5, %12 : tensor<16x32x64xf32>
    return %13 : tensor<16x32x64xf32>
  }
  func.func private @_where_5(%arg0: tensor<i1>, %arg1: tensor<16x32x1xf32>) -> tensor<16x32x1xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<i1>, tensor<16x32x1xf32>
    return %1 : tensor<16x32x1xf32>
  }
  func.func private @_where_6(%arg0: tensor<16x4x32x32xi1>, %arg1: tensor<16x4x32x32xf32>) -> tensor<16x4x32x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %1 = stablehlo.select %arg0, %0, %arg1 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    return %1 : tensor<16x4x32x32xf32>
  }
  func.func private @_take_7(%arg0: tensor<16x32x1xi32>, %arg1: tensor<16x32x64xf32>) -> tensor<512x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<512x64xf32>, tensor<16x32x1xi32>, tensor<16x32x64xf32>) -> tensor<512x64xf32>
    return %1 : tensor<512x64xf32>
  }
}
