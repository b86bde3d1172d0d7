module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<8x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}]>}, %arg3: tensor<8x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}) -> (tensor<32x16xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x16xf32>, tensor<16x8xf32>) -> tensor<32x8xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<32x8xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %3 = stablehlo.maximum %2, %1 : tensor<32xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x8xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<32x8xf32>
    %7 = stablehlo.exponential %6 : tensor<32x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<32x8xf32>, tensor<f32>) -> tensor<32xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x8xf32>
    %11 = stablehlo.divide %7, %10 : tensor<32x8xf32>
    %values, %indices = chlo.top_k(%11, k = 2) : tensor<32x8xf32> -> (tensor<32x2xf32>, tensor<32x2xi32>)
    %12 = stablehlo.reshape %indices : (tensor<32x2xi32>) -> tensor<64xi32>
    %13 = call @argsort(%12) : (tensor<64xi32>) -> tensor<64xi32>
    %14 = stablehlo.reshape %indices : (tensor<32x2xi32>) -> tensor<64xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %16 = call @clip(%14, %c_2) : (tensor<64xi32>, tensor<i32>) -> tensor<64xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %17 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %18 = stablehlo.compare LT, %16, %17, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %c_4 = stablehlo.constant dense<8> : tensor<i32>
    %19 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %20 = stablehlo.add %16, %19 : tensor<64xi32>
    %21 = stablehlo.select %18, %20, %16 : tensor<64xi1>, tensor<64xi32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %c_5 = stablehlo.constant dense<1> : tensor<i32>
    %23 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %24 = "stablehlo.scatter"(%15, %22, %23) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<i32>, %arg5: tensor<i32>):
      %87 = stablehlo.add %arg4, %arg5 : tensor<i32>
      stablehlo.return %87 : tensor<i32>
    }) : (tensor<8xi32>, tensor<64x1xi32>, tensor<64xi32>) -> tensor<8xi32>
    %c_6 = stablehlo.constant dense<2> : tensor<i32>
    %25 = call @floor_divide(%13, %c_6) : (tensor<64xi32>, tensor<i32>) -> tensor<64xi32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %26 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %27 = stablehlo.compare LT, %25, %26, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %c_8 = stablehlo.constant dense<32> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %29 = stablehlo.add %25, %28 : tensor<64xi32>
    %30 = stablehlo.select %27, %29, %25 : tensor<64xi1>, tensor<64xi32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %32 = "stablehlo.gather"(%arg0, %31) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<64x1xi32>) -> tensor<64x16xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [1, 2] : (tensor<64x16xf32>) -> tensor<8x64x16xf32>
    %34 = stablehlo.iota dim = 1 : tensor<8x64x16xi32>
    %35 = call @cumsum(%24) : (tensor<8xi32>) -> tensor<8xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %37 = stablehlo.slice %36 [0:1] : (tensor<8xi32>) -> tensor<1xi32>
    %38 = stablehlo.slice %35 [0:7] : (tensor<8xi32>) -> tensor<7xi32>
    %39 = stablehlo.concatenate %37, %38, dim = 0 : (tensor<1xi32>, tensor<7xi32>) -> tensor<8xi32>
    %40 = stablehlo.broadcast_in_dim %35, dims = [0] : (tensor<8xi32>) -> tensor<8x64x16xi32>
    %41 = stablehlo.broadcast_in_dim %39, dims = [0] : (tensor<8xi32>) -> tensor<8x64x16xi32>
    %42 = stablehlo.compare LE, %41, %34, SIGNED : (tensor<8x64x16xi32>, tensor<8x64x16xi32>) -> tensor<8x64x16xi1>
    %43 = stablehlo.compare LT, %34, %40, SIGNED : (tensor<8x64x16xi32>, tensor<8x64x16xi32>) -> tensor<8x64x16xi1>
    %44 = stablehlo.and %42, %43 : tensor<8x64x16xi1>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x64x16xf32>
    %46 = stablehlo.select %44, %33, %45 : tensor<8x64x16xi1>, tensor<8x64x16xf32>
    %47 = stablehlo.dot_general %46, %arg2, contracting_dims = [2, 0] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x64x16xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %48 = stablehlo.multiply %47, %47 : tensor<64x32xf32>
    %49 = stablehlo.multiply %48, %47 : tensor<64x32xf32>
    %cst_11 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %51 = stablehlo.multiply %50, %49 : tensor<64x32xf32>
    %52 = stablehlo.add %47, %51 : tensor<64x32xf32>
    %cst_12 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %54 = stablehlo.multiply %53, %52 : tensor<64x32xf32>
    %55 = stablehlo.tanh %54 : tensor<64x32xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %57 = stablehlo.add %56, %55 : tensor<64x32xf32>
    %cst_14 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %59 = stablehlo.multiply %58, %57 : tensor<64x32xf32>
    %60 = stablehlo.multiply %47, %59 : tensor<64x32xf32>
    %61 = sdy.sharding_constraint %60 <@mesh, [{"data"}, {"model"}]> : tensor<64x32xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [1, 2] : (tensor<64x32xf32>) -> tensor<8x64x32xf32>
    %63 = stablehlo.iota dim = 1 : tensor<8x64x32xi32>
    %64 = call @cumsum(%24) : (tensor<8xi32>) -> tensor<8xi32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %65 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %66 = stablehlo.slice %65 [0:1] : (tensor<8xi32>) -> tensor<1xi32>
    %67 = stablehlo.slice %64 [0:7] : (tensor<8xi32>) -> tensor<7xi32>
    %68 = stablehlo.concatenate %66, %67, dim = 0 : (tensor<1xi32>, tensor<7xi32>) -> tensor<8xi32>
    %69 = stablehlo.broadcast_in_dim %64, dims = [0] : (tensor<8xi32>) -> tensor<8x64x32xi32>
    %70 = stablehlo.broadcast_in_dim %68, dims = [0] : (tensor<8xi32>) -> tensor<8x64x32xi32>
    %71 = stablehlo.compare LE, %70, %63, SIGNED : (tensor<8x64x32xi32>, tensor<8x64x32xi32>) -> tensor<8x64x32xi1>
    %72 = stablehlo.compare LT, %63, %69, SIGNED : (tensor<8x64x32xi32>, tensor<8x64x32xi32>) -> tensor<8x64x32xi1>
    %73 = stablehlo.and %71, %72 : tensor<8x64x32xi1>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x64x32xf32>
    %75 = stablehlo.select %73, %62, %74 : tensor<8x64x32xi1>, tensor<8x64x32xf32>
    %76 = stablehlo.dot_general %75, %arg3, contracting_dims = [2, 0] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x64x32xf32>, tensor<8x32x16xf32>) -> tensor<64x16xf32>
    %77 = call @argsort(%13) : (tensor<64xi32>) -> tensor<64xi32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %78 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %79 = stablehlo.compare LT, %77, %78, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %c_18 = stablehlo.constant dense<64> : tensor<i32>
    %80 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %81 = stablehlo.add %77, %80 : tensor<64xi32>
    %82 = stablehlo.select %79, %81, %77 : tensor<64xi1>, tensor<64xi32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %84 = "stablehlo.gather"(%76, %83) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<64x16xf32>, tensor<64x1xi32>) -> tensor<64x16xf32>
    %85 = stablehlo.reshape %84 : (tensor<64x16xf32>) -> tensor<32x2x16xf32>
    %86 = stablehlo.dot_general %85, %values, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x2x16xf32>, tensor<32x2xf32>) -> tensor<32x16xf32>
    return %86 : tensor<32x16xf32>
  }
  func.func private @argsort(%arg0: tensor<64xi32>) -> tensor<64xi32> {
    %0 = stablehlo.iota dim = 0 : tensor<64xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %2 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<64xi32>, tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>)
    return %1#1 : tensor<64xi32>
  }
  func.func private @clip(%arg0: tensor<64xi32>, %arg1: tensor<i32>) -> tensor<64xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<64xi32>
    return %2 : tensor<64xi32>
  }
  func.func private @floor_divide(%arg0: tensor<64xi32>, %arg1: tensor<i32>) -> tensor<64xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %2 = stablehlo.divide %arg0, %1 : tensor<64xi32>
    %3 = stablehlo.sign %arg0 : tensor<64xi32>
    %4 = stablehlo.sign %0 : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %6 = stablehlo.compare NE, %3, %5, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %7 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %8 = stablehlo.remainder %arg0, %7 : tensor<64xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %10 = stablehlo.compare NE, %8, %9, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %11 = stablehlo.and %6, %10 : tensor<64xi1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %13 = stablehlo.subtract %2, %12 : tensor<64xi32>
    %14 = call @_where(%11, %13, %2) : (tensor<64xi1>, tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
    return %14 : tensor<64xi32>
  }
  func.func private @_where(%arg0: tensor<64xi1>, %arg1: tensor<64xi32>, %arg2: tensor<64xi32>) -> tensor<64xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<64xi1>, tensor<64xi32>
    return %0 : tensor<64xi32>
  }
  func.func private @cumsum(%arg0: tensor<8xi32>) -> tensor<8xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[7, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 8>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
    return %1 : tensor<8xi32>
  }
}
