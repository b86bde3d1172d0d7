module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<16xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1 = stablehlo.dot_general %arg1, %arg1, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.add %cst_0, %1 : tensor<f32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %3 = chlo.square %cst_1 : tensor<f32> -> tensor<f32>
    %4 = stablehlo.convert %3 : tensor<f32>
    %5 = stablehlo.multiply %4, %2 : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = chlo.square %cst_2 : tensor<f32> -> tensor<f32>
    %7 = stablehlo.convert %6 : tensor<f32>
    %8 = stablehlo.maximum %5, %7 : tensor<f32>
    %9 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %10 = stablehlo.subtract %arg1, %9 : tensor<16xf32>
    %11 = stablehlo.dot_general %10, %10, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.add %cst_3, %11 : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %13:7 = stablehlo.while(%iterArg = %8, %iterArg_5 = %arg0, %iterArg_6 = %0, %iterArg_7 = %10, %iterArg_8 = %12, %iterArg_9 = %10, %iterArg_10 = %c) : tensor<f32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<f32>, tensor<16xf32>, tensor<i32>
    cond {
      %20 = stablehlo.compare GT, %iterArg_8, %iterArg, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c_11 = stablehlo.constant dense<5> : tensor<i32>
      %21 = stablehlo.compare LT, %iterArg_10, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_12 = stablehlo.constant dense<false> : tensor<i1>
      %22 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i1>) -> tensor<i1>
      %23 = stablehlo.compare NE, %21, %22, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %24 = stablehlo.convert %23 : tensor<i1>
      %25 = stablehlo.and %20, %24 : tensor<i1>
      stablehlo.return %25 : tensor<i1>
    } do {
      %20 = stablehlo.dot_general %iterArg_5, %iterArg_9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16xf32>) -> tensor<16xf32>
      %21 = stablehlo.dot_general %iterArg_9, %20, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>
      %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %22 = stablehlo.add %cst_11, %21 : tensor<f32>
      %23 = stablehlo.divide %iterArg_8, %22 : tensor<f32>
      %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<16xf32>
      %25 = stablehlo.multiply %24, %iterArg_9 : tensor<16xf32>
      %26 = stablehlo.add %iterArg_6, %25 : tensor<16xf32>
      %27 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<16xf32>
      %28 = stablehlo.multiply %27, %20 : tensor<16xf32>
      %29 = stablehlo.subtract %iterArg_7, %28 : tensor<16xf32>
      %30 = stablehlo.dot_general %29, %29, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>
      %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %31 = stablehlo.add %cst_12, %30 : tensor<f32>
      %32 = stablehlo.divide %31, %iterArg_8 : tensor<f32>
      %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<16xf32>
      %34 = stablehlo.multiply %33, %iterArg_9 : tensor<16xf32>
      %35 = stablehlo.add %29, %34 : tensor<16xf32>
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %36 = stablehlo.add %iterArg_10, %c_13 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_5, %26, %29, %31, %35, %36 : tensor<f32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<f32>, tensor<16xf32>, tensor<i32>
    }
    %14 = stablehlo.dot_general %arg0, %13#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %15 = stablehlo.subtract %14, %arg1 : tensor<16xf32>
    %16 = call @norm(%15) : (tensor<16xf32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.compare LT, %16, %cst_4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %18 = stablehlo.convert %17 : (tensor<i1>) -> tensor<i32>
    %19 = "stablehlo.case"(%18) ({
      %20 = func.call @_flip(%13#2) : (tensor<16xf32>) -> tensor<16xf32>
      %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16xf32>
      %22 = stablehlo.multiply %20, %21 : tensor<16xf32>
      stablehlo.return %22 : tensor<16xf32>
    }, {
      %20 = sdy.sharding_constraint %13#2 <@mesh, [{"x"}]> : tensor<16xf32>
      stablehlo.return %20 : tensor<16xf32>
    }) : (tensor<i32>) -> tensor<16xf32>
    return %19 : tensor<16xf32>
  }
  func.func private @norm(%arg0: tensor<16xf32>) -> tensor<f32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.sqrt %1 : tensor<f32>
    return %2 : tensor<f32>
  }
  func.func private @_flip(%arg0: tensor<16xf32>) -> tensor<16xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}
