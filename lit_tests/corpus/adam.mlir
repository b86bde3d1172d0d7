module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  sdy.mesh @empty_mesh = <[]> {stablehlo.mesh = {axes = []}}
  func.func public @main(%arg0: tensor<32xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg1: tensor<16x32xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<32x8xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg3: tensor<32xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg4: tensor<16x32xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg5: tensor<32x8xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg6: tensor<32xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg7: tensor<16x32xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg8: tensor<32x8xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg9: tensor<f32> {sdy.sharding = #sdy.sharding<@empty_mesh, []>}, %arg10: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg11: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<32xf32> {jax.result_info = "result[0]['bias']"}, tensor<16x32xf32> {jax.result_info = "result[0]['first']"}, tensor<32x8xf32> {jax.result_info = "result[0]['second']"}, tensor<32xf32> {jax.result_info = "result[1]['bias']"}, tensor<16x32xf32> {jax.result_info = "result[1]['first']"}, tensor<32x8xf32> {jax.result_info = "result[1]['second']"}, tensor<32xf32> {jax.result_info = "result[2]['bias']"}, tensor<16x32xf32> {jax.result_info = "result[2]['first']"}, tensor<32x8xf32> {jax.result_info = "result[2]['second']"}, tensor<f32> {jax.result_info = "result[3]"}, tensor<f32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.dot_general %arg10, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<16x32xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x32xf32>
    %4 = call @relu(%3) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %6 = stablehlo.compare GT, %3, %5, FLOAT : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xi1>
    %7 = sdy.sharding_constraint %4 <@mesh, [{"data"}, {"model"}]> : tensor<16x32xf32>
    %8 = stablehlo.dot_general %7, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.subtract %8, %arg11 : tensor<16x8xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %12 = stablehlo.multiply %11, %9 : tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%10 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %14 = stablehlo.divide %13, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %15 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %17 = stablehlo.multiply %16, %12 : tensor<16x8xf32>
    %18 = stablehlo.dot_general %17, %7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %19 = stablehlo.transpose %18, dims = [1, 0] : (tensor<8x32xf32>) -> tensor<32x8xf32>
    %20 = stablehlo.dot_general %17, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<32x8xf32>) -> tensor<16x32xf32>
    %21 = sdy.sharding_constraint %20 <@mesh, [{"data"}, {"model"}]> : tensor<16x32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %23 = stablehlo.select %6, %21, %22 : tensor<16x32xi1>, tensor<16x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %25 = stablehlo.reshape %24 : (tensor<32xf32>) -> tensor<1x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%25 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %27 = stablehlo.dot_general %23, %arg10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
    %28 = stablehlo.transpose %27, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %29 = stablehlo.multiply %26, %26 : tensor<32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.add %cst_9, %30 : tensor<f32>
    %32 = stablehlo.multiply %28, %28 : tensor<16x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    %34 = stablehlo.add %31, %33 : tensor<f32>
    %35 = stablehlo.multiply %19, %19 : tensor<32x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x8xf32>, tensor<f32>) -> tensor<f32>
    %37 = stablehlo.add %34, %36 : tensor<f32>
    %38 = stablehlo.sqrt %37 : tensor<f32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.divide %cst_12, %38 : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.minimum %cst_13, %39 : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %42 = stablehlo.multiply %26, %41 : tensor<32xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.divide %cst_14, %38 : tensor<f32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %44 = stablehlo.minimum %cst_15, %43 : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %46 = stablehlo.multiply %28, %45 : tensor<16x32xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %47 = stablehlo.divide %cst_16, %38 : tensor<f32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %48 = stablehlo.minimum %cst_17, %47 : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %50 = stablehlo.multiply %19, %49 : tensor<32x8xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %52 = stablehlo.multiply %51, %arg3 : tensor<32xf32>
    %cst_19 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %54 = stablehlo.multiply %53, %42 : tensor<32xf32>
    %55 = stablehlo.add %52, %54 : tensor<32xf32>
    %cst_20 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %57 = stablehlo.multiply %56, %arg4 : tensor<16x32xf32>
    %cst_21 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %59 = stablehlo.multiply %58, %46 : tensor<16x32xf32>
    %60 = stablehlo.add %57, %59 : tensor<16x32xf32>
    %cst_22 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %62 = stablehlo.multiply %61, %arg5 : tensor<32x8xf32>
    %cst_23 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %64 = stablehlo.multiply %63, %50 : tensor<32x8xf32>
    %65 = stablehlo.add %62, %64 : tensor<32x8xf32>
    %cst_24 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %67 = stablehlo.multiply %66, %arg6 : tensor<32xf32>
    %68 = stablehlo.multiply %42, %42 : tensor<32xf32>
    %cst_25 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %70 = stablehlo.multiply %69, %68 : tensor<32xf32>
    %71 = stablehlo.add %67, %70 : tensor<32xf32>
    %cst_26 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %73 = stablehlo.multiply %72, %arg7 : tensor<16x32xf32>
    %74 = stablehlo.multiply %46, %46 : tensor<16x32xf32>
    %cst_27 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %76 = stablehlo.multiply %75, %74 : tensor<16x32xf32>
    %77 = stablehlo.add %73, %76 : tensor<16x32xf32>
    %cst_28 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %79 = stablehlo.multiply %78, %arg8 : tensor<32x8xf32>
    %80 = stablehlo.multiply %50, %50 : tensor<32x8xf32>
    %cst_29 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %82 = stablehlo.multiply %81, %80 : tensor<32x8xf32>
    %83 = stablehlo.add %79, %82 : tensor<32x8xf32>
    %cst_30 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %84 = stablehlo.power %cst_30, %arg9 : tensor<f32>
    %cst_31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %85 = stablehlo.subtract %cst_31, %84 : tensor<f32>
    %cst_32 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %86 = stablehlo.power %cst_32, %arg9 : tensor<f32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %87 = stablehlo.subtract %cst_33, %86 : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %89 = stablehlo.divide %55, %88 : tensor<32xf32>
    %90 = stablehlo.broadcast_in_dim %87, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %91 = stablehlo.divide %71, %90 : tensor<32xf32>
    %92 = stablehlo.sqrt %91 : tensor<32xf32>
    %cst_34 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %94 = stablehlo.add %92, %93 : tensor<32xf32>
    %95 = stablehlo.divide %89, %94 : tensor<32xf32>
    %cst_35 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %97 = stablehlo.multiply %96, %arg0 : tensor<32xf32>
    %98 = stablehlo.add %95, %97 : tensor<32xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %100 = stablehlo.multiply %99, %98 : tensor<32xf32>
    %101 = stablehlo.subtract %arg0, %100 : tensor<32xf32>
    %102 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %103 = stablehlo.divide %60, %102 : tensor<16x32xf32>
    %104 = stablehlo.broadcast_in_dim %87, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %105 = stablehlo.divide %77, %104 : tensor<16x32xf32>
    %106 = stablehlo.sqrt %105 : tensor<16x32xf32>
    %cst_37 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %108 = stablehlo.add %106, %107 : tensor<16x32xf32>
    %109 = stablehlo.divide %103, %108 : tensor<16x32xf32>
    %cst_38 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %111 = stablehlo.multiply %110, %arg1 : tensor<16x32xf32>
    %112 = stablehlo.add %109, %111 : tensor<16x32xf32>
    %cst_39 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %114 = stablehlo.multiply %113, %112 : tensor<16x32xf32>
    %115 = stablehlo.subtract %arg1, %114 : tensor<16x32xf32>
    %116 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %117 = stablehlo.divide %65, %116 : tensor<32x8xf32>
    %118 = stablehlo.broadcast_in_dim %87, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %119 = stablehlo.divide %83, %118 : tensor<32x8xf32>
    %120 = stablehlo.sqrt %119 : tensor<32x8xf32>
    %cst_40 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %122 = stablehlo.add %120, %121 : tensor<32x8xf32>
    %123 = stablehlo.divide %117, %122 : tensor<32x8xf32>
    %cst_41 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %125 = stablehlo.multiply %124, %arg2 : tensor<32x8xf32>
    %126 = stablehlo.add %123, %125 : tensor<32x8xf32>
    %cst_42 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<32x8xf32>
    %128 = stablehlo.multiply %127, %126 : tensor<32x8xf32>
    %129 = stablehlo.subtract %arg2, %128 : tensor<32x8xf32>
    %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %130 = stablehlo.add %arg9, %cst_43 : tensor<f32>
    return %101, %115, %129, %55, %60, %65, %71, %77, %83, %130, %14 : tensor<32xf32>, tensor<16x32xf32>, tensor<32x8xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<32x8xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<32x8xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<16x32xf32>) -> tensor<16x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x32xf32>
    return %1 : tensor<16x32xf32>
  }
}
