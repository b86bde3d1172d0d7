module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<16x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg1: tensor<4x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {}]>}, %arg2: tensor<16x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg3: tensor<4x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}) -> (tensor<16x4x8xf32> {jax.result_info = "result['key']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, tensor<4x8x16xf32> {jax.result_info = "result['out']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {}]>}, tensor<16x4x8xf32> {jax.result_info = "result['query']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}) {
    %0 = stablehlo.dot_general %arg3, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8x16xf32>, tensor<16x4x8xf32>) -> tensor<4x8x4x8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<4x8x4x8xf32>
    %2 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8x16xf32>, tensor<16x4x8xf32>) -> tensor<4x8x4x8xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<4x8x4x8xf32>
    %4 = stablehlo.dot_general %1, %3, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x8x4x8xf32>, tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.maximum across dimensions = [3] : (tensor<4x4x8x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{"data"}, {"model"}, {}]> : tensor<4x4x8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4x8xf32>
    %9 = sdy.sharding_constraint %8 <@mesh, [{"data"}, {"model"}, {}]> : tensor<4x4x8xf32>
    %10 = stablehlo.maximum %9, %7 : tensor<4x4x8xf32>
    %11 = sdy.sharding_constraint %10 <@mesh, [{"data"}, {"model"}, {}]> : tensor<4x4x8xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<4x4x8xf32>) -> tensor<4x4x8x1xf32>
    %13 = sdy.sharding_constraint %12 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<4x4x8x1xf32>) -> tensor<4x4x8x8xf32>
    %15 = sdy.sharding_constraint %14 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %16 = stablehlo.subtract %5, %15 : tensor<4x4x8x8xf32>
    %17 = sdy.sharding_constraint %16 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %18 = stablehlo.exponential %17 : tensor<4x4x8x8xf32>
    %19 = sdy.sharding_constraint %18 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<4x4x8x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %21 = sdy.sharding_constraint %20 <@mesh, [{"data"}, {"model"}, {}]> : tensor<4x4x8xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<4x4x8xf32>) -> tensor<4x4x8x1xf32>
    %23 = sdy.sharding_constraint %22 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x1xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2, 3] : (tensor<4x4x8x1xf32>) -> tensor<4x4x8x8xf32>
    %25 = sdy.sharding_constraint %24 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %26 = stablehlo.divide %19, %25 : tensor<4x4x8x8xf32>
    %27 = sdy.sharding_constraint %26 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %28 = stablehlo.multiply %23, %23 : tensor<4x4x8x1xf32>
    %29 = sdy.sharding_constraint %28 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x1xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x4x8x1xf32>
    %31 = sdy.sharding_constraint %30 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x1xf32>
    %32 = stablehlo.divide %31, %29 : tensor<4x4x8x1xf32>
    %33 = sdy.sharding_constraint %32 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x1xf32>
    %34 = sdy.sharding_constraint %33 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x1xf32>
    %35 = stablehlo.dot_general %1, %27, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x8x4x8xf32>, tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
    %36 = sdy.sharding_constraint %35 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %37 = stablehlo.transpose %36, dims = [0, 3, 1, 2] : (tensor<4x4x8x8xf32>) -> tensor<4x8x4x8xf32>
    %38 = sdy.sharding_constraint %37 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<4x8x4x8xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = sdy.sharding_constraint %cst_3 <@mesh, []> : tensor<f32>
    %cst_4 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %40 = sdy.sharding_constraint %cst_4 <@mesh, []> : tensor<f32>
    %41 = stablehlo.divide %39, %40 : tensor<f32>
    %42 = sdy.sharding_constraint %41 <@mesh, []> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<4x8x16xf32>
    %44 = sdy.sharding_constraint %43 <@mesh, [{"data"}, {}, {}]> : tensor<4x8x16xf32>
    %45 = stablehlo.dot_general %44, %38, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x8x16xf32>, tensor<4x8x4x8xf32>) -> tensor<16x4x8xf32>
    %46 = sdy.sharding_constraint %45 <@mesh, [{}, {"model"}, {}]> : tensor<16x4x8xf32>
    %47 = stablehlo.transpose %46, dims = [1, 2, 0] : (tensor<16x4x8xf32>) -> tensor<4x8x16xf32>
    %48 = sdy.sharding_constraint %47 <@mesh, [{"model"}, {}, {}]> : tensor<4x8x16xf32>
    %49 = stablehlo.dot_general %44, %arg1, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x8x16xf32>, tensor<4x8x16xf32>) -> tensor<4x8x4x8xf32>
    %50 = sdy.sharding_constraint %49 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<4x8x4x8xf32>
    %51 = stablehlo.transpose %50, dims = [0, 2, 3, 1] : (tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %52 = sdy.sharding_constraint %51 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %53 = stablehlo.dot_general %52, %1, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x4x8x8xf32>, tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %54 = sdy.sharding_constraint %53 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %55 = stablehlo.dot_general %52, %27, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x4x8x8xf32>, tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
    %56 = sdy.sharding_constraint %55 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %57 = stablehlo.transpose %56, dims = [0, 3, 1, 2] : (tensor<4x4x8x8xf32>) -> tensor<4x8x4x8xf32>
    %58 = sdy.sharding_constraint %57 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<4x8x4x8xf32>
    %59 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<4x4x8x1xf32>) -> tensor<4x4x8x8xf32>
    %60 = sdy.sharding_constraint %59 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %61 = stablehlo.multiply %54, %60 : tensor<4x4x8x8xf32>
    %62 = sdy.sharding_constraint %61 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %63 = stablehlo.multiply %62, %19 : tensor<4x4x8x8xf32>
    %64 = sdy.sharding_constraint %63 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<4x4x8x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %66 = sdy.sharding_constraint %65 <@mesh, [{"data"}, {"model"}, {}]> : tensor<4x4x8xf32>
    %67 = stablehlo.reshape %66 : (tensor<4x4x8xf32>) -> tensor<4x4x8x1xf32>
    %68 = sdy.sharding_constraint %67 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x1xf32>
    %69 = stablehlo.negate %68 : tensor<4x4x8x1xf32>
    %70 = sdy.sharding_constraint %69 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x1xf32>
    %71 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2, 3] : (tensor<4x4x8x1xf32>) -> tensor<4x4x8x8xf32>
    %72 = sdy.sharding_constraint %71 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %73 = stablehlo.divide %54, %72 : tensor<4x4x8x8xf32>
    %74 = sdy.sharding_constraint %73 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%70 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<4x4x8x1xf32>, tensor<f32>) -> tensor<4x4x8xf32>
    %76 = sdy.sharding_constraint %75 <@mesh, [{"data"}, {"model"}, {}]> : tensor<4x4x8xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<4x4x8xf32>) -> tensor<4x4x8x8xf32>
    %78 = sdy.sharding_constraint %77 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %79 = stablehlo.add %74, %78 : tensor<4x4x8x8xf32>
    %80 = sdy.sharding_constraint %79 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %81 = stablehlo.multiply %80, %19 : tensor<4x4x8x8xf32>
    %82 = sdy.sharding_constraint %81 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %83 = stablehlo.dot_general %82, %1, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x8x8xf32>, tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %84 = sdy.sharding_constraint %83 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %85 = stablehlo.transpose %84, dims = [0, 2, 1, 3] : (tensor<4x4x8x8xf32>) -> tensor<4x8x4x8xf32>
    %86 = sdy.sharding_constraint %85 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<4x8x4x8xf32>
    %87 = stablehlo.dot_general %82, %3, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x8x8xf32>, tensor<4x8x4x8xf32>) -> tensor<4x4x8x8xf32>
    %88 = sdy.sharding_constraint %87 <@mesh, [{"data"}, {"model"}, {}, {}]> : tensor<4x4x8x8xf32>
    %89 = stablehlo.transpose %88, dims = [0, 2, 1, 3] : (tensor<4x4x8x8xf32>) -> tensor<4x8x4x8xf32>
    %90 = sdy.sharding_constraint %89 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<4x8x4x8xf32>
    %91 = stablehlo.add %58, %90 : tensor<4x8x4x8xf32>
    %92 = sdy.sharding_constraint %91 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<4x8x4x8xf32>
    %93 = stablehlo.dot_general %86, %arg3, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x8x4x8xf32>, tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %94 = sdy.sharding_constraint %93 <@mesh, [{"model"}, {}, {}]> : tensor<4x8x16xf32>
    %95 = stablehlo.transpose %94, dims = [2, 0, 1] : (tensor<4x8x16xf32>) -> tensor<16x4x8xf32>
    %96 = sdy.sharding_constraint %95 <@mesh, [{}, {"model"}, {}]> : tensor<16x4x8xf32>
    %97 = stablehlo.dot_general %92, %arg3, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x8x4x8xf32>, tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %98 = sdy.sharding_constraint %97 <@mesh, [{"model"}, {}, {}]> : tensor<4x8x16xf32>
    %99 = stablehlo.transpose %98, dims = [2, 0, 1] : (tensor<4x8x16xf32>) -> tensor<16x4x8xf32>
    %100 = sdy.sharding_constraint %99 <@mesh, [{}, {"model"}, {}]> : tensor<16x4x8xf32>
    return %96, %48, %100 : tensor<16x4x8xf32>, tensor<4x8x16xf32>, tensor<16x4x8xf32>
  }
}
