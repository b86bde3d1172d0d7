module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["stage"=2, "data"=2, "model"=2]> {stablehlo.mesh = {axes = [{name = "stage", size = 2 : i64}, {name = "data", size = 2 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"stage"}, {}, {"model"}]>}, %arg1: tensor<4x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"stage"}, {"model"}, {}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<4x16x32xf32> {jax.result_info = "result[0]"}, tensor<4x32x16xf32> {jax.result_info = "result[1]"}) {
    %0:6 = call @layer() : () -> (tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>)
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:13 = stablehlo.while(%iterArg = %arg0, %iterArg_8 = %arg1, %iterArg_9 = %0#0, %iterArg_10 = %0#1, %iterArg_11 = %0#2, %iterArg_12 = %0#3, %iterArg_13 = %0#4, %iterArg_14 = %0#5, %iterArg_15 = %c, %iterArg_16 = %arg2, %iterArg_17 = %1, %iterArg_18 = %2, %iterArg_19 = %3) : tensor<4x16x32xf32>, tensor<4x32x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<i32>, tensor<8x16xf32>, tensor<4x8x32xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
    cond {
      %c_20 = stablehlo.constant dense<4> : tensor<i32>
      %22 = stablehlo.compare LT, %iterArg_15, %c_20, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %22 : tensor<i1>
    } do {
      %22 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_15) : (tensor<4x16x32xf32>, tensor<i32>) -> tensor<16x32xf32>
      %23 = func.call @dynamic_index_in_dim_0(%iterArg_8, %iterArg_15) : (tensor<4x32x16xf32>, tensor<i32>) -> tensor<32x16xf32>
      %24:4 = func.call @closed_call(%iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_16, %22, %23) : (tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>) -> (tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x16xf32>, tensor<8x16xf32>)
      %25 = func.call @dynamic_update_index_in_dim(%iterArg_17, %24#1, %iterArg_15) : (tensor<4x8x32xf32>, tensor<8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %26 = func.call @dynamic_update_index_in_dim_6(%iterArg_18, %24#2, %iterArg_15) : (tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<4x8x16xf32>
      %27 = func.call @dynamic_update_index_in_dim_6(%iterArg_19, %24#3, %iterArg_15) : (tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<4x8x16xf32>
      %c_20 = stablehlo.constant dense<1> : tensor<i32>
      %28 = stablehlo.add %iterArg_15, %c_20 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %28, %24#0, %25, %26, %27 : tensor<4x16x32xf32>, tensor<4x32x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<i32>, tensor<8x16xf32>, tensor<4x8x32xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
    }
    %5 = stablehlo.slice %arg0 [0:1, 0:16, 0:32] : (tensor<4x16x32xf32>) -> tensor<1x16x32xf32>
    %6 = stablehlo.reshape %5 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    %7 = stablehlo.slice %arg1 [0:1, 0:32, 0:16] : (tensor<4x32x16xf32>) -> tensor<1x32x16xf32>
    %8 = stablehlo.reshape %7 : (tensor<1x32x16xf32>) -> tensor<32x16xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %10:4 = stablehlo.optimization_barrier %4#9, %6, %8, %9 : tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>, tensor<8x16xf32>
    %11:13 = call @perceptron_7(%10#0, %10#1) : (tensor<8x16xf32>, tensor<16x32xf32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>)
    %12:3 = call @perceptron_11(%11#0, %11#1, %11#2, %11#3, %11#4, %11#5, %10#1, %11#6, %11#7, %11#8, %11#9, %11#10, %11#11, %10#2, %11#12, %10#3) : (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<16x32xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<32x16xf32>, tensor<8x32xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>)
    %13 = stablehlo.broadcast_in_dim %12#2, dims = [1, 2] : (tensor<32x16xf32>) -> tensor<1x32x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.pad %13, %cst_3, low = [0, 0, 0], high = [3, 0, 0], interior = [0, 0, 0] : (tensor<1x32x16xf32>, tensor<f32>) -> tensor<4x32x16xf32>
    %15 = stablehlo.broadcast_in_dim %12#1, dims = [1, 2] : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.pad %15, %cst_4, low = [0, 0, 0], high = [3, 0, 0], interior = [0, 0, 0] : (tensor<1x16x32xf32>, tensor<f32>) -> tensor<4x16x32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x16x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x32x16xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %19:9 = stablehlo.while(%iterArg = %4#10, %iterArg_8 = %4#11, %iterArg_9 = %4#12, %iterArg_10 = %arg0, %iterArg_11 = %arg1, %iterArg_12 = %c_7, %iterArg_13 = %12#0, %iterArg_14 = %17, %iterArg_15 = %18) : tensor<4x8x32xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x16x32xf32>, tensor<4x32x16xf32>, tensor<i32>, tensor<8x16xf32>, tensor<4x16x32xf32>, tensor<4x32x16xf32>
    cond {
      %c_16 = stablehlo.constant dense<4> : tensor<i32>
      %22 = stablehlo.compare LT, %iterArg_12, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %22 : tensor<i1>
    } do {
      %c_16 = stablehlo.constant dense<4> : tensor<i32>
      %22 = stablehlo.subtract %c_16, %iterArg_12 : tensor<i32>
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %23 = stablehlo.subtract %22, %c_17 : tensor<i32>
      %24 = func.call @dynamic_index_in_dim_15(%iterArg, %23) : (tensor<4x8x32xf32>, tensor<i32>) -> tensor<8x32xf32>
      %25 = func.call @dynamic_index_in_dim_16(%iterArg_8, %23) : (tensor<4x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %26 = func.call @dynamic_index_in_dim_16(%iterArg_9, %23) : (tensor<4x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %27 = func.call @dynamic_index_in_dim(%iterArg_10, %23) : (tensor<4x16x32xf32>, tensor<i32>) -> tensor<16x32xf32>
      %28 = func.call @dynamic_index_in_dim_0(%iterArg_11, %23) : (tensor<4x32x16xf32>, tensor<i32>) -> tensor<32x16xf32>
      %29:3 = func.call @closed_call_17(%iterArg_13, %24, %25, %26, %27, %28) : (tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>) -> (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>)
      %30 = func.call @dynamic_update_index_in_dim_30(%iterArg_14, %29#1, %23) : (tensor<4x16x32xf32>, tensor<16x32xf32>, tensor<i32>) -> tensor<4x16x32xf32>
      %31 = func.call @dynamic_update_index_in_dim_31(%iterArg_15, %29#2, %23) : (tensor<4x32x16xf32>, tensor<32x16xf32>, tensor<i32>) -> tensor<4x32x16xf32>
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %32 = stablehlo.add %iterArg_12, %c_18 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %32, %29#0, %30, %31 : tensor<4x8x32xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x16x32xf32>, tensor<4x32x16xf32>, tensor<i32>, tensor<8x16xf32>, tensor<4x16x32xf32>, tensor<4x32x16xf32>
    }
    %20 = stablehlo.add %16, %19#7 : tensor<4x16x32xf32>
    %21 = stablehlo.add %14, %19#8 : tensor<4x32x16xf32>
    return %20, %21 : tensor<4x16x32xf32>, tensor<4x32x16xf32>
  }
  func.func private @layer() -> (tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) {
    %0:3 = call @perceptron() : () -> (tensor<f32>, tensor<i1>, tensor<8x1xf32>)
    %1:3 = call @normal() : () -> (tensor<f32>, tensor<i1>, tensor<8x1xf32>)
    return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2 : tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>
  }
  func.func private @perceptron() -> (tensor<f32>, tensor<i1>, tensor<8x1xf32>) {
    %0:3 = call @normal() : () -> (tensor<f32>, tensor<i1>, tensor<8x1xf32>)
    return %0#0, %0#1, %0#2 : tensor<f32>, tensor<i1>, tensor<8x1xf32>
  }
  func.func private @normal() -> (tensor<f32>, tensor<i1>, tensor<8x1xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = call @_var(%c) : (tensor<i32>) -> (tensor<f32>, tensor<i1>, tensor<8x1xf32>)
    return %0#0, %0#1, %0#2 : tensor<f32>, tensor<i1>, tensor<8x1xf32>
  }
  func.func private @_var(%arg0: tensor<i32>) -> (tensor<f32>, tensor<i1>, tensor<8x1xf32>) {
    %0 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %cst = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1 = stablehlo.subtract %cst, %0 : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.compare GT, %1, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %3 = call @_where(%cst_1) : (tensor<f32>) -> tensor<8x1xf32>
    return %1, %2, %3 : tensor<f32>, tensor<i1>, tensor<8x1xf32>
  }
  func.func private @_where(%arg0: tensor<f32>) -> tensor<8x1xf32> {
    %0 = stablehlo.convert %arg0 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    return %1 : tensor<8x1xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x16x32xf32>, %arg1: tensor<i32>) -> tensor<16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 32] : (tensor<4x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    return %1 : tensor<16x32xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x32x16xf32>, %arg1: tensor<i32>) -> tensor<32x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 16] : (tensor<4x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x16xf32>) -> tensor<32x16xf32>
    return %1 : tensor<32x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<f32>, %arg1: tensor<i1>, %arg2: tensor<8x1xf32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<8x1xf32>, %arg6: tensor<8x16xf32>, %arg7: tensor<16x32xf32>, %arg8: tensor<32x16xf32>) -> (tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
    %0:3 = call @layer_1(%arg6, %arg7, %arg8, %arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) -> (tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x16xf32>)
    return %0#0, %0#1, %0#2, %arg6 : tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x16xf32>, tensor<8x16xf32>
  }
  func.func private @layer_1(%arg0: tensor<8x16xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<32x16xf32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<8x1xf32>, %arg6: tensor<f32>, %arg7: tensor<i1>, %arg8: tensor<8x1xf32>) -> (tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x16xf32>) {
    %0:2 = call @perceptron_2(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) -> (tensor<8x16xf32>, tensor<8x32xf32>)
    %1 = stablehlo.add %arg0, %0#0 : tensor<8x16xf32>
    %2 = call @normal_3(%1, %arg6, %arg7, %arg8) : (tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) -> tensor<8x16xf32>
    return %2, %0#1, %0#0 : tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x16xf32>
  }
  func.func private @perceptron_2(%arg0: tensor<8x16xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<32x16xf32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<8x1xf32>) -> (tensor<8x16xf32>, tensor<8x32xf32>) {
    %0 = call @normal_3(%arg0, %arg3, %arg4, %arg5) : (tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) -> tensor<8x16xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<8x32xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<8x32xf32>
    %cst = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %5 = stablehlo.multiply %4, %3 : tensor<8x32xf32>
    %6 = stablehlo.add %1, %5 : tensor<8x32xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<8x32xf32>
    %9 = stablehlo.tanh %8 : tensor<8x32xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %11 = stablehlo.add %10, %9 : tensor<8x32xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<8x32xf32>
    %14 = stablehlo.multiply %1, %13 : tensor<8x32xf32>
    %15 = sdy.sharding_constraint %14 <@mesh, [{"data"}, {"model"}]> : tensor<8x32xf32>
    %16 = stablehlo.dot_general %15, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    return %16, %1 : tensor<8x16xf32>, tensor<8x32xf32>
  }
  func.func private @normal_3(%arg0: tensor<8x16xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<8x1xf32>) -> tensor<8x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x16xf32>
    %6 = call @_var_4(%arg0, %arg1, %arg2, %arg3) : (tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %8 = stablehlo.add %6, %7 : tensor<8x1xf32>
    %9 = stablehlo.rsqrt %8 : tensor<8x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %11 = stablehlo.multiply %5, %10 : tensor<8x16xf32>
    return %11 : tensor<8x16xf32>
  }
  func.func private @_var_4(%arg0: tensor<8x16xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<8x1xf32>) -> tensor<8x1xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x16xf32>
    %6 = chlo.square %5 : tensor<8x16xf32> -> tensor<8x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %9 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<8x1xf32>
    %11 = call @_where_5(%10, %arg2, %arg3) : (tensor<8x1xf32>, tensor<i1>, tensor<8x1xf32>) -> tensor<8x1xf32>
    return %11 : tensor<8x1xf32>
  }
  func.func private @_where_5(%arg0: tensor<8x1xf32>, %arg1: tensor<i1>, %arg2: tensor<8x1xf32>) -> tensor<8x1xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<i1>, tensor<8x1xf32>
    return %0 : tensor<8x1xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x8x32xf32>, %arg1: tensor<8x32xf32>, %arg2: tensor<i32>) -> tensor<4x8x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x32xf32>) -> tensor<1x8x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x8x32xf32>, tensor<1x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x32xf32>
    return %1 : tensor<4x8x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<4x8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<i32>) -> tensor<4x8x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    return %1 : tensor<4x8x16xf32>
  }
  func.func private @perceptron_7(%arg0: tensor<8x16xf32>, %arg1: tensor<16x32xf32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>) {
    %0:7 = call @normal_8(%arg0) : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>)
    %1 = stablehlo.dot_general %0#0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<8x32xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<8x32xf32>
    %4 = stablehlo.multiply %1, %1 : tensor<8x32xf32>
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<8x32xf32>
    %cst_0 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %8 = stablehlo.multiply %7, %3 : tensor<8x32xf32>
    %9 = stablehlo.add %1, %8 : tensor<8x32xf32>
    %cst_1 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<8x32xf32>
    %12 = stablehlo.tanh %11 : tensor<8x32xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %14 = stablehlo.subtract %13, %12 : tensor<8x32xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %16 = stablehlo.add %15, %12 : tensor<8x32xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %18 = stablehlo.multiply %17, %16 : tensor<8x32xf32>
    %19 = stablehlo.multiply %1, %18 : tensor<8x32xf32>
    %20 = sdy.sharding_constraint %19 <@mesh, [{"data"}, {"model"}]> : tensor<8x32xf32>
    return %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#0, %18, %1, %6, %12, %14, %20 : tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>
  }
  func.func private @normal_8(%arg0: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6:4 = call @_var_9(%arg0, %c) : (tensor<8x16xf32>, tensor<i32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>)
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %8 = stablehlo.add %6#0, %7 : tensor<8x1xf32>
    %9 = stablehlo.rsqrt %8 : tensor<8x1xf32>
    %10 = stablehlo.divide %9, %8 : tensor<8x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<8x1xf32>
    %13 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %14 = stablehlo.multiply %5, %13 : tensor<8x16xf32>
    return %14, %9, %5, %6#1, %6#2, %6#3, %12 : tensor<8x16xf32>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>
  }
  func.func private @_var_9(%arg0: tensor<8x16xf32>, %arg1: tensor<i32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x16xf32>
    %6 = chlo.square %5 : tensor<8x16xf32> -> tensor<8x16xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<8x16xf32>
    %9 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %10 = stablehlo.subtract %cst_2, %9 : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%6 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %13 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<8x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.compare GT, %10, %cst_4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_5 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %16 = call @_where_10(%15, %14, %cst_5) : (tensor<i1>, tensor<8x1xf32>, tensor<f32>) -> tensor<8x1xf32>
    return %16, %8, %10, %15 : tensor<8x1xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>
  }
  func.func private @_where_10(%arg0: tensor<i1>, %arg1: tensor<8x1xf32>, %arg2: tensor<f32>) -> tensor<8x1xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<8x1xf32>
    return %2 : tensor<8x1xf32>
  }
  func.func private @perceptron_11(%arg0: tensor<8x1xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<8x1xf32>, %arg6: tensor<16x32xf32>, %arg7: tensor<8x16xf32>, %arg8: tensor<8x32xf32>, %arg9: tensor<8x32xf32>, %arg10: tensor<8x32xf32>, %arg11: tensor<8x32xf32>, %arg12: tensor<8x32xf32>, %arg13: tensor<32x16xf32>, %arg14: tensor<8x32xf32>, %arg15: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>) {
    %0 = stablehlo.dot_general %arg15, %arg14, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %2 = stablehlo.dot_general %arg15, %arg13, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<32x16xf32>) -> tensor<8x32xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"data"}, {"model"}]> : tensor<8x32xf32>
    %4 = stablehlo.multiply %arg9, %3 : tensor<8x32xf32>
    %5 = stablehlo.multiply %3, %arg8 : tensor<8x32xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<8x32xf32>
    %8 = stablehlo.multiply %7, %arg12 : tensor<8x32xf32>
    %9 = stablehlo.multiply %8, %arg11 : tensor<8x32xf32>
    %10 = stablehlo.add %8, %9 : tensor<8x32xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<8x32xf32>
    %13 = stablehlo.add %5, %12 : tensor<8x32xf32>
    %cst_1 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<8x32xf32>
    %16 = stablehlo.multiply %15, %arg10 : tensor<8x32xf32>
    %17 = stablehlo.add %13, %16 : tensor<8x32xf32>
    %18 = stablehlo.dot_general %17, %arg7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<8x16xf32>) -> tensor<32x16xf32>
    %19 = stablehlo.transpose %18, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %20 = stablehlo.dot_general %17, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<16x32xf32>) -> tensor<8x16xf32>
    %21 = call @normal_12(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %20) : (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    return %21, %19, %1 : tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>
  }
  func.func private @normal_12(%arg0: tensor<8x1xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<8x1xf32>, %arg6: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.multiply %arg1, %arg6 : tensor<8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<8x1xf32>
    %3 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %4 = stablehlo.multiply %arg6, %3 : tensor<8x16xf32>
    %5 = stablehlo.multiply %2, %arg5 : tensor<8x1xf32>
    %6 = call @_var_13(%arg2, %arg3, %arg4, %5) : (tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) -> tensor<8x16xf32>
    %7 = stablehlo.negate %4 : tensor<8x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.reshape %8 : (tensor<8xf32>) -> tensor<8x1xf32>
    %10 = stablehlo.add %6, %4 : tensor<8x16xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %12 = stablehlo.divide %9, %11 : tensor<8x1xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %15 = stablehlo.add %10, %14 : tensor<8x16xf32>
    return %15 : tensor<8x16xf32>
  }
  func.func private @_var_13(%arg0: tensor<8x16xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<8x1xf32>) -> tensor<8x16xf32> {
    %0 = call @_where_14(%arg2, %arg3) : (tensor<i1>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %2 = stablehlo.divide %0, %1 : tensor<8x1xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.multiply %4, %arg0 : tensor<8x16xf32>
    %6 = stablehlo.negate %5 : tensor<8x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.reshape %7 : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<8x1xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %13 = stablehlo.add %5, %12 : tensor<8x16xf32>
    return %13 : tensor<8x16xf32>
  }
  func.func private @_where_14(%arg0: tensor<i1>, %arg1: tensor<8x1xf32>) -> tensor<8x1xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<i1>, tensor<8x1xf32>
    return %1 : tensor<8x1xf32>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<4x8x32xf32>, %arg1: tensor<i32>) -> tensor<8x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 32] : (tensor<4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x32xf32>) -> tensor<8x32xf32>
    return %1 : tensor<8x32xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<4x8x16xf32>, %arg1: tensor<i32>) -> tensor<8x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
  func.func private @closed_call_17(%arg0: tensor<8x16xf32>, %arg1: tensor<8x32xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<8x16xf32>, %arg4: tensor<16x32xf32>, %arg5: tensor<32x16xf32>) -> (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>) {
    %0:6 = stablehlo.optimization_barrier %arg1, %arg2, %arg3, %arg4, %arg5, %arg0 : tensor<8x32xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>, tensor<8x16xf32>
    %1:18 = call @layer_18(%0#0, %0#1, %0#2) : (tensor<8x32xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>)
    %2:3 = call @layer_24(%1#0, %1#1, %1#2, %1#3, %1#4, %1#5, %0#3, %1#6, %1#7, %0#0, %1#8, %1#9, %1#10, %0#4, %1#11, %1#12, %1#13, %1#14, %1#15, %1#16, %1#17, %0#5) : (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<16x32xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<32x16xf32>, tensor<8x32xf32>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>)
    return %2#0, %2#1, %2#2 : tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>
  }
  func.func private @layer_18(%arg0: tensor<8x32xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) {
    %0:12 = call @perceptron_19(%arg0, %arg2) : (tensor<8x32xf32>, tensor<8x16xf32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>)
    %1 = stablehlo.add %arg2, %arg1 : tensor<8x16xf32>
    %2:6 = call @normal_23(%1) : (tensor<8x16xf32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %2#0, %2#1, %2#2, %2#3, %2#4, %2#5 : tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>
  }
  func.func private @perceptron_19(%arg0: tensor<8x32xf32>, %arg1: tensor<8x16xf32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>) {
    %0:7 = call @normal_20(%arg1) : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>)
    %1 = stablehlo.multiply %arg0, %arg0 : tensor<8x32xf32>
    %2 = stablehlo.multiply %1, %arg0 : tensor<8x32xf32>
    %3 = stablehlo.multiply %arg0, %arg0 : tensor<8x32xf32>
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %5 = stablehlo.multiply %4, %3 : tensor<8x32xf32>
    %cst_0 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %7 = stablehlo.multiply %6, %2 : tensor<8x32xf32>
    %8 = stablehlo.add %arg0, %7 : tensor<8x32xf32>
    %cst_1 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<8x32xf32>
    %11 = stablehlo.tanh %10 : tensor<8x32xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %13 = stablehlo.subtract %12, %11 : tensor<8x32xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %15 = stablehlo.add %14, %11 : tensor<8x32xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %17 = stablehlo.multiply %16, %15 : tensor<8x32xf32>
    %18 = stablehlo.multiply %arg0, %17 : tensor<8x32xf32>
    %19 = sdy.sharding_constraint %18 <@mesh, [{"data"}, {"model"}]> : tensor<8x32xf32>
    return %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#0, %17, %5, %11, %13, %19 : tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>
  }
  func.func private @normal_20(%arg0: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6:4 = call @_var_21(%arg0, %c) : (tensor<8x16xf32>, tensor<i32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>)
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %8 = stablehlo.add %6#0, %7 : tensor<8x1xf32>
    %9 = stablehlo.rsqrt %8 : tensor<8x1xf32>
    %10 = stablehlo.divide %9, %8 : tensor<8x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<8x1xf32>
    %13 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %14 = stablehlo.multiply %5, %13 : tensor<8x16xf32>
    return %14, %9, %5, %6#1, %6#2, %6#3, %12 : tensor<8x16xf32>, tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>
  }
  func.func private @_var_21(%arg0: tensor<8x16xf32>, %arg1: tensor<i32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x16xf32>
    %6 = chlo.square %5 : tensor<8x16xf32> -> tensor<8x16xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<8x16xf32>
    %9 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %10 = stablehlo.subtract %cst_2, %9 : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%6 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %13 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<8x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.compare GT, %10, %cst_4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_5 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %16 = call @_where_22(%15, %14, %cst_5) : (tensor<i1>, tensor<8x1xf32>, tensor<f32>) -> tensor<8x1xf32>
    return %16, %8, %10, %15 : tensor<8x1xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>
  }
  func.func private @_where_22(%arg0: tensor<i1>, %arg1: tensor<8x1xf32>, %arg2: tensor<f32>) -> tensor<8x1xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<8x1xf32>
    return %2 : tensor<8x1xf32>
  }
  func.func private @normal_23(%arg0: tensor<8x16xf32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6:4 = call @_var_21(%arg0, %c) : (tensor<8x16xf32>, tensor<i32>) -> (tensor<8x1xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>)
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %8 = stablehlo.add %6#0, %7 : tensor<8x1xf32>
    %9 = stablehlo.rsqrt %8 : tensor<8x1xf32>
    %10 = stablehlo.divide %9, %8 : tensor<8x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<8x1xf32>
    return %9, %5, %6#1, %6#2, %6#3, %12 : tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>
  }
  func.func private @layer_24(%arg0: tensor<8x1xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<8x1xf32>, %arg6: tensor<16x32xf32>, %arg7: tensor<8x16xf32>, %arg8: tensor<8x32xf32>, %arg9: tensor<8x32xf32>, %arg10: tensor<8x32xf32>, %arg11: tensor<8x32xf32>, %arg12: tensor<8x32xf32>, %arg13: tensor<32x16xf32>, %arg14: tensor<8x32xf32>, %arg15: tensor<8x1xf32>, %arg16: tensor<8x16xf32>, %arg17: tensor<8x16xf32>, %arg18: tensor<f32>, %arg19: tensor<i1>, %arg20: tensor<8x1xf32>, %arg21: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>) {
    %0 = call @normal_25(%arg15, %arg16, %arg17, %arg18, %arg19, %arg20, %arg21) : (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %1:3 = call @perceptron_28(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14, %0) : (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<16x32xf32>, tensor<8x16xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<32x16xf32>, tensor<8x32xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>)
    %2 = stablehlo.add %0, %1#0 : tensor<8x16xf32>
    return %2, %1#1, %1#2 : tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>
  }
  func.func private @normal_25(%arg0: tensor<8x1xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<8x1xf32>, %arg6: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.multiply %arg1, %arg6 : tensor<8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<8x1xf32>
    %3 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %4 = stablehlo.multiply %arg6, %3 : tensor<8x16xf32>
    %5 = stablehlo.multiply %2, %arg5 : tensor<8x1xf32>
    %6 = call @_var_26(%arg2, %arg3, %arg4, %5) : (tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) -> tensor<8x16xf32>
    %7 = stablehlo.negate %4 : tensor<8x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.reshape %8 : (tensor<8xf32>) -> tensor<8x1xf32>
    %10 = stablehlo.add %6, %4 : tensor<8x16xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %12 = stablehlo.divide %9, %11 : tensor<8x1xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %15 = stablehlo.add %10, %14 : tensor<8x16xf32>
    return %15 : tensor<8x16xf32>
  }
  func.func private @_var_26(%arg0: tensor<8x16xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<8x1xf32>) -> tensor<8x16xf32> {
    %0 = call @_where_27(%arg2, %arg3) : (tensor<i1>, tensor<8x1xf32>) -> tensor<8x1xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %2 = stablehlo.divide %0, %1 : tensor<8x1xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.multiply %4, %arg0 : tensor<8x16xf32>
    %6 = stablehlo.negate %5 : tensor<8x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.reshape %7 : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<8x1xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %13 = stablehlo.add %5, %12 : tensor<8x16xf32>
    return %13 : tensor<8x16xf32>
  }
  func.func private @_where_27(%arg0: tensor<i1>, %arg1: tensor<8x1xf32>) -> tensor<8x1xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<i1>, tensor<8x1xf32>
    return %1 : tensor<8x1xf32>
  }
  func.func private @perceptron_28(%arg0: tensor<8x1xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<8x1xf32>, %arg6: tensor<16x32xf32>, %arg7: tensor<8x16xf32>, %arg8: tensor<8x32xf32>, %arg9: tensor<8x32xf32>, %arg10: tensor<8x32xf32>, %arg11: tensor<8x32xf32>, %arg12: tensor<8x32xf32>, %arg13: tensor<32x16xf32>, %arg14: tensor<8x32xf32>, %arg15: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>) {
    %0 = stablehlo.dot_general %arg15, %arg14, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %2 = stablehlo.dot_general %arg15, %arg13, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<32x16xf32>) -> tensor<8x32xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"data"}, {"model"}]> : tensor<8x32xf32>
    %4 = stablehlo.multiply %arg9, %3 : tensor<8x32xf32>
    %5 = stablehlo.multiply %3, %arg8 : tensor<8x32xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<8x32xf32>
    %8 = stablehlo.multiply %7, %arg12 : tensor<8x32xf32>
    %9 = stablehlo.multiply %8, %arg11 : tensor<8x32xf32>
    %10 = stablehlo.add %8, %9 : tensor<8x32xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<8x32xf32>
    %13 = stablehlo.add %5, %12 : tensor<8x32xf32>
    %cst_1 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<8x32xf32>
    %16 = stablehlo.multiply %15, %arg10 : tensor<8x32xf32>
    %17 = stablehlo.add %13, %16 : tensor<8x32xf32>
    %18 = stablehlo.dot_general %17, %arg7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<8x16xf32>) -> tensor<32x16xf32>
    %19 = stablehlo.transpose %18, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %20 = stablehlo.dot_general %17, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<16x32xf32>) -> tensor<8x16xf32>
    %21 = call @normal_29(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %20) : (tensor<8x1xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    return %21, %19, %1 : tensor<8x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>
  }
  func.func private @normal_29(%arg0: tensor<8x1xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<8x1xf32>, %arg6: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.multiply %arg1, %arg6 : tensor<8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<8x1xf32>
    %3 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %4 = stablehlo.multiply %arg6, %3 : tensor<8x16xf32>
    %5 = stablehlo.multiply %2, %arg5 : tensor<8x1xf32>
    %6 = call @_var_26(%arg2, %arg3, %arg4, %5) : (tensor<8x16xf32>, tensor<f32>, tensor<i1>, tensor<8x1xf32>) -> tensor<8x16xf32>
    %7 = stablehlo.negate %4 : tensor<8x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.reshape %8 : (tensor<8xf32>) -> tensor<8x1xf32>
    %10 = stablehlo.add %6, %4 : tensor<8x16xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %12 = stablehlo.divide %9, %11 : tensor<8x1xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %15 = stablehlo.add %10, %14 : tensor<8x16xf32>
    return %15 : tensor<8x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_30(%arg0: tensor<4x16x32xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<i32>) -> tensor<4x16x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x32xf32>, tensor<1x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x32xf32>
    return %1 : tensor<4x16x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_31(%arg0: tensor<4x32x16xf32>, %arg1: tensor<32x16xf32>, %arg2: tensor<i32>) -> tensor<4x32x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x16xf32>) -> tensor<1x32x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x32x16xf32>, tensor<1x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x32x16xf32>
    return %1 : tensor<4x32x16xf32>
  }
}
