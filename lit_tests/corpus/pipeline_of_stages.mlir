module @jit_stages attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["stage"=4, "data"=2]> {stablehlo.mesh = {axes = [{name = "stage", size = 4 : i64}, {name = "data", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<6x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}, %arg1: tensor<4x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"stage"}, {}, {}]>}) -> (tensor<6x8x16xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{}, {"data"}, {}]>, <@mesh, [{"stage"}, {}, {}]>] out_shardings=[<@mesh, [{}, {"data"}, {}]>] manual_axes={"stage", "data"} (%arg2: tensor<6x4x16xf32>, %arg3: tensor<1x16x16xf32>) {
      %c = stablehlo.constant dense<2> : tensor<ui32>
      %c_0 = stablehlo.constant dense<4> : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      %2 = stablehlo.divide %1, %c : tensor<ui32>
      %3 = stablehlo.remainder %2, %c_0 : tensor<ui32>
      %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
      %7 = stablehlo.iota dim = 0 : tensor<9xi32>
      %c_2 = stablehlo.constant dense<0> : tensor<i32>
      %8:7 = stablehlo.while(%iterArg = %7, %iterArg_5 = %4, %iterArg_6 = %arg2, %iterArg_7 = %arg3, %iterArg_8 = %c_2, %iterArg_9 = %5, %iterArg_10 = %6) : tensor<9xi32>, tensor<i32>, tensor<6x4x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<4x16xf32>, tensor<6x4x16xf32>
      cond {
        %c_11 = stablehlo.constant dense<9> : tensor<i32>
        %12 = stablehlo.compare LT, %iterArg_8, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %12 : tensor<i1>
      } do {
        %12 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_8) : (tensor<9xi32>, tensor<i32>) -> tensor<i32>
        %13:2 = func.call @closed_call(%iterArg_5, %iterArg_6, %iterArg_7, %iterArg_9, %iterArg_10, %12) : (tensor<i32>, tensor<6x4x16xf32>, tensor<1x16x16xf32>, tensor<4x16xf32>, tensor<6x4x16xf32>, tensor<i32>) -> (tensor<4x16xf32>, tensor<6x4x16xf32>)
        %c_11 = stablehlo.constant dense<1> : tensor<i32>
        %14 = stablehlo.add %iterArg_8, %c_11 : tensor<i32>
        stablehlo.return %iterArg, %iterArg_5, %iterArg_6, %iterArg_7, %14, %13#0, %13#1 : tensor<9xi32>, tensor<i32>, tensor<6x4x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<4x16xf32>, tensor<6x4x16xf32>
      }
      %c_3 = stablehlo.constant dense<3> : tensor<i32>
      %9 = stablehlo.compare EQ, %4, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %10 = func.call @_where_2(%9, %8#6, %c_4) : (tensor<i1>, tensor<6x4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
      %11 = "stablehlo.all_reduce"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %12 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %12 : tensor<f32>
      }) : (tensor<6x4x16xf32>) -> tensor<6x4x16xf32>
      sdy.return %11 : tensor<6x4x16xf32>
    } : (tensor<6x8x16xf32>, tensor<4x16x16xf32>) -> tensor<6x8x16xf32>
    return %0 : tensor<6x8x16xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9xi32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<9xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<6x4x16xf32>, %arg2: tensor<1x16x16xf32>, %arg3: tensor<4x16xf32>, %arg4: tensor<6x4x16xf32>, %arg5: tensor<i32>) -> (tensor<4x16xf32>, tensor<6x4x16xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<5> : tensor<i32>
    %1 = call @clip(%arg5, %c_0, %c_1) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.compare LT, %1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<6> : tensor<i32>
    %3 = stablehlo.add %1, %c_3 : tensor<i32>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %c_4, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<4> : tensor<i32>
    %6 = stablehlo.add %c_6, %c_7 : tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.select %5, %6, %c_8 : tensor<i1>, tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.compare LT, %c_9, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %c_12 = stablehlo.constant dense<16> : tensor<i32>
    %9 = stablehlo.add %c_11, %c_12 : tensor<i32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.select %8, %9, %c_13 : tensor<i1>, tensor<i32>
    %11 = stablehlo.dynamic_slice %arg1, %4, %7, %10, sizes = [1, 4, 16] : (tensor<6x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x16xf32>
    %12 = stablehlo.reshape %11 : (tensor<1x4x16xf32>) -> tensor<4x16xf32>
    %13 = call @_where(%0, %12, %arg3) : (tensor<i1>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %14 = stablehlo.reshape %arg2 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %15 = stablehlo.dot_general %13, %14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
    %16 = stablehlo.tanh %15 : tensor<4x16xf32>
    %c_14 = stablehlo.constant dense<3> : tensor<i32>
    %17 = stablehlo.subtract %arg5, %c_14 : tensor<i32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %18 = call @clip_0(%17, %c_15) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %19 = call @dynamic_update_index_in_dim(%arg4, %16, %18) : (tensor<6x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<6x4x16xf32>
    %c_16 = stablehlo.constant dense<3> : tensor<i32>
    %20 = stablehlo.compare EQ, %arg0, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_17 = stablehlo.constant dense<3> : tensor<i32>
    %21 = stablehlo.compare GE, %arg5, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %22 = stablehlo.and %20, %21 : tensor<i1>
    %23 = call @_where_1(%22, %19, %arg4) : (tensor<i1>, tensor<6x4x16xf32>, tensor<6x4x16xf32>) -> tensor<6x4x16xf32>
    %24 = "stablehlo.collective_permute"(%16) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 6], [6, 0], [1, 3], [3, 5], [5, 7], [7, 1]]> : tensor<8x2xi64>}> : (tensor<4x16xf32>) -> tensor<4x16xf32>
    return %24, %23 : tensor<4x16xf32>, tensor<6x4x16xf32>
  }
  func.func private @clip(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.maximum %0, %arg0 : tensor<i32>
    %2 = stablehlo.convert %arg2 : tensor<i32>
    %3 = stablehlo.minimum %2, %1 : tensor<i32>
    return %3 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<4x16xf32>, %arg2: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
  func.func private @clip_0(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.maximum %0, %arg0 : tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<6x4x16xf32>, %arg1: tensor<4x16xf32>, %arg2: tensor<i32>) -> tensor<6x4x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4x16xf32>) -> tensor<1x4x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<6> : tensor<i32>
    %2 = stablehlo.add %arg2, %c_0 : tensor<i32>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.dynamic_update_slice %arg0, %0, %3, %c_1, %c_2 : (tensor<6x4x16xf32>, tensor<1x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x16xf32>
    return %4 : tensor<6x4x16xf32>
  }
  func.func private @_where_1(%arg0: tensor<i1>, %arg1: tensor<6x4x16xf32>, %arg2: tensor<6x4x16xf32>) -> tensor<6x4x16xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<6x4x16xf32>
    return %0 : tensor<6x4x16xf32>
  }
  func.func private @_where_2(%arg0: tensor<i1>, %arg1: tensor<6x4x16xf32>, %arg2: tensor<i32>) -> tensor<6x4x16xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<6x4x16xf32>
    return %2 : tensor<6x4x16xf32>
  }
}
