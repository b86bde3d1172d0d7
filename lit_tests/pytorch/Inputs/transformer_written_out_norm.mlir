module @IrToHlo.1536 attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<16x32xi64> {mhlo.sharding = "{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"}, %arg1: tensor<512x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg2: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg3: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg4: tensor<f32> {mhlo.sharding = "{replicated}"}, %arg5: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg6: tensor<64x256xf32> {mhlo.sharding = "{devices=[1,4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg7: tensor<256xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg8: tensor<256x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg9: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg10: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg11: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg12: tensor<64x64xf32> {mhlo.sharding = "{devices=[1,4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg13: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg14: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg15: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg16: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg17: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg18: tensor<64x256xf32> {mhlo.sharding = "{devices=[1,4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg19: tensor<256xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg20: tensor<256x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg21: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg22: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg23: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg24: tensor<64x64xf32> {mhlo.sharding = "{devices=[1,4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg25: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg26: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg27: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg28: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %arg29: tensor<32x64xf32> {mhlo.sharding = "{replicated}"}, %arg30: tensor<16x32xi64> {mhlo.sharding = "{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"}, %arg31: tensor<512x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg32: tensor<f64> {mhlo.sharding = "{replicated}"}, %arg33: tensor<f32> {mhlo.sharding = "{replicated}"}, %arg34: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg35: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg36: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg37: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg38: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg39: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg40: tensor<64xf32> {mhlo.sharding = "{devices=[4,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg41: tensor<64x64xf32> {mhlo.sharding = "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}"}, %arg42: tensor<f32> {mhlo.sharding = "{replicated}"}, %arg43: tensor<f32> {mhlo.sharding = "{replicated}"}, %arg44: tensor<f32> {mhlo.sharding = "{replicated}"}, %arg45: tensor<i64> {mhlo.sharding = "{replicated}"}) -> (tensor<f32>, tensor<512x64xf32>, tensor<32x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<512x64xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<16x4x32x32xf32>
    %cst_0 = stablehlo.constant dense<0.398942292> : tensor<16x32x256xf32>
    %cst_1 = stablehlo.constant dense<-5.000000e-01> : tensor<16x32x256xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<16x32x64xf32>
    %cst_3 = stablehlo.constant dense<3.000000e+00> : tensor<16x32x1xf32>
    %c = stablehlo.constant dense<-1> : tensor<512xi64>
    %c_4 = stablehlo.constant dense<0> : tensor<512xi64>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<512x64xf32>
    %c_6 = stablehlo.constant dense<-100> : tensor<512xi64>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<16x32x256xf32>
    %cst_8 = stablehlo.constant dense<0.707106769> : tensor<16x32x256xf32>
    %cst_9 = stablehlo.constant dense<5.000000e-01> : tensor<16x32x256xf32>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<16x32x64xf32>
    %cst_11 = stablehlo.constant dense<1.562500e-02> : tensor<16x32xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<32x32xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<32x32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<512x512xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<512x512xf32>
    %cst_16 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.reshape %arg0 : (tensor<16x32xi64>) -> tensor<512xi64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<512xi64>) -> tensor<512x512xi64>
    %2 = stablehlo.iota dim = 0 : tensor<512xi64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<512xi64>) -> tensor<512x512xi64>
    %4 = stablehlo.compare  EQ, %1, %3 : (tensor<512x512xi64>, tensor<512x512xi64>) -> tensor<512x512xi1>
    %5 = stablehlo.select %4, %cst_15, %cst_14 : tensor<512x512xi1>, tensor<512x512xf32>
    %6 = stablehlo.compare  NE, %5, %cst_15 : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xi1>
    %7 = stablehlo.negate %5 : tensor<512x512xf32>
    %8 = stablehlo.reshape %arg30 : (tensor<16x32xi64>) -> tensor<512xi64>
    %9 = stablehlo.convert %8 : (tensor<512xi64>) -> tensor<512xui32>
    %10 = "stablehlo.gather"(%arg31, %9) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 64>}> : (tensor<512x64xf32>, tensor<512xui32>) -> tensor<512x64xf32>
    %11 = stablehlo.reshape %10 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %12 = stablehlo.broadcast_in_dim %arg29, dims = [1, 2] : (tensor<32x64xf32>) -> tensor<16x32x64xf32>
    %13 = stablehlo.add %11, %12 : tensor<16x32x64xf32>
    %14 = stablehlo.iota dim = 0 : tensor<32xi32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<32xi32>) -> tensor<32x32xi32>
    %16 = stablehlo.broadcast_in_dim %14, dims = [1] : (tensor<32xi32>) -> tensor<32x32xi32>
    %17 = stablehlo.compare  GE, %15, %16 : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
    %18 = stablehlo.select %17, %cst_13, %cst_12 : tensor<32x32xi1>, tensor<32x32xf32>
    %19 = stablehlo.compare  GT, %18, %cst_13 : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xi1>
    %20 = stablehlo.broadcast_in_dim %19, dims = [2, 3] : (tensor<32x32xi1>) -> tensor<16x4x32x32xi1>
    %21 = stablehlo.convert %arg32 : (tensor<f64>) -> tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %23 = stablehlo.reduce(%13 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %24 = stablehlo.multiply %23, %cst_11 : tensor<16x32xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %26 = stablehlo.subtract %13, %25 : tensor<16x32x64xf32>
    %27 = stablehlo.power %26, %cst_10 : tensor<16x32x64xf32>
    %28 = stablehlo.reduce(%27 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %29 = stablehlo.multiply %28, %cst_11 : tensor<16x32xf32>
    %30 = stablehlo.reshape %29 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %31 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %32 = stablehlo.add %30, %31 : tensor<16x32x1xf32>
    %33 = stablehlo.rsqrt %32 : tensor<16x32x1xf32>
    %34 = stablehlo.reshape %33 : (tensor<16x32x1xf32>) -> tensor<16x32xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %36 = stablehlo.multiply %26, %35 : tensor<16x32x64xf32>
    %37 = stablehlo.broadcast_in_dim %arg28, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %38 = stablehlo.multiply %36, %37 : tensor<16x32x64xf32>
    %39 = stablehlo.broadcast_in_dim %arg27, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %40 = stablehlo.add %38, %39 : tensor<16x32x64xf32>
    %41 = stablehlo.reshape %40 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %42 = stablehlo.transpose %arg37, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %43 = stablehlo.dot_general %41, %42, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %44 = stablehlo.reshape %43 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %45 = stablehlo.broadcast_in_dim %arg36, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %46 = stablehlo.add %44, %45 : tensor<16x32x64xf32>
    %47 = stablehlo.reshape %46 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %48 = stablehlo.transpose %47, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %49 = stablehlo.reshape %48 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %50 = stablehlo.transpose %arg35, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %51 = stablehlo.dot_general %41, %50, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %52 = stablehlo.reshape %51 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %53 = stablehlo.broadcast_in_dim %arg34, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %54 = stablehlo.add %52, %53 : tensor<16x32x64xf32>
    %55 = stablehlo.reshape %54 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %56 = stablehlo.transpose %55, dims = [0, 2, 3, 1] : (tensor<16x32x4x16xf32>) -> tensor<16x4x16x32xf32>
    %57 = stablehlo.reshape %56 : (tensor<16x4x16x32xf32>) -> tensor<64x16x32xf32>
    %58 = stablehlo.dot_general %49, %57, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x16x32xf32>) -> tensor<64x32x32xf32>
    %59 = stablehlo.reshape %58 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %60 = stablehlo.broadcast_in_dim %arg33, dims = [] : (tensor<f32>) -> tensor<16x4x32x32xf32>
    %61 = stablehlo.multiply %59, %60 : tensor<16x4x32x32xf32>
    %62 = stablehlo.select %20, %22, %61 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    %63 = stablehlo.reduce(%62 init: %cst_16) applies stablehlo.maximum across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %65 = stablehlo.subtract %62, %64 : tensor<16x4x32x32xf32>
    %66 = stablehlo.exponential %65 : tensor<16x4x32x32xf32>
    %67 = stablehlo.reduce(%66 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %69 = stablehlo.divide %66, %68 : tensor<16x4x32x32xf32>
    %70 = stablehlo.reshape %69 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %71 = stablehlo.transpose %arg26, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %72 = stablehlo.dot_general %41, %71, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %73 = stablehlo.reshape %72 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %74 = stablehlo.broadcast_in_dim %arg25, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %75 = stablehlo.add %73, %74 : tensor<16x32x64xf32>
    %76 = stablehlo.reshape %75 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %77 = stablehlo.transpose %76, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %78 = stablehlo.reshape %77 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %79 = stablehlo.dot_general %70, %78, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %80 = stablehlo.reshape %79 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %81 = stablehlo.transpose %80, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %82 = stablehlo.reshape %81 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %83 = stablehlo.transpose %arg24, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %84 = stablehlo.dot_general %82, %83, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %85 = stablehlo.reshape %84 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %86 = stablehlo.broadcast_in_dim %arg23, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %87 = stablehlo.add %85, %86 : tensor<16x32x64xf32>
    %88 = stablehlo.add %13, %87 : tensor<16x32x64xf32>
    %89 = stablehlo.reduce(%88 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %90 = stablehlo.multiply %89, %cst_11 : tensor<16x32xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %92 = stablehlo.subtract %88, %91 : tensor<16x32x64xf32>
    %93 = stablehlo.power %92, %cst_10 : tensor<16x32x64xf32>
    %94 = stablehlo.reduce(%93 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %95 = stablehlo.multiply %94, %cst_11 : tensor<16x32xf32>
    %96 = stablehlo.reshape %95 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %97 = stablehlo.add %96, %31 : tensor<16x32x1xf32>
    %98 = stablehlo.rsqrt %97 : tensor<16x32x1xf32>
    %99 = stablehlo.reshape %98 : (tensor<16x32x1xf32>) -> tensor<16x32xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %101 = stablehlo.multiply %92, %100 : tensor<16x32x64xf32>
    %102 = stablehlo.broadcast_in_dim %arg22, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %103 = stablehlo.multiply %101, %102 : tensor<16x32x64xf32>
    %104 = stablehlo.broadcast_in_dim %arg21, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %105 = stablehlo.add %103, %104 : tensor<16x32x64xf32>
    %106 = stablehlo.reshape %105 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %107 = stablehlo.transpose %arg20, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,256]{0,1}"} : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %108 = stablehlo.dot_general %106, %107, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x256xf32>) -> tensor<512x256xf32>
    %109 = stablehlo.reshape %108 : (tensor<512x256xf32>) -> tensor<16x32x256xf32>
    %110 = stablehlo.broadcast_in_dim %arg19, dims = [2] : (tensor<256xf32>) -> tensor<16x32x256xf32>
    %111 = stablehlo.add %109, %110 : tensor<16x32x256xf32>
    %112 = stablehlo.multiply %111, %cst_9 : tensor<16x32x256xf32>
    %113 = stablehlo.multiply %111, %cst_8 : tensor<16x32x256xf32>
    %114 = stablehlo.custom_call @mhlo.erf(%113) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<16x32x256xf32>) -> tensor<16x32x256xf32>
    %115 = stablehlo.add %114, %cst_7 : tensor<16x32x256xf32>
    %116 = stablehlo.multiply %112, %115 : tensor<16x32x256xf32>
    %117 = stablehlo.reshape %116 : (tensor<16x32x256xf32>) -> tensor<512x256xf32>
    %118 = stablehlo.transpose %arg18, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,64]{0,1}"} : (tensor<64x256xf32>) -> tensor<256x64xf32>
    %119 = stablehlo.dot_general %117, %118, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %120 = stablehlo.reshape %119 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %121 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %122 = stablehlo.add %120, %121 : tensor<16x32x64xf32>
    %123 = stablehlo.add %88, %122 : tensor<16x32x64xf32>
    %124 = stablehlo.reduce(%123 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %125 = stablehlo.multiply %124, %cst_11 : tensor<16x32xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %127 = stablehlo.subtract %123, %126 : tensor<16x32x64xf32>
    %128 = stablehlo.power %127, %cst_10 : tensor<16x32x64xf32>
    %129 = stablehlo.reduce(%128 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %130 = stablehlo.multiply %129, %cst_11 : tensor<16x32xf32>
    %131 = stablehlo.reshape %130 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %132 = stablehlo.add %131, %31 : tensor<16x32x1xf32>
    %133 = stablehlo.rsqrt %132 : tensor<16x32x1xf32>
    %134 = stablehlo.reshape %133 : (tensor<16x32x1xf32>) -> tensor<16x32xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %136 = stablehlo.multiply %127, %135 : tensor<16x32x64xf32>
    %137 = stablehlo.broadcast_in_dim %arg16, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %138 = stablehlo.multiply %136, %137 : tensor<16x32x64xf32>
    %139 = stablehlo.broadcast_in_dim %arg15, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %140 = stablehlo.add %138, %139 : tensor<16x32x64xf32>
    %141 = stablehlo.reshape %140 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %142 = stablehlo.transpose %arg41, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %143 = stablehlo.dot_general %141, %142, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %144 = stablehlo.reshape %143 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %145 = stablehlo.broadcast_in_dim %arg40, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %146 = stablehlo.add %144, %145 : tensor<16x32x64xf32>
    %147 = stablehlo.reshape %146 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %148 = stablehlo.transpose %147, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %149 = stablehlo.reshape %148 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %150 = stablehlo.transpose %arg39, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %151 = stablehlo.dot_general %141, %150, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %152 = stablehlo.reshape %151 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %153 = stablehlo.broadcast_in_dim %arg38, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %154 = stablehlo.add %152, %153 : tensor<16x32x64xf32>
    %155 = stablehlo.reshape %154 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %156 = stablehlo.transpose %155, dims = [0, 2, 3, 1] : (tensor<16x32x4x16xf32>) -> tensor<16x4x16x32xf32>
    %157 = stablehlo.reshape %156 : (tensor<16x4x16x32xf32>) -> tensor<64x16x32xf32>
    %158 = stablehlo.dot_general %149, %157, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x16x32xf32>) -> tensor<64x32x32xf32>
    %159 = stablehlo.reshape %158 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %160 = stablehlo.multiply %159, %60 : tensor<16x4x32x32xf32>
    %161 = stablehlo.select %20, %22, %160 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    %162 = stablehlo.reduce(%161 init: %cst_16) applies stablehlo.maximum across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %163 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %164 = stablehlo.subtract %161, %163 : tensor<16x4x32x32xf32>
    %165 = stablehlo.exponential %164 : tensor<16x4x32x32xf32>
    %166 = stablehlo.reduce(%165 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %168 = stablehlo.divide %165, %167 : tensor<16x4x32x32xf32>
    %169 = stablehlo.reshape %168 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %170 = stablehlo.transpose %arg14, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %171 = stablehlo.dot_general %141, %170, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %172 = stablehlo.reshape %171 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %173 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %174 = stablehlo.add %172, %173 : tensor<16x32x64xf32>
    %175 = stablehlo.reshape %174 : (tensor<16x32x64xf32>) -> tensor<16x32x4x16xf32>
    %176 = stablehlo.transpose %175, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %177 = stablehlo.reshape %176 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %178 = stablehlo.dot_general %169, %177, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %179 = stablehlo.reshape %178 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %180 = stablehlo.transpose %179, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %181 = stablehlo.reshape %180 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %182 = stablehlo.transpose %arg12, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %183 = stablehlo.dot_general %181, %182, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %184 = stablehlo.reshape %183 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %185 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %186 = stablehlo.add %184, %185 : tensor<16x32x64xf32>
    %187 = stablehlo.add %123, %186 : tensor<16x32x64xf32>
    %188 = stablehlo.reduce(%187 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %189 = stablehlo.multiply %188, %cst_11 : tensor<16x32xf32>
    %190 = stablehlo.broadcast_in_dim %189, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %191 = stablehlo.subtract %187, %190 : tensor<16x32x64xf32>
    %192 = stablehlo.power %191, %cst_10 : tensor<16x32x64xf32>
    %193 = stablehlo.reduce(%192 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %194 = stablehlo.multiply %193, %cst_11 : tensor<16x32xf32>
    %195 = stablehlo.reshape %194 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %196 = stablehlo.add %195, %31 : tensor<16x32x1xf32>
    %197 = stablehlo.rsqrt %196 : tensor<16x32x1xf32>
    %198 = stablehlo.reshape %197 : (tensor<16x32x1xf32>) -> tensor<16x32xf32>
    %199 = stablehlo.broadcast_in_dim %198, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %200 = stablehlo.multiply %191, %199 : tensor<16x32x64xf32>
    %201 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %202 = stablehlo.multiply %200, %201 : tensor<16x32x64xf32>
    %203 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %204 = stablehlo.add %202, %203 : tensor<16x32x64xf32>
    %205 = stablehlo.reshape %204 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %206 = stablehlo.transpose %arg8, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,256]{0,1}"} : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %207 = stablehlo.dot_general %205, %206, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x256xf32>) -> tensor<512x256xf32>
    %208 = stablehlo.reshape %207 : (tensor<512x256xf32>) -> tensor<16x32x256xf32>
    %209 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<256xf32>) -> tensor<16x32x256xf32>
    %210 = stablehlo.add %208, %209 : tensor<16x32x256xf32>
    %211 = stablehlo.multiply %210, %cst_9 : tensor<16x32x256xf32>
    %212 = stablehlo.multiply %210, %cst_8 : tensor<16x32x256xf32>
    %213 = stablehlo.custom_call @mhlo.erf(%212) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<16x32x256xf32>) -> tensor<16x32x256xf32>
    %214 = stablehlo.add %213, %cst_7 : tensor<16x32x256xf32>
    %215 = stablehlo.multiply %211, %214 : tensor<16x32x256xf32>
    %216 = stablehlo.reshape %215 : (tensor<16x32x256xf32>) -> tensor<512x256xf32>
    %217 = stablehlo.transpose %arg6, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,64]{0,1}"} : (tensor<64x256xf32>) -> tensor<256x64xf32>
    %218 = stablehlo.dot_general %216, %217, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %219 = stablehlo.reshape %218 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %220 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %221 = stablehlo.add %219, %220 : tensor<16x32x64xf32>
    %222 = stablehlo.add %187, %221 : tensor<16x32x64xf32>
    %223 = stablehlo.reduce(%222 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %224 = stablehlo.multiply %223, %cst_11 : tensor<16x32xf32>
    %225 = stablehlo.broadcast_in_dim %224, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %226 = stablehlo.subtract %222, %225 : tensor<16x32x64xf32>
    %227 = stablehlo.power %226, %cst_10 : tensor<16x32x64xf32>
    %228 = stablehlo.reduce(%227 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %229 = stablehlo.multiply %228, %cst_11 : tensor<16x32xf32>
    %230 = stablehlo.reshape %229 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %231 = stablehlo.add %230, %31 : tensor<16x32x1xf32>
    %232 = stablehlo.rsqrt %231 : tensor<16x32x1xf32>
    %233 = stablehlo.reshape %232 : (tensor<16x32x1xf32>) -> tensor<16x32xf32>
    %234 = stablehlo.broadcast_in_dim %233, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %235 = stablehlo.multiply %226, %234 : tensor<16x32x64xf32>
    %236 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %237 = stablehlo.multiply %235, %236 : tensor<16x32x64xf32>
    %238 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<64xf32>) -> tensor<16x32x64xf32>
    %239 = stablehlo.add %237, %238 : tensor<16x32x64xf32>
    %240 = stablehlo.reshape %239 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %241 = stablehlo.transpose %arg1, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %242 = stablehlo.dot_general %240, %241, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
    %243 = stablehlo.reduce(%242 init: %cst_16) applies stablehlo.maximum across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
    %244 = stablehlo.broadcast_in_dim %243, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
    %245 = stablehlo.subtract %242, %244 : tensor<512x512xf32>
    %246 = stablehlo.exponential %245 : tensor<512x512xf32>
    %247 = stablehlo.reduce(%246 init: %cst_17) applies stablehlo.add across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
    %248 = stablehlo.log %247 : tensor<512xf32>
    %249 = stablehlo.broadcast_in_dim %248, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
    %250 = stablehlo.subtract %245, %249 : tensor<512x512xf32>
    %251 = stablehlo.multiply %7, %250 : tensor<512x512xf32>
    %252 = stablehlo.select %6, %cst_14, %251 : tensor<512x512xi1>, tensor<512x512xf32>
    %253 = stablehlo.compare  NE, %0, %c_6 : (tensor<512xi64>, tensor<512xi64>) -> tensor<512xi1>
    %254 = stablehlo.broadcast_in_dim %253, dims = [0] : (tensor<512xi1>) -> tensor<512x512xi1>
    %255 = stablehlo.select %254, %cst_15, %cst_14 : tensor<512x512xi1>, tensor<512x512xf32>
    %256 = stablehlo.multiply %255, %5 : tensor<512x512xf32>
    %257 = stablehlo.multiply %252, %256 : tensor<512x512xf32>
    %258 = stablehlo.reduce(%257 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<f32>
    %259 = stablehlo.reduce(%256 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<f32>
    %260 = stablehlo.divide %258, %259 : tensor<f32>
    %261 = stablehlo.compare  LT, %8, %c_4 : (tensor<512xi64>, tensor<512xi64>) -> tensor<512xi1>
    %262 = stablehlo.broadcast_in_dim %arg45, dims = [] : (tensor<i64>) -> tensor<512xi64>
    %263 = stablehlo.add %8, %262 : tensor<512xi64>
    %264 = stablehlo.select %261, %263, %8 : tensor<512xi1>, tensor<512xi64>
    %265 = stablehlo.reshape %264 : (tensor<512xi64>) -> tensor<512x1xi64>
    %266 = stablehlo.compare  NE, %8, %c : (tensor<512xi64>, tensor<512xi64>) -> tensor<512xi1>
    %267 = stablehlo.broadcast_in_dim %266, dims = [0] : (tensor<512xi1>) -> tensor<512x64xi1>
    %268 = stablehlo.multiply %7, %256 : tensor<512x512xf32>
    %269 = stablehlo.compare  NE, %259, %cst_17 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %270 = stablehlo.select %269, %259, %cst_18 : tensor<i1>, tensor<f32>
    %271 = stablehlo.broadcast_in_dim %270, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %272 = stablehlo.divide %268, %271 : tensor<512x512xf32>
    %273 = stablehlo.exponential %250 : tensor<512x512xf32>
    %274 = stablehlo.reduce(%272 init: %cst_17) applies stablehlo.add across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
    %275 = stablehlo.broadcast_in_dim %274, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
    %276 = stablehlo.multiply %273, %275 : tensor<512x512xf32>
    %277 = stablehlo.subtract %272, %276 : tensor<512x512xf32>
    %278 = stablehlo.dot_general %277, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x512xf32>, tensor<512x64xf32>) -> tensor<512x64xf32>
    %279 = stablehlo.reshape %278 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %280 = stablehlo.multiply %279, %236 : tensor<16x32x64xf32>
    %281 = stablehlo.multiply %280, %234 : tensor<16x32x64xf32>
    %282 = stablehlo.multiply %280, %226 : tensor<16x32x64xf32>
    %283 = stablehlo.reduce(%282 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %284 = stablehlo.reshape %283 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %285 = stablehlo.broadcast_in_dim %arg44, dims = [] : (tensor<f32>) -> tensor<16x32x1xf32>
    %286 = stablehlo.multiply %284, %285 : tensor<16x32x1xf32>
    %287 = stablehlo.power %232, %cst_3 : tensor<16x32x1xf32>
    %288 = stablehlo.multiply %286, %287 : tensor<16x32x1xf32>
    %289 = stablehlo.reshape %288 : (tensor<16x32x1xf32>) -> tensor<16x32xf32>
    %290 = stablehlo.broadcast_in_dim %289, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %291 = stablehlo.broadcast_in_dim %arg42, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %292 = stablehlo.divide %290, %291 : tensor<16x32x64xf32>
    %293 = stablehlo.power %226, %cst_2 : tensor<16x32x64xf32>
    %294 = stablehlo.broadcast_in_dim %arg43, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %295 = stablehlo.multiply %293, %294 : tensor<16x32x64xf32>
    %296 = stablehlo.multiply %292, %295 : tensor<16x32x64xf32>
    %297 = stablehlo.add %281, %296 : tensor<16x32x64xf32>
    %298 = stablehlo.negate %297 : tensor<16x32x64xf32>
    %299 = stablehlo.reduce(%298 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %300 = stablehlo.broadcast_in_dim %299, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %301 = stablehlo.divide %300, %291 : tensor<16x32x64xf32>
    %302 = stablehlo.add %297, %301 : tensor<16x32x64xf32>
    %303 = stablehlo.reshape %302 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %304 = stablehlo.dot_general %303, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x256xf32>) -> tensor<512x256xf32>
    %305 = stablehlo.reshape %304 : (tensor<512x256xf32>) -> tensor<16x32x256xf32>
    %306 = stablehlo.multiply %214, %cst_9 : tensor<16x32x256xf32>
    %307 = stablehlo.multiply %210, %210 : tensor<16x32x256xf32>
    %308 = stablehlo.multiply %307, %cst_1 : tensor<16x32x256xf32>
    %309 = stablehlo.exponential %308 : tensor<16x32x256xf32>
    %310 = stablehlo.multiply %210, %309 : tensor<16x32x256xf32>
    %311 = stablehlo.multiply %310, %cst_0 : tensor<16x32x256xf32>
    %312 = stablehlo.add %306, %311 : tensor<16x32x256xf32>
    %313 = stablehlo.multiply %305, %312 : tensor<16x32x256xf32>
    %314 = stablehlo.reshape %313 : (tensor<16x32x256xf32>) -> tensor<512x256xf32>
    %315 = stablehlo.dot_general %314, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %316 = stablehlo.reshape %315 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %317 = stablehlo.multiply %316, %201 : tensor<16x32x64xf32>
    %318 = stablehlo.multiply %317, %199 : tensor<16x32x64xf32>
    %319 = stablehlo.multiply %317, %191 : tensor<16x32x64xf32>
    %320 = stablehlo.reduce(%319 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %321 = stablehlo.reshape %320 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %322 = stablehlo.multiply %321, %285 : tensor<16x32x1xf32>
    %323 = stablehlo.power %197, %cst_3 : tensor<16x32x1xf32>
    %324 = stablehlo.multiply %322, %323 : tensor<16x32x1xf32>
    %325 = stablehlo.reshape %324 : (tensor<16x32x1xf32>) -> tensor<16x32xf32>
    %326 = stablehlo.broadcast_in_dim %325, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %327 = stablehlo.divide %326, %291 : tensor<16x32x64xf32>
    %328 = stablehlo.power %191, %cst_2 : tensor<16x32x64xf32>
    %329 = stablehlo.multiply %328, %294 : tensor<16x32x64xf32>
    %330 = stablehlo.multiply %327, %329 : tensor<16x32x64xf32>
    %331 = stablehlo.add %318, %330 : tensor<16x32x64xf32>
    %332 = stablehlo.add %302, %331 : tensor<16x32x64xf32>
    %333 = stablehlo.negate %331 : tensor<16x32x64xf32>
    %334 = stablehlo.reduce(%333 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %335 = stablehlo.broadcast_in_dim %334, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %336 = stablehlo.divide %335, %291 : tensor<16x32x64xf32>
    %337 = stablehlo.add %332, %336 : tensor<16x32x64xf32>
    %338 = stablehlo.transpose %169, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,32,32]{1,2,0}"} : (tensor<64x32x32xf32>) -> tensor<64x32x32xf32>
    %339 = stablehlo.reshape %337 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %340 = stablehlo.dot_general %339, %arg12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %341 = stablehlo.reshape %340 : (tensor<512x64xf32>) -> tensor<16x32x4x16xf32>
    %342 = stablehlo.transpose %341, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %343 = stablehlo.reshape %342 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %344 = stablehlo.dot_general %338, %343, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %345 = stablehlo.reshape %344 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %346 = stablehlo.transpose %345, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %347 = stablehlo.reshape %346 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %348 = stablehlo.reshape %346 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %349 = stablehlo.dot_general %348, %arg14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %350 = stablehlo.reshape %349 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %351 = stablehlo.transpose %149, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,16,32]{1,2,0}"} : (tensor<64x32x16xf32>) -> tensor<64x16x32xf32>
    %352 = stablehlo.transpose %177, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,16,32]{1,2,0}"} : (tensor<64x32x16xf32>) -> tensor<64x16x32xf32>
    %353 = stablehlo.dot_general %343, %352, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x16x32xf32>) -> tensor<64x32x32xf32>
    %354 = stablehlo.reshape %353 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %355 = stablehlo.multiply %354, %168 : tensor<16x4x32x32xf32>
    %356 = stablehlo.reduce(%355 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %357 = stablehlo.broadcast_in_dim %356, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %358 = stablehlo.subtract %354, %357 : tensor<16x4x32x32xf32>
    %359 = stablehlo.multiply %168, %358 : tensor<16x4x32x32xf32>
    %360 = stablehlo.select %20, %cst, %359 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    %361 = stablehlo.multiply %360, %60 : tensor<16x4x32x32xf32>
    %362 = stablehlo.reshape %361 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %363 = stablehlo.dot_general %351, %362, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x32xf32>, tensor<64x32x32xf32>) -> tensor<64x16x32xf32>
    %364 = stablehlo.reshape %363 : (tensor<64x16x32xf32>) -> tensor<16x4x16x32xf32>
    %365 = stablehlo.transpose %364, dims = [0, 3, 1, 2] : (tensor<16x4x16x32xf32>) -> tensor<16x32x4x16xf32>
    %366 = stablehlo.reshape %365 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %367 = stablehlo.reshape %365 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %368 = stablehlo.dot_general %367, %arg39, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %369 = stablehlo.reshape %368 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %370 = stablehlo.add %350, %369 : tensor<16x32x64xf32>
    %371 = stablehlo.transpose %157, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,32,16]{1,2,0}"} : (tensor<64x16x32xf32>) -> tensor<64x32x16xf32>
    %372 = stablehlo.dot_general %362, %371, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %373 = stablehlo.reshape %372 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %374 = stablehlo.transpose %373, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %375 = stablehlo.reshape %374 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %376 = stablehlo.reshape %374 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %377 = stablehlo.dot_general %376, %arg41, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %378 = stablehlo.reshape %377 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %379 = stablehlo.add %370, %378 : tensor<16x32x64xf32>
    %380 = stablehlo.multiply %379, %137 : tensor<16x32x64xf32>
    %381 = stablehlo.multiply %380, %135 : tensor<16x32x64xf32>
    %382 = stablehlo.multiply %380, %127 : tensor<16x32x64xf32>
    %383 = stablehlo.reduce(%382 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %384 = stablehlo.reshape %383 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %385 = stablehlo.multiply %384, %285 : tensor<16x32x1xf32>
    %386 = stablehlo.power %133, %cst_3 : tensor<16x32x1xf32>
    %387 = stablehlo.multiply %385, %386 : tensor<16x32x1xf32>
    %388 = stablehlo.reshape %387 : (tensor<16x32x1xf32>) -> tensor<16x32xf32>
    %389 = stablehlo.broadcast_in_dim %388, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %390 = stablehlo.divide %389, %291 : tensor<16x32x64xf32>
    %391 = stablehlo.power %127, %cst_2 : tensor<16x32x64xf32>
    %392 = stablehlo.multiply %391, %294 : tensor<16x32x64xf32>
    %393 = stablehlo.multiply %390, %392 : tensor<16x32x64xf32>
    %394 = stablehlo.add %381, %393 : tensor<16x32x64xf32>
    %395 = stablehlo.add %337, %394 : tensor<16x32x64xf32>
    %396 = stablehlo.negate %394 : tensor<16x32x64xf32>
    %397 = stablehlo.reduce(%396 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %398 = stablehlo.broadcast_in_dim %397, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %399 = stablehlo.divide %398, %291 : tensor<16x32x64xf32>
    %400 = stablehlo.add %395, %399 : tensor<16x32x64xf32>
    %401 = stablehlo.reshape %400 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %402 = stablehlo.dot_general %401, %arg18, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x256xf32>) -> tensor<512x256xf32>
    %403 = stablehlo.reshape %402 : (tensor<512x256xf32>) -> tensor<16x32x256xf32>
    %404 = stablehlo.multiply %115, %cst_9 : tensor<16x32x256xf32>
    %405 = stablehlo.multiply %111, %111 : tensor<16x32x256xf32>
    %406 = stablehlo.multiply %405, %cst_1 : tensor<16x32x256xf32>
    %407 = stablehlo.exponential %406 : tensor<16x32x256xf32>
    %408 = stablehlo.multiply %111, %407 : tensor<16x32x256xf32>
    %409 = stablehlo.multiply %408, %cst_0 : tensor<16x32x256xf32>
    %410 = stablehlo.add %404, %409 : tensor<16x32x256xf32>
    %411 = stablehlo.multiply %403, %410 : tensor<16x32x256xf32>
    %412 = stablehlo.reshape %411 : (tensor<16x32x256xf32>) -> tensor<512x256xf32>
    %413 = stablehlo.dot_general %412, %arg20, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x256xf32>, tensor<256x64xf32>) -> tensor<512x64xf32>
    %414 = stablehlo.reshape %413 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %415 = stablehlo.multiply %414, %102 : tensor<16x32x64xf32>
    %416 = stablehlo.multiply %415, %100 : tensor<16x32x64xf32>
    %417 = stablehlo.multiply %415, %92 : tensor<16x32x64xf32>
    %418 = stablehlo.reduce(%417 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %419 = stablehlo.reshape %418 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %420 = stablehlo.multiply %419, %285 : tensor<16x32x1xf32>
    %421 = stablehlo.power %98, %cst_3 : tensor<16x32x1xf32>
    %422 = stablehlo.multiply %420, %421 : tensor<16x32x1xf32>
    %423 = stablehlo.reshape %422 : (tensor<16x32x1xf32>) -> tensor<16x32xf32>
    %424 = stablehlo.broadcast_in_dim %423, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %425 = stablehlo.divide %424, %291 : tensor<16x32x64xf32>
    %426 = stablehlo.power %92, %cst_2 : tensor<16x32x64xf32>
    %427 = stablehlo.multiply %426, %294 : tensor<16x32x64xf32>
    %428 = stablehlo.multiply %425, %427 : tensor<16x32x64xf32>
    %429 = stablehlo.add %416, %428 : tensor<16x32x64xf32>
    %430 = stablehlo.add %400, %429 : tensor<16x32x64xf32>
    %431 = stablehlo.negate %429 : tensor<16x32x64xf32>
    %432 = stablehlo.reduce(%431 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %433 = stablehlo.broadcast_in_dim %432, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %434 = stablehlo.divide %433, %291 : tensor<16x32x64xf32>
    %435 = stablehlo.add %430, %434 : tensor<16x32x64xf32>
    %436 = stablehlo.transpose %70, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,32,32]{1,2,0}"} : (tensor<64x32x32xf32>) -> tensor<64x32x32xf32>
    %437 = stablehlo.reshape %435 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %438 = stablehlo.dot_general %437, %arg24, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %439 = stablehlo.reshape %438 : (tensor<512x64xf32>) -> tensor<16x32x4x16xf32>
    %440 = stablehlo.transpose %439, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,4,32,16]{3,1,2,0}"} : (tensor<16x32x4x16xf32>) -> tensor<16x4x32x16xf32>
    %441 = stablehlo.reshape %440 : (tensor<16x4x32x16xf32>) -> tensor<64x32x16xf32>
    %442 = stablehlo.dot_general %436, %441, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %443 = stablehlo.reshape %442 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %444 = stablehlo.transpose %443, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %445 = stablehlo.reshape %444 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %446 = stablehlo.reshape %444 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %447 = stablehlo.dot_general %446, %arg26, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %448 = stablehlo.reshape %447 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %449 = stablehlo.transpose %49, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,16,32]{1,2,0}"} : (tensor<64x32x16xf32>) -> tensor<64x16x32xf32>
    %450 = stablehlo.transpose %78, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,16,32]{1,2,0}"} : (tensor<64x32x16xf32>) -> tensor<64x16x32xf32>
    %451 = stablehlo.dot_general %441, %450, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x16xf32>, tensor<64x16x32xf32>) -> tensor<64x32x32xf32>
    %452 = stablehlo.reshape %451 : (tensor<64x32x32xf32>) -> tensor<16x4x32x32xf32>
    %453 = stablehlo.multiply %452, %69 : tensor<16x4x32x32xf32>
    %454 = stablehlo.reduce(%453 init: %cst_17) applies stablehlo.add across dimensions = [3] : (tensor<16x4x32x32xf32>, tensor<f32>) -> tensor<16x4x32xf32>
    %455 = stablehlo.broadcast_in_dim %454, dims = [0, 1, 2] : (tensor<16x4x32xf32>) -> tensor<16x4x32x32xf32>
    %456 = stablehlo.subtract %452, %455 : tensor<16x4x32x32xf32>
    %457 = stablehlo.multiply %69, %456 : tensor<16x4x32x32xf32>
    %458 = stablehlo.select %20, %cst, %457 : tensor<16x4x32x32xi1>, tensor<16x4x32x32xf32>
    %459 = stablehlo.multiply %458, %60 : tensor<16x4x32x32xf32>
    %460 = stablehlo.reshape %459 : (tensor<16x4x32x32xf32>) -> tensor<64x32x32xf32>
    %461 = stablehlo.dot_general %449, %460, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x32xf32>, tensor<64x32x32xf32>) -> tensor<64x16x32xf32>
    %462 = stablehlo.reshape %461 : (tensor<64x16x32xf32>) -> tensor<16x4x16x32xf32>
    %463 = stablehlo.transpose %462, dims = [0, 3, 1, 2] : (tensor<16x4x16x32xf32>) -> tensor<16x32x4x16xf32>
    %464 = stablehlo.reshape %463 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %465 = stablehlo.reshape %463 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %466 = stablehlo.dot_general %465, %arg35, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %467 = stablehlo.reshape %466 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %468 = stablehlo.add %448, %467 : tensor<16x32x64xf32>
    %469 = stablehlo.transpose %57, dims = [0, 2, 1] {result_layout = dense<[1, 2, 0]> : tensor<3xindex>, xla_shape = "f32[64,32,16]{1,2,0}"} : (tensor<64x16x32xf32>) -> tensor<64x32x16xf32>
    %470 = stablehlo.dot_general %460, %469, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x32x32xf32>, tensor<64x32x16xf32>) -> tensor<64x32x16xf32>
    %471 = stablehlo.reshape %470 : (tensor<64x32x16xf32>) -> tensor<16x4x32x16xf32>
    %472 = stablehlo.transpose %471, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[16,32,4,16]{3,1,2,0}"} : (tensor<16x4x32x16xf32>) -> tensor<16x32x4x16xf32>
    %473 = stablehlo.reshape %472 : (tensor<16x32x4x16xf32>) -> tensor<16x32x64xf32>
    %474 = stablehlo.reshape %472 : (tensor<16x32x4x16xf32>) -> tensor<512x64xf32>
    %475 = stablehlo.dot_general %474, %arg37, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x64xf32>) -> tensor<512x64xf32>
    %476 = stablehlo.reshape %475 : (tensor<512x64xf32>) -> tensor<16x32x64xf32>
    %477 = stablehlo.add %468, %476 : tensor<16x32x64xf32>
    %478 = stablehlo.multiply %477, %37 : tensor<16x32x64xf32>
    %479 = stablehlo.multiply %478, %35 : tensor<16x32x64xf32>
    %480 = stablehlo.multiply %478, %26 : tensor<16x32x64xf32>
    %481 = stablehlo.reduce(%480 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %482 = stablehlo.reshape %481 : (tensor<16x32xf32>) -> tensor<16x32x1xf32>
    %483 = stablehlo.multiply %482, %285 : tensor<16x32x1xf32>
    %484 = stablehlo.power %33, %cst_3 : tensor<16x32x1xf32>
    %485 = stablehlo.multiply %483, %484 : tensor<16x32x1xf32>
    %486 = stablehlo.reshape %485 : (tensor<16x32x1xf32>) -> tensor<16x32xf32>
    %487 = stablehlo.broadcast_in_dim %486, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %488 = stablehlo.divide %487, %291 : tensor<16x32x64xf32>
    %489 = stablehlo.power %26, %cst_2 : tensor<16x32x64xf32>
    %490 = stablehlo.multiply %489, %294 : tensor<16x32x64xf32>
    %491 = stablehlo.multiply %488, %490 : tensor<16x32x64xf32>
    %492 = stablehlo.add %479, %491 : tensor<16x32x64xf32>
    %493 = stablehlo.add %435, %492 : tensor<16x32x64xf32>
    %494 = stablehlo.negate %492 : tensor<16x32x64xf32>
    %495 = stablehlo.reduce(%494 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x32xf32>
    %496 = stablehlo.broadcast_in_dim %495, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x64xf32>
    %497 = stablehlo.divide %496, %291 : tensor<16x32x64xf32>
    %498 = stablehlo.add %493, %497 : tensor<16x32x64xf32>
    %499 = stablehlo.reshape %498 : (tensor<16x32x64xf32>) -> tensor<512x64xf32>
    %500 = stablehlo.select %267, %499, %cst_5 : tensor<512x64xi1>, tensor<512x64xf32>
    %501 = "stablehlo.scatter"(%cst_5, %265, %500) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg46: tensor<f32>, %arg47: tensor<f32>):
      %565 = stablehlo.add %arg46, %arg47 : tensor<f32>
      stablehlo.return %565 : tensor<f32>
    }) : (tensor<512x64xf32>, tensor<512x1xi64>, tensor<512x64xf32>) -> tensor<512x64xf32>
    %502 = stablehlo.reduce(%498 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<32x64xf32>
    %503 = stablehlo.multiply %477, %36 : tensor<16x32x64xf32>
    %504 = stablehlo.reduce(%503 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %505 = stablehlo.reduce(%477 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %506 = stablehlo.multiply %414, %101 : tensor<16x32x64xf32>
    %507 = stablehlo.reduce(%506 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %508 = stablehlo.reduce(%414 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %509 = stablehlo.transpose %41, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %510 = stablehlo.dot_general %509, %474, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %511 = stablehlo.transpose %510, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %512 = stablehlo.reduce(%473 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %513 = stablehlo.dot_general %509, %465, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %514 = stablehlo.transpose %513, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %515 = stablehlo.reduce(%464 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %516 = stablehlo.dot_general %509, %446, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %517 = stablehlo.transpose %516, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %518 = stablehlo.reduce(%445 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %519 = stablehlo.transpose %82, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %520 = stablehlo.dot_general %519, %437, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %521 = stablehlo.transpose %520, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %522 = stablehlo.reduce(%435 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %523 = stablehlo.transpose %106, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %524 = stablehlo.dot_general %523, %412, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x256xf32>) -> tensor<64x256xf32>
    %525 = stablehlo.transpose %524, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,64]{0,1}"} : (tensor<64x256xf32>) -> tensor<256x64xf32>
    %526 = stablehlo.reduce(%411 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x256xf32>, tensor<f32>) -> tensor<256xf32>
    %527 = stablehlo.transpose %117, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,512]{0,1}"} : (tensor<512x256xf32>) -> tensor<256x512xf32>
    %528 = stablehlo.dot_general %527, %401, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x512xf32>, tensor<512x64xf32>) -> tensor<256x64xf32>
    %529 = stablehlo.transpose %528, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,256]{0,1}"} : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %530 = stablehlo.reduce(%400 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %531 = stablehlo.multiply %379, %136 : tensor<16x32x64xf32>
    %532 = stablehlo.reduce(%531 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %533 = stablehlo.reduce(%379 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %534 = stablehlo.multiply %316, %200 : tensor<16x32x64xf32>
    %535 = stablehlo.reduce(%534 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %536 = stablehlo.reduce(%316 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %537 = stablehlo.transpose %141, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %538 = stablehlo.dot_general %537, %376, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %539 = stablehlo.transpose %538, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %540 = stablehlo.reduce(%375 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %541 = stablehlo.dot_general %537, %367, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %542 = stablehlo.transpose %541, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %543 = stablehlo.reduce(%366 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %544 = stablehlo.dot_general %537, %348, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %545 = stablehlo.transpose %544, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %546 = stablehlo.reduce(%347 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %547 = stablehlo.transpose %181, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %548 = stablehlo.dot_general %547, %339, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
    %549 = stablehlo.transpose %548, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,64]{0,1}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %550 = stablehlo.reduce(%337 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %551 = stablehlo.transpose %205, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %552 = stablehlo.dot_general %551, %314, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x256xf32>) -> tensor<64x256xf32>
    %553 = stablehlo.transpose %552, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,64]{0,1}"} : (tensor<64x256xf32>) -> tensor<256x64xf32>
    %554 = stablehlo.reduce(%313 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x256xf32>, tensor<f32>) -> tensor<256xf32>
    %555 = stablehlo.transpose %216, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[256,512]{0,1}"} : (tensor<512x256xf32>) -> tensor<256x512xf32>
    %556 = stablehlo.dot_general %555, %303, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x512xf32>, tensor<512x64xf32>) -> tensor<256x64xf32>
    %557 = stablehlo.transpose %556, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,256]{0,1}"} : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %558 = stablehlo.reduce(%302 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %559 = stablehlo.multiply %279, %235 : tensor<16x32x64xf32>
    %560 = stablehlo.reduce(%559 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %561 = stablehlo.reduce(%279 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<64xf32>
    %562 = stablehlo.transpose %240, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,512]{0,1}"} : (tensor<512x64xf32>) -> tensor<64x512xf32>
    %563 = stablehlo.dot_general %562, %277, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %564 = stablehlo.transpose %563, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[512,64]{0,1}"} : (tensor<64x512xf32>) -> tensor<512x64xf32>
    return %260, %501, %502, %504, %505, %507, %508, %511, %512, %514, %515, %517, %518, %521, %522, %525, %526, %529, %530, %532, %533, %535, %536, %539, %540, %542, %543, %545, %546, %549, %550, %553, %554, %557, %558, %560, %561, %564 : tensor<f32>, tensor<512x64xf32>, tensor<32x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<512x64xf32>
  }
}

