// ----- 00
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2, \22y\22=2, \22z\22=2]>}"}, mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22x\22}, {\22y\22}]>"}, mhlo.sharding = "{devices=[2,2,2]<=[8] last_tile_dim_replicate}"}) -> tensor<8x8xf32> {
    %0 = stablehlo.custom_call @xla.sdy.ShardingGroup(%arg0) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding_group_id = "0 : i64"}, xla_shape = "()"} : (tensor<8x8xf32>) -> tuple<>
    %1 = stablehlo.iota dim = 0 : tensor<64xf32>
    %2 = stablehlo.reshape %1 : (tensor<64xf32>) -> tensor<8x8xf32>
    %3 = stablehlo.custom_call @xla.sdy.ShardingGroup(%2) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding_group_id = "0 : i64"}, xla_shape = "()"} : (tensor<8x8xf32>) -> tuple<>
    %4 = stablehlo.custom_call @xla.sdy.ShardingGroup(%arg0) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding_group_id = "0 : i64"}, xla_shape = "()"} : (tensor<8x8xf32>) -> tuple<>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %6 = stablehlo.custom_call @xla.sdy.ShardingGroup(%5) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding_group_id = "0 : i64"}, xla_shape = "()"} : (tensor<8x8xf32>) -> tuple<>
    %7 = stablehlo.multiply %arg0, %2 : tensor<8x8xf32>
    %8 = stablehlo.add %7, %5 : tensor<8x8xf32>
    return %8 : tensor<8x8xf32>
  }
}
// ----- 01
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}, {name = "z", size = 2 : i64}]}}
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
    sdy.sharding_group %arg0 group_id=0 : tensor<8x8xf32>
    %0 = stablehlo.iota dim = 0 : tensor<64xf32>
    %1 = stablehlo.reshape %0 : (tensor<64xf32>) -> tensor<8x8xf32>
    sdy.sharding_group %1 group_id=0 : tensor<8x8xf32>
    sdy.sharding_group %arg0 group_id=0 : tensor<8x8xf32>
    %2 = sdy.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    sdy.sharding_group %3 group_id=0 : tensor<8x8xf32>
    %4 = stablehlo.multiply %arg0, %1 : tensor<8x8xf32>
    %5 = stablehlo.add %4, %3 : tensor<8x8xf32>
    return %5 : tensor<8x8xf32>
  }
}
// ----- 03
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}, {name = "z", size = 2 : i64}]}}
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<64xf32>
    %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([i, j]) {i=8, j=8}>} : (tensor<64xf32>) -> tensor<8x8xf32>
    %2 = sdy.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([])->([i, j]) {i=8, j=8}>} : (tensor<f32>) -> tensor<8x8xf32>
    %4 = stablehlo.multiply %arg0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
    %5 = stablehlo.add %4, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
    return %5 : tensor<8x8xf32>
  }
}
// ----- 04
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2,2]<=[8] last_tile_dim_replicate}"}) -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2,2]<=[8] last_tile_dim_replicate}"}) {
    %0 = stablehlo.iota dim = 0 {mhlo.sharding = "{devices=[2,4]<=[8] last_tile_dim_replicate}"} : tensor<64xf32>
    %1 = stablehlo.reshape %0 {mhlo.sharding = "{devices=[2,2,2]<=[8] last_tile_dim_replicate}"} : (tensor<64xf32>) -> tensor<8x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] {mhlo.sharding = "{devices=[2,2,2]<=[8] last_tile_dim_replicate}"} : (tensor<f32>) -> tensor<8x8xf32>
    %3 = stablehlo.multiply %arg0, %1 {mhlo.sharding = "{devices=[2,2,2]<=[8] last_tile_dim_replicate}"} : tensor<8x8xf32>
    %4 = stablehlo.add %3, %2 {mhlo.sharding = "{devices=[2,2,2]<=[8] last_tile_dim_replicate}"} : tensor<8x8xf32>
    return %4 : tensor<8x8xf32>
  }
}
