module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}, {name = "z", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y", "z"}]>}, %arg1: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}, %arg2: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8x16xf32> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}, tensor<16x8xf32> {jax.result_info = "result[2]"}, tensor<8xf32> {jax.result_info = "result[3]"}, tensor<16x16xf32> {jax.result_info = "result[4]"}, tensor<16x16xf32> {jax.result_info = "result[5]"}, tensor<16x16xf32> {jax.result_info = "result[6]"}, tensor<4x16xf32> {jax.result_info = "result[7]"}) {
    %0 = stablehlo.slice %arg0 [0:8, 0:16] : (tensor<16x16xf32>) -> tensor<8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_0 = stablehlo.constant dense<16> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %4 = stablehlo.add %arg1, %3 : tensor<8xi32>
    %5 = stablehlo.select %2, %4, %arg1 : tensor<8xi1>, tensor<8xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<8x16xf32>, tensor<8x1xi32>) -> tensor<8x1xf32>
    %8 = stablehlo.reshape %7 : (tensor<8x1xf32>) -> tensor<8xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %10 = stablehlo.compare LT, %arg1, %9, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_2 = stablehlo.constant dense<16> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %12 = stablehlo.add %arg1, %11 : tensor<8xi32>
    %13 = stablehlo.select %10, %12, %arg1 : tensor<8xi1>, tensor<8xi32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %15 = "stablehlo.gather"(%arg0, %14) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<16x16xf32>, tensor<8x1xi32>) -> tensor<8x16xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %17 = stablehlo.compare LT, %arg1, %16, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_4 = stablehlo.constant dense<16> : tensor<i32>
    %18 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %19 = stablehlo.add %arg1, %18 : tensor<8xi32>
    %20 = stablehlo.select %17, %19, %arg1 : tensor<8xi1>, tensor<8xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %22 = stablehlo.compare LT, %arg2, %21, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_6 = stablehlo.constant dense<16> : tensor<i32>
    %23 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %24 = stablehlo.add %arg2, %23 : tensor<8xi32>
    %25 = stablehlo.select %22, %24, %arg2 : tensor<8xi1>, tensor<8xi32>
    %26 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %27 = stablehlo.broadcast_in_dim %25, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %28 = stablehlo.concatenate %26, %27, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
    %29 = "stablehlo.gather"(%arg0, %28) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<16x16xf32>, tensor<8x2xi32>) -> tensor<8xf32>
    %30 = call @_take(%arg0, %arg1) : (tensor<16x16xf32>, tensor<8xi32>) -> tensor<16x8xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %31 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %32 = stablehlo.compare LT, %arg1, %31, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_8 = stablehlo.constant dense<16> : tensor<i32>
    %33 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %34 = stablehlo.add %arg1, %33 : tensor<8xi32>
    %35 = stablehlo.select %32, %34, %arg1 : tensor<8xi1>, tensor<8xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %37 = stablehlo.compare LT, %arg2, %36, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_10 = stablehlo.constant dense<16> : tensor<i32>
    %38 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %39 = stablehlo.add %arg2, %38 : tensor<8xi32>
    %40 = stablehlo.select %37, %39, %arg2 : tensor<8xi1>, tensor<8xi32>
    %41 = stablehlo.broadcast_in_dim %35, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %42 = stablehlo.broadcast_in_dim %40, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %43 = stablehlo.concatenate %41, %42, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %45 = "stablehlo.scatter"(%arg0, %43, %44) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %62 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %62 : tensor<f32>
    }) : (tensor<16x16xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<16x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%8 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %47 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %48 = stablehlo.compare LT, %arg2, %47, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_13 = stablehlo.constant dense<16> : tensor<i32>
    %49 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %50 = stablehlo.add %arg2, %49 : tensor<8xi32>
    %51 = stablehlo.select %48, %50, %arg2 : tensor<8xi1>, tensor<8xi32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %53 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %54 = "stablehlo.scatter"(%arg0, %52, %53) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %62 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %62 : tensor<f32>
    }) : (tensor<16x16xf32>, tensor<8x1xi32>, tensor<16x8xf32>) -> tensor<16x16xf32>
    %55 = call @argsort(%arg0) : (tensor<16x16xf32>) -> tensor<16x16xi32>
    %56 = call @take_along_axis(%arg0, %55) : (tensor<16x16xf32>, tensor<16x16xi32>) -> tensor<16x16xf32>
    %57 = sdy.sharding_constraint %56 <@mesh, [{"x"}, {}]> : tensor<16x16xf32>
    %58 = stablehlo.slice %arg0 [0:8, 0:16] : (tensor<16x16xf32>) -> tensor<8x16xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %60 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %61 = "stablehlo.scatter"(%59, %60, %58) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %62 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %62 : tensor<f32>
    }) : (tensor<4x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    return %15, %29, %30, %8, %45, %54, %57, %61 : tensor<8x16xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<8xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<4x16xf32>
  }
  func.func private @_take(%arg0: tensor<16x16xf32>, %arg1: tensor<8xi32>) -> tensor<16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 16, 1>}> : (tensor<16x16xf32>, tensor<8x1xi32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @argsort(%arg0: tensor<16x16xf32>) -> tensor<16x16xi32> {
    %0 = stablehlo.iota dim = 0 : tensor<16x16xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.select %6, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %8 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f32>
      %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<16x16xf32>, tensor<16x16xi32>) -> (tensor<16x16xf32>, tensor<16x16xi32>)
    return %1#1 : tensor<16x16xi32>
  }
  func.func private @take_along_axis(%arg0: tensor<16x16xf32>, %arg1: tensor<16x16xi32>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %c_0 = stablehlo.constant dense<16> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<16x16xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<16x16xi1>, tensor<16x16xi32>
    %5 = stablehlo.reshape %4 : (tensor<16x16xi32>) -> tensor<16x16x1xi32>
    %c_1 = stablehlo.constant dense<15> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16x16x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<16x16x1xi32>, tensor<16x16x1xi32>) -> tensor<16x16x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<16x16x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<16x16x1xi32>, tensor<16x16x1xi32>) -> tensor<16x16x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<16x16x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<16x16x1xi1>, tensor<i1>) -> tensor<16x16xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<16x16xf32>, tensor<16x16x1xi32>) -> tensor<16x16xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<16x16xi1>, tensor<16x16xf32>
    return %15 : tensor<16x16xf32>
  }
}
