module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  sdy.mesh @empty_mesh = <[]> {stablehlo.mesh = {axes = []}}
  func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<i32> {sdy.sharding = #sdy.sharding<@empty_mesh, []>}) -> (tensor<8x8xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.clamp %c, %arg1, %c_0 : tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %6 = func.call @power(%arg0, %cst) : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
      stablehlo.return %6 : tensor<8x8xf32>
    }, {
      %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
      %6 = func.call @power(%arg0, %cst) : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
      %7 = func.call @table() : () -> tensor<8x8xf32>
      %8 = stablehlo.add %6, %7 : tensor<8x8xf32>
      stablehlo.return %8 : tensor<8x8xf32>
    }, {
      stablehlo.return %arg0 : tensor<8x8xf32>
    }) : (tensor<i32>) -> tensor<8x8xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2:2 = stablehlo.while(%iterArg = %c_1, %iterArg_2 = %1) : tensor<i32>, tensor<8x8xf32>
    cond {
      %c_3 = stablehlo.constant dense<3> : tensor<i32>
      %6 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %6 = func.call @closed_call(%iterArg_2) : (tensor<8x8xf32>) -> tensor<8x8xf32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %7, %6 : tensor<i32>, tensor<8x8xf32>
    }
    %3 = sdy.sharding_constraint %2#1 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
    %4 = call @table() : () -> tensor<8x8xf32>
    %5 = stablehlo.dot_general %3, %4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return %5 : tensor<8x8xf32>
  }
  func.func private @power(%arg0: tensor<8x8xf32>, %arg1: tensor<f32>) -> tensor<8x8xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %2 = stablehlo.power %arg0, %1 : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
  func.func private @table() -> tensor<8x8xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<64xf32>
    %1 = stablehlo.reshape %0 : (tensor<64xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %0 = call @power(%arg0, %cst) : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %1 = call @table() : () -> tensor<8x8xf32>
    %2 = stablehlo.subtract %0, %1 : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}
