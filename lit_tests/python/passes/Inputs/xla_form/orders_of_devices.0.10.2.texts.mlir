// ----- 00
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=2, \22b\22=4], device_ids=[1, 0, 3, 2, 5, 4, 7, 6]>, other = #sdy.mesh<[\22x\22=8]>}"}, mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22a\22}, {\22b\22:(1)2, ?}]>"}, mhlo.sharding = "{devices=[2,2,2]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"}, %arg1: tensor<8x16xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{?}, {\22b\22:(2)2, \22a\22}]>"}, mhlo.sharding = "{devices=[1,4,2]1,3,5,7,0,2,4,6 last_tile_dim_replicate}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]1,3,5,7,0,2,4,6 last_tile_dim_replicate}"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<8x16xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "", mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}, {?}], replicated={\22b\22:(1)2}>]>"}, mhlo.sharding = "{replicated}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.tanh %1 : tensor<8x16xf32>
    %3 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%2) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22b\22:(2)2}, {}]>]>"}} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %3 : tensor<8x16xf32>
  }
}
// ----- 01
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[1, 0, 3, 2, 5, 4, 7, 6]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}], device_ids = dense<[1, 0, 3, 2, 5, 4, 7, 6]> : tensor<8xi64>}}
  sdy.mesh @other = <["x"=8]> {stablehlo.mesh = {axes = [{name = "x", size = 8 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b":(1)2, ?}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b":(2)2, "a"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(2)2}, {}]>}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<8x16xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {?}], replicated={"b":(1)2}> : tensor<8x16xf32>
    %2 = stablehlo.tanh %1 : tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
}
// ----- 03
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[1, 0, 3, 2, 5, 4, 7, 6]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}], device_ids = dense<[1, 0, 3, 2, 5, 4, 7, 6]> : tensor<8xi64>}}
  sdy.mesh @other = <["x"=8]> {stablehlo.mesh = {axes = [{name = "x", size = 8 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b":(2)2, "a"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(2)2}, {}]>}) {
    %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    %1 = sdy.reshard %0 <@mesh, [{}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(2)2}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
}
// ----- 04
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"}, %arg1: tensor<8x16xf32> {mhlo.sharding = "{devices=[1,4,2]1,3,5,7,0,2,4,6 last_tile_dim_replicate}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]1,3,5,7,0,2,4,6 last_tile_dim_replicate}"}) {
    %0 = stablehlo.add %arg0, %arg1 {mhlo.sharding = "{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"} : tensor<8x16xf32>
    %1 = mhlo.copy %0 {mhlo.sharding = "{replicated}"} : tensor<8x16xf32>
    %2 = stablehlo.tanh %1 {mhlo.sharding = "{devices=[2,1,4]1,3,5,7,0,2,4,6 last_tile_dim_replicate}"} : tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
}
