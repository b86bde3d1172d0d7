module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["task"=4, "feature"=2]> {stablehlo.mesh = {axes = [{name = "task", size = 4 : i64}, {name = "feature", size = 2 : i64}]}}
  sdy.mesh @empty_mesh = <[]> {stablehlo.mesh = {axes = []}}
  func.func public @main(%arg0: tensor<8x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"task"}, {}, {"feature"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"task"}, {}]>}, %arg2: tensor<i32> {sdy.sharding = #sdy.sharding<@empty_mesh, []>}) -> (tensor<8x16xf32> {jax.result_info = "result[0]"}, tensor<8x1x16xf32> {jax.result_info = "result[1]"}) {
    %0 = sdy.sharding_constraint %arg1 <@mesh, [{"task"}, {"feature"}]> : tensor<8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
    %4:7 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg0, %iterArg_1 = %0, %iterArg_2 = %arg0, %iterArg_3 = %0, %iterArg_4 = %2, %iterArg_5 = %3) : tensor<i32>, tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8xi32>, tensor<8x16xf32>
    cond {
      %9 = stablehlo.convert %iterArg_4 : tensor<8xi32>
      %10 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<8xi32>
      %11 = stablehlo.compare LT, %9, %10, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
      %12 = func.call @residual(%iterArg_0, %iterArg_5, %iterArg_1) : (tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
      %13 = func.call @norm(%12) : (tensor<8x16xf32>) -> tensor<8xf32>
      %cst_6 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %14 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %15 = stablehlo.compare GT, %13, %14, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
      %16 = stablehlo.and %11, %15 : tensor<8xi1>
      %c_7 = stablehlo.constant dense<false> : tensor<i1>
      %17 = stablehlo.reduce(%16 init: %c_7) applies stablehlo.or across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %17 : tensor<i1>
    } do {
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %9 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<8xi32>
      %10 = stablehlo.add %iterArg_4, %9 : tensor<8xi32>
      %11 = func.call @smoothed(%iterArg_2, %iterArg_5, %iterArg_3) : (tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
      %12 = stablehlo.convert %iterArg_4 : tensor<8xi32>
      %13 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<8xi32>
      %14 = stablehlo.compare LT, %12, %13, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
      %15 = func.call @residual(%iterArg_0, %iterArg_5, %iterArg_1) : (tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
      %16 = func.call @norm(%15) : (tensor<8x16xf32>) -> tensor<8xf32>
      %cst_7 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %17 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %18 = stablehlo.compare GT, %16, %17, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
      %19 = stablehlo.and %14, %18 : tensor<8xi1>
      %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<8xi1>) -> tensor<8xi1>
      %21 = stablehlo.select %20, %10, %iterArg_4 : tensor<8xi1>, tensor<8xi32>
      %22 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<8xi1>) -> tensor<8x16xi1>
      %23 = stablehlo.select %22, %11, %iterArg_5 : tensor<8x16xi1>, tensor<8x16xf32>
      stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %iterArg_2, %iterArg_3, %21, %23 : tensor<i32>, tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8xi32>, tensor<8x16xf32>
    }
    %5 = call @smoothed_0(%arg0, %4#6, %0) : (tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x1x16xf32>
    %7 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x1x16xf32>
    %8 = call @residual_3(%arg0, %6, %7) : (tensor<8x16x16xf32>, tensor<8x1x16xf32>, tensor<8x1x16xf32>) -> tensor<8x1x16xf32>
    return %5, %8 : tensor<8x16xf32>, tensor<8x1x16xf32>
  }
  func.func private @residual(%arg0: tensor<8x16x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = stablehlo.subtract %arg2, %0 : tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
  func.func private @norm(%arg0: tensor<8x16xf32>) -> tensor<8xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.sqrt %1 : tensor<8xf32>
    return %2 : tensor<8xf32>
  }
  func.func private @smoothed(%arg0: tensor<8x16x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = call @residual(%arg0, %arg1, %arg2) : (tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = call @diagonal(%arg0) : (tensor<8x16x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.divide %0, %1 : tensor<8x16xf32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x16xf32>
    return %3 : tensor<8x16xf32>
  }
  func.func private @diagonal(%arg0: tensor<8x16x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<16x16xi32>
    %1 = stablehlo.iota dim = 1 : tensor<16x16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %5 = stablehlo.convert %4 : (tensor<16x16xi1>) -> tensor<16x16xf32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<16xi32>
      %9 = stablehlo.iota dim = 0 : tensor<16xi32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
      %c_2 = stablehlo.constant dense<16> : tensor<i32>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %13 = stablehlo.add %8, %12 : tensor<16xi32>
      %14 = stablehlo.select %11, %13, %8 : tensor<16xi1>, tensor<16xi32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
      %c_4 = stablehlo.constant dense<16> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %18 = stablehlo.add %9, %17 : tensor<16xi32>
      %19 = stablehlo.select %16, %18, %9 : tensor<16xi1>, tensor<16xi32>
      %20 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
      %21 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
      %22 = stablehlo.concatenate %20, %21, dim = 1 : (tensor<16x1xi32>, tensor<16x1xi32>) -> tensor<16x2xi32>
      %23 = "stablehlo.gather"(%arg0, %22) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 8, 1, 1>}> : (tensor<8x16x16xf32>, tensor<16x2xi32>) -> tensor<8x16xf32>
      stablehlo.return %23 : tensor<8x16xf32>
    }) : (tensor<i32>) -> tensor<8x16xf32>
    return %7 : tensor<8x16xf32>
  }
  func.func private @smoothed_0(%arg0: tensor<8x16x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = call @residual_1(%arg0, %arg1, %arg2) : (tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = call @diagonal_2(%arg0) : (tensor<8x16x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.divide %0, %1 : tensor<8x16xf32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x16xf32>
    return %3 : tensor<8x16xf32>
  }
  func.func private @residual_1(%arg0: tensor<8x16x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = stablehlo.subtract %arg2, %0 : tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
  func.func private @diagonal_2(%arg0: tensor<8x16x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<16x16xi32>
    %1 = stablehlo.iota dim = 1 : tensor<16x16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %5 = stablehlo.convert %4 : (tensor<16x16xi1>) -> tensor<16x16xf32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<16xi32>
      %9 = stablehlo.iota dim = 0 : tensor<16xi32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
      %c_2 = stablehlo.constant dense<16> : tensor<i32>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %13 = stablehlo.add %8, %12 : tensor<16xi32>
      %14 = stablehlo.select %11, %13, %8 : tensor<16xi1>, tensor<16xi32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
      %c_4 = stablehlo.constant dense<16> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %18 = stablehlo.add %9, %17 : tensor<16xi32>
      %19 = stablehlo.select %16, %18, %9 : tensor<16xi1>, tensor<16xi32>
      %20 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
      %21 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
      %22 = stablehlo.concatenate %20, %21, dim = 1 : (tensor<16x1xi32>, tensor<16x1xi32>) -> tensor<16x2xi32>
      %23 = "stablehlo.gather"(%arg0, %22) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 8, 1, 1>}> : (tensor<8x16x16xf32>, tensor<16x2xi32>) -> tensor<8x16xf32>
      stablehlo.return %23 : tensor<8x16xf32>
    }) : (tensor<i32>) -> tensor<8x16xf32>
    return %7 : tensor<8x16xf32>
  }
  func.func private @residual_3(%arg0: tensor<8x16x16xf32>, %arg1: tensor<8x1x16xf32>, %arg2: tensor<8x1x16xf32>) -> tensor<8x1x16xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x16xf32>, tensor<8x1x16xf32>) -> tensor<8x16x1xf32>
    %1 = stablehlo.transpose %0, dims = [0, 2, 1] : (tensor<8x16x1xf32>) -> tensor<8x1x16xf32>
    %2 = stablehlo.subtract %arg2, %1 : tensor<8x1x16xf32>
    return %2 : tensor<8x1x16xf32>
  }
}
