module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["stage"=4, "data"=2]> {stablehlo.mesh = {axes = [{name = "stage", size = 4 : i64}, {name = "data", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"stage"}, {}, {}]>}, %arg1: tensor<8x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}) -> (tensor<5x8x16xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x16xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"stage"}, {"data"}, {}]> : tensor<4x8x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:5 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %arg0, %iterArg_2 = %c, %iterArg_3 = %1, %iterArg_4 = %2) : tensor<8x8x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<4x8x16xf32>, tensor<8x8x16xf32>
    cond {
      %c_5 = stablehlo.constant dense<8> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg_2, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_2) : (tensor<8x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %6:2 = func.call @closed_call(%iterArg_1, %iterArg_3, %5) : (tensor<4x16x16xf32>, tensor<4x8x16xf32>, tensor<8x16xf32>) -> (tensor<4x8x16xf32>, tensor<8x16xf32>)
      %7 = func.call @dynamic_update_index_in_dim(%iterArg_4, %6#1, %iterArg_2) : (tensor<8x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<8x8x16xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg_2, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %8, %6#0, %7 : tensor<8x8x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<4x8x16xf32>, tensor<8x8x16xf32>
    }
    %4 = stablehlo.slice %3#4 [3:8, 0:8, 0:16] : (tensor<8x8x16xf32>) -> tensor<5x8x16xf32>
    return %4 : tensor<5x8x16xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<8x8x16xf32>, %arg1: tensor<i32>) -> tensor<8x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 16] : (tensor<8x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x16x16xf32>, %arg1: tensor<4x8x16xf32>, %arg2: tensor<8x16xf32>) -> (tensor<4x8x16xf32>, tensor<8x16xf32>) {
    %0 = call @_roll_static(%arg1) : (tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %2 = "stablehlo.scatter"(%0, %1, %arg2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<4x8x16xf32>, tensor<1xi32>, tensor<8x16xf32>) -> tensor<4x8x16xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"stage"}, {"data"}, {}]> : tensor<4x8x16xf32>
    %4 = stablehlo.dot_general %3, %arg0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x8x16xf32>, tensor<4x16x16xf32>) -> tensor<4x8x16xf32>
    %5 = call @relu(%4) : (tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %6 = sdy.sharding_constraint %5 <@mesh, [{"stage"}, {"data"}, {}]> : tensor<4x8x16xf32>
    %7 = stablehlo.slice %6 [3:4, 0:8, 0:16] : (tensor<4x8x16xf32>) -> tensor<1x8x16xf32>
    %8 = stablehlo.reshape %7 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    return %6, %8 : tensor<4x8x16xf32>, tensor<8x16xf32>
  }
  func.func private @_roll_static(%arg0: tensor<4x8x16xf32>) -> tensor<4x8x16xf32> {
    %0 = stablehlo.slice %arg0 [3:4, 0:8, 0:16] : (tensor<4x8x16xf32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.slice %arg0 [0:3, 0:8, 0:16] : (tensor<4x8x16xf32>) -> tensor<3x8x16xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x8x16xf32>, tensor<3x8x16xf32>) -> tensor<4x8x16xf32>
    return %2 : tensor<4x8x16xf32>
  }
  func.func private @relu(%arg0: tensor<4x8x16xf32>) -> tensor<4x8x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x8x16xf32>
    return %1 : tensor<4x8x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<8x8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<i32>) -> tensor<8x8x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<8x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x8x16xf32>
    return %1 : tensor<8x8x16xf32>
  }
}
