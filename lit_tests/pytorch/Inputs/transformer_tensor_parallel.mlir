module @IrToHlo.1287 attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<16x32xi64> {mhlo.sharding = "{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"}, %arg1: tensor<512x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg2: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg3: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg4: tensor<64x256xf32> {mhlo.sharding = "{devices=[1,4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg5: tensor<256xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg6: tensor<256x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg7: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg8: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg9: tensor<64x64xf32> {mhlo.sharding = "{devices=[1,4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg10: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg11: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg12: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg13: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg14: tensor<64x256xf32> {mhlo.sharding = "{devices=[1,4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg15: tensor<256xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg16: tensor<256x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg17: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg18: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg19: tensor<64x64xf32> {mhlo.sharding = "{devices=[1,4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg20: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg21: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg22: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg23: tensor<32x64xf32> {mhlo.sharding = "{replicated}"}, %arg24: tensor<16x32xi64> {mhlo.sharding = "{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"}, %arg25: tensor<512x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg26: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg27: tensor<f64> {mhlo.sharding = "{replicated}"}, %arg28: tensor<f32> {mhlo.sharding = "{replicated}"}, %arg29: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg30: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg31: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg32: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg33: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg34: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg35: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg36: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg37: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg38: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg39: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg40: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg41: tensor<i64> {mhlo.sharding = "{replicated}"}) -> (tensor<f32>, tensor<512x64xf32>, tensor<32x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<512x64xf32>) {
    %c = stablehlo.constant dense<-1> : tensor<512xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<512xi64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<512x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<16x4x32x32xf32>
    %cst_2 = stablehlo.constant dense<0.398942292> : tensor<16x32x256xf32>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<16x32x256xf32>
    %c_4 = stablehlo.constant dense<-100> : tensor<512xi64>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<512x512xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<512x512xf32>
    %cst_7 = stablehlo.constant dense<9.99999974E-6> : tensor<512xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<16x32x256xf32>
    %cst_9 = stablehlo.constant dense<0.707106769> : tensor<16x32x256xf32>
    %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<16x32x256xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<512xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<512xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<32x32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<32x32xf32>
    %cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reshape %arg24 : (tensor<16x32xi64>) -> tensor<512xi64>
    %1 = stablehlo.convert %0 : (tensor<512xi64>) -> tensor<512xui32>
    %2 = "stablehlo.gather"(%arg25, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 64>}> : (tensor<512x64xf32>, tensor<512xui32>) -> tensor<512x64xf32>
    %3 = stablehlo.reshape %2 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %4 = stablehlo.broadcast_in_dim %arg23, dims = [1, 2] : (tensor<32x64xf32>) -> tensor<16x32x64xf32>
    %5 = stablehlo.add %3, %4 : tensor<16x32x64xf32>
    %6 = stablehlo.iota dim = 0 : tensor<32xi32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<32xi32>) -> tensor<32x32xi32>
    %8 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<32xi32>) -> tensor<32x32xi32>
    %9 = stablehlo.compare  GE, %7, %8 : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
    %10 = stablehlo.select %9, %cst_14, %cst_13 : tensor<32x32xi1>, tensor<32x32xf32>
    %11 = stablehlo.compare  GT, %10, %cst_14 : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xi1>
    %12 = stablehlo.broadcast_in_dim %11, dims = [2, 3] : (tensor<32x32xi1>) -> tensor<16x4x32x32xi1>
    %13 = stablehlo.convert %arg27 : (tensor<f64>) -> tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %15 = stablehlo.broadcast_in_dim %arg26, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %16 = stablehlo.reshape %5 : (tensor<16x32x64xf32>) -> tensor<1x512x64xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%16, %cst_12, %cst_11) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>)
    %17 = stablehlo.reshape %output : (tensor<1x512x64xf32>) -> tensor<16x32x64xf32>
    %18 = stablehlo.broadcast_in_dim %arg22, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %19 = stablehlo.multiply %17, %18 : tensor<16x32x64xf32>
    %20 = stablehlo.add %15, %19 : tensor<16x32x64xf32>
    %21 = stablehlo.reshape %20 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %22 = stablehlo.transpose %arg32, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %23 = stablehlo.dot_general %21, %22, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %24 = stablehlo.reshape %23 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %25 = stablehlo.broadcast_in_dim %arg31, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %26 = stablehlo.add %24, %25 : tensor<16x32x64xf32>
    %27 = stablehlo.reshape %26 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %28 = stablehlo.transpose %27, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %29 = stablehlo.reshape %28 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %30 = stablehlo.transpose %arg30, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %31 = stablehlo.dot_general %21, %30, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %32 = stablehlo.reshape %31 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %33 = stablehlo.broadcast_in_dim %arg29, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %34 = stablehlo.add %32, %33 : tensor<16x32x64xf32>
    %35 = stablehlo.reshape %34 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %36 = stablehlo.transpose %35, dims = [0, 2, 3, 1] : (tensor<16x32x4x16xf32>) -> tensor<16x4x16x32xf32>
    %37 = stablehlo.reshape %36 : (tensor<16x4x16x32xf32>) -> tensor<64x16x32xf32>
    %38 = stablehlo.dot_general %29, %37, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x16x32xf32>) -> tensor<64x32x32xf32>
    %39 = stablehlo.reshape %38 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %40 = stablehlo.broadcast_in_dim %arg28, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %41 = stablehlo.multiply %39, %40 : tensor<16x4x32x32xf32>
    %42 = stablehlo.select %12, %14, %41 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    %43 = stablehlo.reduce(%42 init: %cst_15) applies stablehlo.maximum across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %45 = stablehlo.subtract %42, %44 : tensor<16x4x32x32xf32>
    %46 = stablehlo.exponential %45 : tensor<16x4x32x32xf32>
    %47 = stablehlo.reduce(%46 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %49 = stablehlo.divide %46, %48 : tensor<16x4x32x32xf32>
    %50 = stablehlo.reshape %49 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %51 = stablehlo.transpose %arg21, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %52 = stablehlo.dot_general %21, %51, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %53 = stablehlo.reshape %52 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %54 = stablehlo.broadcast_in_dim %arg20, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %55 = stablehlo.add %53, %54 : tensor<16x32x64xf32>
    %56 = stablehlo.reshape %55 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %57 = stablehlo.transpose %56, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %58 = stablehlo.reshape %57 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %59 = stablehlo.dot_general %50, %58, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %60 = stablehlo.reshape %59 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %61 = stablehlo.transpose %60, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %62 = stablehlo.reshape %61 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %63 = stablehlo.transpose %arg19, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %64 = stablehlo.dot_general %62, %63, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %65 = stablehlo.reshape %64 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %66 = stablehlo.broadcast_in_dim %arg18, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %67 = stablehlo.add %65, %66 : tensor<16x32x64xf32>
    %68 = stablehlo.add %5, %67 : tensor<16x32x64xf32>
    %69 = stablehlo.broadcast_in_dim %arg33, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %70 = stablehlo.reshape %68 : (tensor<16x32x64xf32>) -> tensor<1x512x64xf32>
    %output_18, %batch_mean_19, %batch_var_20 = "stablehlo.batch_norm_training"(%70, %cst_12, %cst_11) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>)
    %71 = stablehlo.reshape %output_18 : (tensor<1x512x64xf32>) -> tensor<16x32x64xf32>
    %72 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %73 = stablehlo.multiply %71, %72 : tensor<16x32x64xf32>
    %74 = stablehlo.add %69, %73 : tensor<16x32x64xf32>
    %75 = stablehlo.reshape %74 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %76 = stablehlo.transpose %arg16, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,256]{0,1}"} : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %77 = stablehlo.dot_general %75, %76, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x256xf32>) -> tensor<512x256xf32>
    %78 = stablehlo.reshape %77 : (tensor<512x256xf32>) -> tensor<16x32x256xf32>
    %79 = stablehlo.broadcast_in_dim %arg15, dims = [2] : (tensor<256xf32>) -> tensor<16x32x256xf32>
    %80 = stablehlo.add %78, %79 : tensor<16x32x256xf32>
    %81 = stablehlo.multiply %80, %cst_10 : tensor<16x32x256xf32>
    %82 = stablehlo.multiply %80, %cst_9 : tensor<16x32x256xf32>
    %83 = stablehlo.custom_call @mhlo.erf(%82) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<16x32x256xf32>) -> tensor<16x32x256xf32>
    %84 = stablehlo.add %83, %cst_8 : tensor<16x32x256xf32>
    %85 = stablehlo.multiply %81, %84 : tensor<16x32x256xf32>
    %86 = stablehlo.reshape %85 : (tensor<16x32x256xf32>) -> tensor<512x256xf32>
    %87 = stablehlo.transpose %arg14, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,64]{0,1}"} : (tensor<64x256xf32>) -> tensor<256x64xf32>
    %88 = stablehlo.dot_general %86, %87, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %89 = stablehlo.reshape %88 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %90 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %91 = stablehlo.add %89, %90 : tensor<16x32x64xf32>
    %92 = stablehlo.add %68, %91 : tensor<16x32x64xf32>
    %93 = stablehlo.broadcast_in_dim %arg34, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %94 = stablehlo.reshape %92 : (tensor<16x32x64xf32>) -> tensor<1x512x64xf32>
    %output_21, %batch_mean_22, %batch_var_23 = "stablehlo.batch_norm_training"(%94, %cst_12, %cst_11) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>)
    %95 = stablehlo.reshape %output_21 : (tensor<1x512x64xf32>) -> tensor<16x32x64xf32>
    %96 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %97 = stablehlo.multiply %95, %96 : tensor<16x32x64xf32>
    %98 = stablehlo.add %93, %97 : tensor<16x32x64xf32>
    %99 = stablehlo.reshape %98 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %100 = stablehlo.transpose %arg38, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %101 = stablehlo.dot_general %99, %100, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %102 = stablehlo.reshape %101 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %103 = stablehlo.broadcast_in_dim %arg37, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %104 = stablehlo.add %102, %103 : tensor<16x32x64xf32>
    %105 = stablehlo.reshape %104 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %106 = stablehlo.transpose %105, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %107 = stablehlo.reshape %106 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %108 = stablehlo.transpose %arg36, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %109 = stablehlo.dot_general %99, %108, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %110 = stablehlo.reshape %109 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %111 = stablehlo.broadcast_in_dim %arg35, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %112 = stablehlo.add %110, %111 : tensor<16x32x64xf32>
    %113 = stablehlo.reshape %112 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %114 = stablehlo.transpose %113, dims = [0, 2, 3, 1] : (tensor<16x32x4x16xf32>) -> tensor<16x4x16x32xf32>
    %115 = stablehlo.reshape %114 : (tensor<16x4x16x32xf32>) -> tensor<64x16x32xf32>
    %116 = stablehlo.dot_general %107, %115, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x16x32xf32>) -> tensor<64x32x32xf32>
    %117 = stablehlo.reshape %116 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %118 = stablehlo.multiply %117, %40 : tensor<16x4x32x32xf32>
    %119 = stablehlo.select %12, %14, %118 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    %120 = stablehlo.reduce(%119 init: %cst_15) applies stablehlo.maximum across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %122 = stablehlo.subtract %119, %121 : tensor<16x4x32x32xf32>
    %123 = stablehlo.exponential %122 : tensor<16x4x32x32xf32>
    %124 = stablehlo.reduce(%123 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %126 = stablehlo.divide %123, %125 : tensor<16x4x32x32xf32>
    %127 = stablehlo.reshape %126 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %128 = stablehlo.transpose %arg11, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %129 = stablehlo.dot_general %99, %128, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %130 = stablehlo.reshape %129 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %131 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %132 = stablehlo.add %130, %131 : tensor<16x32x64xf32>
    %133 = stablehlo.reshape %132 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %134 = stablehlo.transpose %133, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %135 = stablehlo.reshape %134 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %136 = stablehlo.dot_general %127, %135, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %137 = stablehlo.reshape %136 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %138 = stablehlo.transpose %137, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %139 = stablehlo.reshape %138 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %140 = stablehlo.transpose %arg9, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %141 = stablehlo.dot_general %139, %140, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %142 = stablehlo.reshape %141 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %143 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %144 = stablehlo.add %142, %143 : tensor<16x32x64xf32>
    %145 = stablehlo.add %92, %144 : tensor<16x32x64xf32>
    %146 = stablehlo.broadcast_in_dim %arg39, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %147 = stablehlo.reshape %145 : (tensor<16x32x64xf32>) -> tensor<1x512x64xf32>
    %output_24, %batch_mean_25, %batch_var_26 = "stablehlo.batch_norm_training"(%147, %cst_12, %cst_11) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>)
    %148 = stablehlo.reshape %output_24 : (tensor<1x512x64xf32>) -> tensor<16x32x64xf32>
    %149 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %150 = stablehlo.multiply %148, %149 : tensor<16x32x64xf32>
    %151 = stablehlo.add %146, %150 : tensor<16x32x64xf32>
    %152 = stablehlo.reshape %151 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %153 = stablehlo.transpose %arg6, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,256]{0,1}"} : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %154 = stablehlo.dot_general %152, %153, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x256xf32>) -> tensor<512x256xf32>
    %155 = stablehlo.reshape %154 : (tensor<512x256xf32>) -> tensor<16x32x256xf32>
    %156 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<256xf32>) -> tensor<16x32x256xf32>
    %157 = stablehlo.add %155, %156 : tensor<16x32x256xf32>
    %158 = stablehlo.multiply %157, %cst_10 : tensor<16x32x256xf32>
    %159 = stablehlo.multiply %157, %cst_9 : tensor<16x32x256xf32>
    %160 = stablehlo.custom_call @mhlo.erf(%159) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<16x32x256xf32>) -> tensor<16x32x256xf32>
    %161 = stablehlo.add %160, %cst_8 : tensor<16x32x256xf32>
    %162 = stablehlo.multiply %158, %161 : tensor<16x32x256xf32>
    %163 = stablehlo.reshape %162 : (tensor<16x32x256xf32>) -> tensor<512x256xf32>
    %164 = stablehlo.transpose %arg4, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,64]{0,1}"} : (tensor<64x256xf32>) -> tensor<256x64xf32>
    %165 = stablehlo.dot_general %163, %164, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %166 = stablehlo.reshape %165 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %167 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %168 = stablehlo.add %166, %167 : tensor<16x32x64xf32>
    %169 = stablehlo.add %145, %168 : tensor<16x32x64xf32>
    %170 = stablehlo.reshape %169 : (tensor<16x32x64xf32>) -> tensor<1x512x64xf32>
    %output_27, %batch_mean_28, %batch_var_29 = "stablehlo.batch_norm_training"(%170, %cst_12, %cst_11) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>)
    %171 = stablehlo.add %batch_var_29, %cst_7 : tensor<512xf32>
    %172 = stablehlo.rsqrt %171 : tensor<512xf32>
    %173 = stablehlo.divide %cst_12, %172 : tensor<512xf32>
    %174 = stablehlo.multiply %173, %173 : tensor<512xf32>
    %175 = stablehlo.subtract %174, %cst_7 : tensor<512xf32>
    %176 = stablehlo.reshape %arg0 : (tensor<16x32xi64>) -> tensor<512xi64>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0] : (tensor<512xi64>) -> tensor<512x512xi64>
    %178 = stablehlo.iota dim = 0 : tensor<512xi64>
    %179 = stablehlo.broadcast_in_dim %178, dims = [1] : (tensor<512xi64>) -> tensor<512x512xi64>
    %180 = stablehlo.compare  EQ, %177, %179 : (tensor<512x512xi64>, tensor<512x512xi64>) -> tensor<512x512xi1>
    %181 = stablehlo.select %180, %cst_6, %cst_5 : tensor<512x512xi1>, tensor<512x512xf32>
    %182 = stablehlo.negate %181 : tensor<512x512xf32>
    %183 = stablehlo.compare  NE, %176, %c_4 : (tensor<512xi64>, tensor<512xi64>) -> tensor<512xi1>
    %184 = stablehlo.broadcast_in_dim %183, dims = [0] : (tensor<512xi1>) -> tensor<512x512xi1>
    %185 = stablehlo.select %184, %cst_6, %cst_5 : tensor<512x512xi1>, tensor<512x512xf32>
    %186 = stablehlo.multiply %185, %181 : tensor<512x512xf32>
    %187 = stablehlo.multiply %182, %186 : tensor<512x512xf32>
    %188 = stablehlo.reduce(%186 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<f32>
    %189 = stablehlo.compare  NE, %188, %cst_17 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %190 = stablehlo.select %189, %188, %cst_16 : tensor<i1>, tensor<f32>
    %191 = stablehlo.broadcast_in_dim %190, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %192 = stablehlo.divide %187, %191 : tensor<512x512xf32>
    %193 = stablehlo.broadcast_in_dim %arg40, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %194 = stablehlo.reshape %output_27 : (tensor<1x512x64xf32>) -> tensor<16x32x64xf32>
    %195 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %196 = stablehlo.multiply %194, %195 : tensor<16x32x64xf32>
    %197 = stablehlo.add %193, %196 : tensor<16x32x64xf32>
    %198 = stablehlo.reshape %197 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %199 = stablehlo.transpose %arg1, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %200 = stablehlo.dot_general %198, %199, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
    %201 = stablehlo.reduce(%200 init: %cst_15) applies stablehlo.maximum across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
    %203 = stablehlo.subtract %200, %202 : tensor<512x512xf32>
    %204 = stablehlo.exponential %203 : tensor<512x512xf32>
    %205 = stablehlo.reduce(%204 init: %cst_17) applies stablehlo.add across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
    %206 = stablehlo.log %205 : tensor<512xf32>
    %207 = stablehlo.broadcast_in_dim %206, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
    %208 = stablehlo.subtract %203, %207 : tensor<512x512xf32>
    %209 = stablehlo.exponential %208 : tensor<512x512xf32>
    %210 = stablehlo.reduce(%192 init: %cst_17) applies stablehlo.add across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
    %211 = stablehlo.broadcast_in_dim %210, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
    %212 = stablehlo.multiply %209, %211 : tensor<512x512xf32>
    %213 = stablehlo.subtract %192, %212 : tensor<512x512xf32>
    %214 = stablehlo.dot_general %213, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x512xf32>, tensor<512x64xf32>) -> tensor<512x64xf32>
    %215 = stablehlo.reshape %214 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %216 = stablehlo.multiply %215, %195 : tensor<16x32x64xf32>
    %217 = stablehlo.reshape %216 : (tensor<16x32x64xf32>) -> tensor<1x512x64xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%170, %cst_12, %batch_mean_28, %175, %217) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x512x64xf32>) -> (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>)
    %218 = stablehlo.add %batch_var_26, %cst_7 : tensor<512xf32>
    %219 = stablehlo.rsqrt %218 : tensor<512xf32>
    %220 = stablehlo.divide %cst_12, %219 : tensor<512xf32>
    %221 = stablehlo.multiply %220, %220 : tensor<512xf32>
    %222 = stablehlo.subtract %221, %cst_7 : tensor<512xf32>
    %223 = stablehlo.reshape %grad_operand : (tensor<1x512x64xf32>) -> tensor<16x32x64xf32>
    %224 = stablehlo.reshape %grad_operand : (tensor<1x512x64xf32>) -> tensor<512x64xf32>
    %225 = stablehlo.dot_general %224, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x256xf32>) -> tensor<512x256xf32>
    %226 = stablehlo.reshape %225 : (tensor<512x256xf32>) -> tensor<16x32x256xf32>
    %227 = stablehlo.multiply %161, %cst_10 : tensor<16x32x256xf32>
    %228 = stablehlo.multiply %157, %157 : tensor<16x32x256xf32>
    %229 = stablehlo.multiply %228, %cst_3 : tensor<16x32x256xf32>
    %230 = stablehlo.exponential %229 : tensor<16x32x256xf32>
    %231 = stablehlo.multiply %157, %230 : tensor<16x32x256xf32>
    %232 = stablehlo.multiply %231, %cst_2 : tensor<16x32x256xf32>
    %233 = stablehlo.add %227, %232 : tensor<16x32x256xf32>
    %234 = stablehlo.multiply %226, %233 : tensor<16x32x256xf32>
    %235 = stablehlo.reshape %234 : (tensor<16x32x256xf32>) -> tensor<512x256xf32>
    %236 = stablehlo.dot_general %235, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %237 = stablehlo.reshape %236 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %238 = stablehlo.multiply %237, %149 : tensor<16x32x64xf32>
    %239 = stablehlo.reshape %238 : (tensor<16x32x64xf32>) -> tensor<1x512x64xf32>
    %grad_operand_30, %grad_scale_31, %grad_offset_32 = "stablehlo.batch_norm_grad"(%147, %cst_12, %batch_mean_25, %222, %239) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x512x64xf32>) -> (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>)
    %240 = stablehlo.add %batch_var_23, %cst_7 : tensor<512xf32>
    %241 = stablehlo.rsqrt %240 : tensor<512xf32>
    %242 = stablehlo.divide %cst_12, %241 : tensor<512xf32>
    %243 = stablehlo.multiply %242, %242 : tensor<512xf32>
    %244 = stablehlo.subtract %243, %cst_7 : tensor<512xf32>
    %245 = stablehlo.transpose %127, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,32,32]{1,2,0}"} : (tensor<64x32x32xf32>) -> tensor<64x32x32xf32>
    %246 = stablehlo.reshape %grad_operand_30 : (tensor<1x512x64xf32>) -> tensor<16x32x64xf32>
    %247 = stablehlo.add %223, %246 : tensor<16x32x64xf32>
    %248 = stablehlo.reshape %247 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %249 = stablehlo.dot_general %248, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %250 = stablehlo.reshape %249 : (tensor<512x64xf32>) -> tensor<16x32x4x16xf32>
    %251 = stablehlo.transpose %250, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %252 = stablehlo.reshape %251 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %253 = stablehlo.dot_general %245, %252, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %254 = stablehlo.reshape %253 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %255 = stablehlo.transpose %254, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %256 = stablehlo.reshape %255 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %257 = stablehlo.reshape %255 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %258 = stablehlo.dot_general %257, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %259 = stablehlo.reshape %258 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %260 = stablehlo.transpose %107, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,16,32]{1,2,0}"} : (tensor<64x32x16xf32>) -> tensor<64x16x32xf32>
    %261 = stablehlo.transpose %135, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,16,32]{1,2,0}"} : (tensor<64x32x16xf32>) -> tensor<64x16x32xf32>
    %262 = stablehlo.dot_general %252, %261, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x16x32xf32>) -> tensor<64x32x32xf32>
    %263 = stablehlo.reshape %262 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %264 = stablehlo.multiply %263, %126 : tensor<16x4x32x32xf32>
    %265 = stablehlo.reduce(%264 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %266 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %267 = stablehlo.subtract %263, %266 : tensor<16x4x32x32xf32>
    %268 = stablehlo.multiply %126, %267 : tensor<16x4x32x32xf32>
    %269 = stablehlo.select %12, %cst_1, %268 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    %270 = stablehlo.multiply %269, %40 : tensor<16x4x32x32xf32>
    %271 = stablehlo.reshape %270 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %272 = stablehlo.dot_general %260, %271, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x32xf32>, tensor<64x32x32xf32>) -> tensor<64x16x32xf32>
    %273 = stablehlo.reshape %272 : (tensor<64x16x32xf32>) -> tensor<16x4x16x32xf32>
    %274 = stablehlo.transpose %273, dims = [0, 3, 1, 2] : (tensor<16x4x16x32xf32>) -> tensor<16x32x4x16xf32>
    %275 = stablehlo.reshape %274 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %276 = stablehlo.reshape %274 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %277 = stablehlo.dot_general %276, %arg36, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %278 = stablehlo.reshape %277 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %279 = stablehlo.add %259, %278 : tensor<16x32x64xf32>
    %280 = stablehlo.transpose %115, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,32,16]{1,2,0}"} : (tensor<64x16x32xf32>) -> tensor<64x32x16xf32>
    %281 = stablehlo.dot_general %271, %280, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %282 = stablehlo.reshape %281 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %283 = stablehlo.transpose %282, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %284 = stablehlo.reshape %283 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %285 = stablehlo.reshape %283 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %286 = stablehlo.dot_general %285, %arg38, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %287 = stablehlo.reshape %286 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %288 = stablehlo.add %279, %287 : tensor<16x32x64xf32>
    %289 = stablehlo.multiply %288, %96 : tensor<16x32x64xf32>
    %290 = stablehlo.reshape %289 : (tensor<16x32x64xf32>) -> tensor<1x512x64xf32>
    %grad_operand_33, %grad_scale_34, %grad_offset_35 = "stablehlo.batch_norm_grad"(%94, %cst_12, %batch_mean_22, %244, %290) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x512x64xf32>) -> (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>)
    %291 = stablehlo.add %batch_var_20, %cst_7 : tensor<512xf32>
    %292 = stablehlo.rsqrt %291 : tensor<512xf32>
    %293 = stablehlo.divide %cst_12, %292 : tensor<512xf32>
    %294 = stablehlo.multiply %293, %293 : tensor<512xf32>
    %295 = stablehlo.subtract %294, %cst_7 : tensor<512xf32>
    %296 = stablehlo.reshape %grad_operand_33 : (tensor<1x512x64xf32>) -> tensor<16x32x64xf32>
    %297 = stablehlo.add %247, %296 : tensor<16x32x64xf32>
    %298 = stablehlo.reshape %297 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %299 = stablehlo.dot_general %298, %arg14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x256xf32>) -> tensor<512x256xf32>
    %300 = stablehlo.reshape %299 : (tensor<512x256xf32>) -> tensor<16x32x256xf32>
    %301 = stablehlo.multiply %84, %cst_10 : tensor<16x32x256xf32>
    %302 = stablehlo.multiply %80, %80 : tensor<16x32x256xf32>
    %303 = stablehlo.multiply %302, %cst_3 : tensor<16x32x256xf32>
    %304 = stablehlo.exponential %303 : tensor<16x32x256xf32>
    %305 = stablehlo.multiply %80, %304 : tensor<16x32x256xf32>
    %306 = stablehlo.multiply %305, %cst_2 : tensor<16x32x256xf32>
    %307 = stablehlo.add %301, %306 : tensor<16x32x256xf32>
    %308 = stablehlo.multiply %300, %307 : tensor<16x32x256xf32>
    %309 = stablehlo.reshape %308 : (tensor<16x32x256xf32>) -> tensor<512x256xf32>
    %310 = stablehlo.dot_general %309, %arg16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %311 = stablehlo.reshape %310 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %312 = stablehlo.multiply %311, %72 : tensor<16x32x64xf32>
    %313 = stablehlo.reshape %312 : (tensor<16x32x64xf32>) -> tensor<1x512x64xf32>
    %grad_operand_36, %grad_scale_37, %grad_offset_38 = "stablehlo.batch_norm_grad"(%70, %cst_12, %batch_mean_19, %295, %313) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x512x64xf32>) -> (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>)
    %314 = stablehlo.add %batch_var, %cst_7 : tensor<512xf32>
    %315 = stablehlo.rsqrt %314 : tensor<512xf32>
    %316 = stablehlo.divide %cst_12, %315 : tensor<512xf32>
    %317 = stablehlo.multiply %316, %316 : tensor<512xf32>
    %318 = stablehlo.subtract %317, %cst_7 : tensor<512xf32>
    %319 = stablehlo.transpose %50, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,32,32]{1,2,0}"} : (tensor<64x32x32xf32>) -> tensor<64x32x32xf32>
    %320 = stablehlo.reshape %grad_operand_36 : (tensor<1x512x64xf32>) -> tensor<16x32x64xf32>
    %321 = stablehlo.add %297, %320 : tensor<16x32x64xf32>
    %322 = stablehlo.reshape %321 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %323 = stablehlo.dot_general %322, %arg19, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %324 = stablehlo.reshape %323 : (tensor<512x64xf32>) -> tensor<16x32x4x16xf32>
    %325 = stablehlo.transpose %324, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %326 = stablehlo.reshape %325 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %327 = stablehlo.dot_general %319, %326, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %328 = stablehlo.reshape %327 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %329 = stablehlo.transpose %328, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %330 = stablehlo.reshape %329 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %331 = stablehlo.reshape %329 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %332 = stablehlo.dot_general %331, %arg21, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %333 = stablehlo.reshape %332 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %334 = stablehlo.transpose %29, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,16,32]{1,2,0}"} : (tensor<64x32x16xf32>) -> tensor<64x16x32xf32>
    %335 = stablehlo.transpose %58, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,16,32]{1,2,0}"} : (tensor<64x32x16xf32>) -> tensor<64x16x32xf32>
    %336 = stablehlo.dot_general %326, %335, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x16x32xf32>) -> tensor<64x32x32xf32>
    %337 = stablehlo.reshape %336 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %338 = stablehlo.multiply %337, %49 : tensor<16x4x32x32xf32>
    %339 = stablehlo.reduce(%338 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %340 = stablehlo.broadcast_in_dim %339, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %341 = stablehlo.subtract %337, %340 : tensor<16x4x32x32xf32>
    %342 = stablehlo.multiply %49, %341 : tensor<16x4x32x32xf32>
    %343 = stablehlo.select %12, %cst_1, %342 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    %344 = stablehlo.multiply %343, %40 : tensor<16x4x32x32xf32>
    %345 = stablehlo.reshape %344 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %346 = stablehlo.dot_general %334, %345, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x32xf32>, tensor<64x32x32xf32>) -> tensor<64x16x32xf32>
    %347 = stablehlo.reshape %346 : (tensor<64x16x32xf32>) -> tensor<16x4x16x32xf32>
    %348 = stablehlo.transpose %347, dims = [0, 3, 1, 2] : (tensor<16x4x16x32xf32>) -> tensor<16x32x4x16xf32>
    %349 = stablehlo.reshape %348 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %350 = stablehlo.reshape %348 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %351 = stablehlo.dot_general %350, %arg30, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %352 = stablehlo.reshape %351 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %353 = stablehlo.add %333, %352 : tensor<16x32x64xf32>
    %354 = stablehlo.transpose %37, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,32,16]{1,2,0}"} : (tensor<64x16x32xf32>) -> tensor<64x32x16xf32>
    %355 = stablehlo.dot_general %345, %354, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %356 = stablehlo.reshape %355 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %357 = stablehlo.transpose %356, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %358 = stablehlo.reshape %357 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %359 = stablehlo.reshape %357 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %360 = stablehlo.dot_general %359, %arg32, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %361 = stablehlo.reshape %360 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %362 = stablehlo.add %353, %361 : tensor<16x32x64xf32>
    %363 = stablehlo.multiply %362, %18 : tensor<16x32x64xf32>
    %364 = stablehlo.reshape %363 : (tensor<16x32x64xf32>) -> tensor<1x512x64xf32>
    %grad_operand_39, %grad_scale_40, %grad_offset_41 = "stablehlo.batch_norm_grad"(%16, %cst_12, %batch_mean, %318, %364) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<1x512x64xf32>) -> (tensor<1x512x64xf32>, tensor<512xf32>, tensor<512xf32>)
    %365 = stablehlo.compare  NE, %181, %cst_6 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xi1>
    %366 = stablehlo.multiply %182, %208 : tensor<512x512xf32>
    %367 = stablehlo.select %365, %cst_5, %366 : tensor<512x512xi1>, tensor<512x512xf32>
    %368 = stablehlo.multiply %367, %186 : tensor<512x512xf32>
    %369 = stablehlo.reduce(%368 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<f32>
    %370 = stablehlo.divide %369, %188 : tensor<f32>
    %371 = stablehlo.compare  LT, %0, %c_0 : (tensor<512xi64>, tensor<512xi64>) -> tensor<512xi1>
    %372 = stablehlo.broadcast_in_dim %arg41, dims = [] : (tensor<i64>) -> tensor<512xi64>
    %373 = stablehlo.add %0, %372 : tensor<512xi64>
    %374 = stablehlo.select %371, %373, %0 : tensor<512xi1>, tensor<512xi64>
    %375 = stablehlo.reshape %374 : (tensor<512xi64>) -> tensor<512x1xi64>
    %376 = stablehlo.compare  NE, %0, %c : (tensor<512xi64>, tensor<512xi64>) -> tensor<512xi1>
    %377 = stablehlo.broadcast_in_dim %376, dims = [0] : (tensor<512xi1>) -> tensor<512x64xi1>
    %378 = stablehlo.reshape %grad_operand_39 : (tensor<1x512x64xf32>) -> tensor<16x32x64xf32>
    %379 = stablehlo.add %321, %378 : tensor<16x32x64xf32>
    %380 = stablehlo.reshape %379 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %381 = stablehlo.select %377, %380, %cst : tensor<512x64xi1>, tensor<512x64xf32>
    %382 = "stablehlo.scatter"(%cst, %375, %381) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg42: tensor<f32>, %arg43: tensor<f32>):
      %446 = stablehlo.add %arg42, %arg43 : tensor<f32>
      stablehlo.return %446 : tensor<f32>
    }) : (tensor<512x64xf32>, tensor<512x1xi64>, tensor<512x64xf32>) -> tensor<512x64xf32>
    %383 = stablehlo.reduce(%379 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<32x64xf32>
    %384 = stablehlo.multiply %362, %17 : tensor<16x32x64xf32>
    %385 = stablehlo.reduce(%384 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %386 = stablehlo.reduce(%362 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %387 = stablehlo.multiply %311, %71 : tensor<16x32x64xf32>
    %388 = stablehlo.reduce(%387 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %389 = stablehlo.reduce(%311 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %390 = stablehlo.transpose %21, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %391 = stablehlo.dot_general %390, %359, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %392 = stablehlo.transpose %391, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %393 = stablehlo.reduce(%358 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %394 = stablehlo.dot_general %390, %350, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %395 = stablehlo.transpose %394, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %396 = stablehlo.reduce(%349 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %397 = stablehlo.dot_general %390, %331, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %398 = stablehlo.transpose %397, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %399 = stablehlo.reduce(%330 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %400 = stablehlo.transpose %62, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %401 = stablehlo.dot_general %400, %322, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %402 = stablehlo.transpose %401, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %403 = stablehlo.reduce(%321 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %404 = stablehlo.transpose %75, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %405 = stablehlo.dot_general %404, %309, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x256xf32>) -> tensor<64x256xf32>
    %406 = stablehlo.transpose %405, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,64]{0,1}"} : (tensor<64x256xf32>) -> tensor<256x64xf32>
    %407 = stablehlo.reduce(%308 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x256xf32>, tensor<f32>) -> tensor<256xf32>
    %408 = stablehlo.transpose %86, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,512]{0,1}"} : (tensor<512x256xf32>) -> tensor<256x512xf32>
    %409 = stablehlo.dot_general %408, %298, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x512xf32>, tensor<512x64xf32>) -> tensor<256x64xf32>
    %410 = stablehlo.transpose %409, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,256]{0,1}"} : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %411 = stablehlo.reduce(%297 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %412 = stablehlo.multiply %288, %95 : tensor<16x32x64xf32>
    %413 = stablehlo.reduce(%412 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %414 = stablehlo.reduce(%288 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %415 = stablehlo.multiply %237, %148 : tensor<16x32x64xf32>
    %416 = stablehlo.reduce(%415 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %417 = stablehlo.reduce(%237 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %418 = stablehlo.transpose %99, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %419 = stablehlo.dot_general %418, %285, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %420 = stablehlo.transpose %419, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %421 = stablehlo.reduce(%284 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %422 = stablehlo.dot_general %418, %276, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %423 = stablehlo.transpose %422, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %424 = stablehlo.reduce(%275 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %425 = stablehlo.dot_general %418, %257, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %426 = stablehlo.transpose %425, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %427 = stablehlo.reduce(%256 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %428 = stablehlo.transpose %139, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %429 = stablehlo.dot_general %428, %248, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %430 = stablehlo.transpose %429, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %431 = stablehlo.reduce(%247 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %432 = stablehlo.transpose %152, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %433 = stablehlo.dot_general %432, %235, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x256xf32>) -> tensor<64x256xf32>
    %434 = stablehlo.transpose %433, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,64]{0,1}"} : (tensor<64x256xf32>) -> tensor<256x64xf32>
    %435 = stablehlo.reduce(%234 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x256xf32>, tensor<f32>) -> tensor<256xf32>
    %436 = stablehlo.transpose %163, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,512]{0,1}"} : (tensor<512x256xf32>) -> tensor<256x512xf32>
    %437 = stablehlo.dot_general %436, %224, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x512xf32>, tensor<512x64xf32>) -> tensor<256x64xf32>
    %438 = stablehlo.transpose %437, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,256]{0,1}"} : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %439 = stablehlo.reduce(%223 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %440 = stablehlo.multiply %215, %194 : tensor<16x32x64xf32>
    %441 = stablehlo.reduce(%440 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %442 = stablehlo.reduce(%215 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %443 = stablehlo.transpose %198, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %444 = stablehlo.dot_general %443, %213, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %445 = stablehlo.transpose %444, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[512,64]{0,1}"} : (tensor<64x512xf32>) -> tensor<512x64xf32>
    return %370, %382, %383, %385, %386, %388, %389, %392, %393, %395, %396, %398, %399, %402, %403, %406, %407, %410, %411, %413, %414, %416, %417, %420, %421, %423, %424, %426, %427, %430, %431, %434, %435, %438, %439, %441, %442, %445 : tensor<f32>, tensor<512x64xf32>, tensor<32x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<512x64xf32>
  }
}

