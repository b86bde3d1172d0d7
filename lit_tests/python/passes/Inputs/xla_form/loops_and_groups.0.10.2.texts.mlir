// ----- 00
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=2, \22b\22=4]>}"}, mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func private @region_0.1(%arg0: tensor<i32>, %arg1: tensor<8x16xf32>, %arg2: tensor<i32>, %arg3: tensor<8x16xf32>) -> (tensor<i32>, tensor<8x16xf32>, tensor<i32>, tensor<8x16xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.add %arg1, %arg3 : tensor<8x16xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "", mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{?}, {\22a\22, ?}]>]>"}, mhlo.sharding = "{devices=[1,2,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0, %2, %arg2, %arg3 : tensor<i32>, tensor<8x16xf32>, tensor<i32>, tensor<8x16xf32>
  }
  func.func private @region_1.2(%arg0: tensor<i32>, %arg1: tensor<8x16xf32>, %arg2: tensor<i32>, %arg3: tensor<8x16xf32>) -> tensor<i1> {
    %0 = stablehlo.compare LT, %arg0, %arg2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    return %0 : tensor<i1>
  }
  func.func private @region_2.3(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
  func.func private @region_3.4(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
    return %arg0 : tensor<8x16xf32>
  }
  func.func private @region_4.5(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    return %0 : tensor<i1>
  }
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22a\22}p1, {\22b\22}p0]>"}, mhlo.sharding = "{devices=[2,4]<=[8]}"}, %arg1: tensor<i1>, %arg2: tensor<i32>) -> (tensor<8x16xf32> {mhlo.sharding = "{replicated}"}, tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg2, %iterArg_2 = %arg0) : tensor<i32>, tensor<8x16xf32>, tensor<i32>, tensor<8x16xf32>
    cond {
      %10 = stablehlo.compare LT, %iterArg, %iterArg_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      %11 = stablehlo.add %iterArg_0, %iterArg_2 : tensor<8x16xf32>
      %12 = stablehlo.custom_call @Sharding(%11) {backend_config = "", mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{?}, {\22a\22, ?}]>]>"}, mhlo.sharding = "{devices=[1,2,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
      stablehlo.return %10, %12, %iterArg_1, %iterArg_2 : tensor<i32>, tensor<8x16xf32>, tensor<i32>, tensor<8x16xf32>
    }
    %1 = "stablehlo.if"(%arg1) ({
      %10 = stablehlo.tanh %0#1 : tensor<8x16xf32>
      stablehlo.return %10 : tensor<8x16xf32>
    }, {
      stablehlo.return %arg0 : tensor<8x16xf32>
    }) : (tensor<i1>) -> tensor<8x16xf32>
    %2 = stablehlo.custom_call @xla.sdy.PropagationBarrier(%1) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.allowed_direction = "1 : i32"}} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %3 = stablehlo.add %2, %arg0 : tensor<8x16xf32>
    %4 = stablehlo.custom_call @xla.sdy.ShardingGroup(%3) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding_group_id = "0 : i64"}, xla_shape = "()"} : (tensor<8x16xf32>) -> tuple<>
    %5 = stablehlo.custom_call @xla.sdy.ShardingGroup(%1) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding_group_id = "0 : i64"}, xla_shape = "()"} : (tensor<8x16xf32>) -> tuple<>
    %6 = stablehlo.reshape %3 : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %7 = "stablehlo.sort"(%3) <{dimension = 1 : i64, is_stable = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %10 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %8 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%7) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22b\22}, {?}]>]>"}} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %9 = stablehlo.reshape %8 {mhlo.sharding = "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %3, %8 : tensor<8x16xf32>, tensor<8x16xf32>
  }
}
// ----- 01
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p1, {"b"}p0]>}, %arg1: tensor<i1>, %arg2: tensor<i32>) -> (tensor<8x16xf32>, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}) {
    %0 = sdy.constant dense<0> : tensor<i32>
    %1 = sdy.sharding_constraint %arg0 <@mesh, [{?}, {?}]> : tensor<8x16xf32>
    %2:2 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg0) : tensor<i32>, tensor<8x16xf32>
    cond {
      %7 = stablehlo.compare LT, %iterArg, %arg2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7 = sdy.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %7 : tensor<i32>
      %9 = stablehlo.add %iterArg_0, %1 : tensor<8x16xf32>
      %10 = sdy.sharding_constraint %9 <@mesh, [{?}, {"a", ?}]> : tensor<8x16xf32>
      stablehlo.return %8, %10 : tensor<i32>, tensor<8x16xf32>
    }
    %3 = "stablehlo.if"(%arg1) ({
      %7 = stablehlo.tanh %2#1 : tensor<8x16xf32>
      stablehlo.return %7 : tensor<8x16xf32>
    }, {
      stablehlo.return %arg0 : tensor<8x16xf32>
    }) : (tensor<i1>) -> tensor<8x16xf32>
    %4 = sdy.propagation_barrier %3 allowed_direction=FORWARD : tensor<8x16xf32>
    %5 = stablehlo.add %4, %arg0 : tensor<8x16xf32>
    sdy.sharding_group %5 group_id=0 : tensor<8x16xf32>
    sdy.sharding_group %3 group_id=0 : tensor<8x16xf32>
    %6 = "stablehlo.sort"(%5) <{dimension = 1 : i64, is_stable = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %7 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %5, %6 : tensor<8x16xf32>, tensor<8x16xf32>
  }
}
// ----- 03
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %arg1: tensor<i1>, %arg2: tensor<i32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) {
    %0 = sdy.constant dense<0> : tensor<i32>
    %1 = sdy.reshard %arg0 <@mesh, [{}, {"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    %2:2 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg0) : tensor<i32>, tensor<8x16xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}, {"a"}]>]>}
    cond {
      %7 = stablehlo.compare LT, %iterArg, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7 = sdy.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %7 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<i32>
      %9 = stablehlo.add %iterArg_0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
      %10 = sdy.reshard %9 <@mesh, [{}, {"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
      stablehlo.return %8, %10 : tensor<i32>, tensor<8x16xf32>
    }
    %3 = "stablehlo.if"(%arg1) ({
      %7 = stablehlo.tanh %2#1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
      stablehlo.return %7 : tensor<8x16xf32>
    }, {
      stablehlo.return %arg0 : tensor<8x16xf32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : (tensor<i1>) -> tensor<8x16xf32>
    %4 = sdy.propagation_barrier %3 allowed_direction=FORWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : tensor<8x16xf32>
    %5 = stablehlo.add %4, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    %6 = "stablehlo.sort"(%5) <{dimension = 1 : i64, is_stable = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %7 = stablehlo.compare LT, %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} need_replication={j}>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %5, %6 : tensor<8x16xf32>, tensor<8x16xf32>
  }
}
// ----- 04
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}, %arg1: tensor<i1>, %arg2: tensor<i32>) -> (tensor<8x16xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}, tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = mhlo.copy %arg0 {mhlo.sharding = "{devices=[1,2,4]<=[8] last_tile_dim_replicate}"} : tensor<8x16xf32>
    %1:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<8x16xf32> attributes {mhlo.sharding = "{{replicated}, {devices=[1,2,4]<=[8] last_tile_dim_replicate}}"}
    cond {
      %5 = stablehlo.compare LT, %iterArg, %arg2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %6 = stablehlo.add %iterArg_0, %0 {mhlo.sharding = "{devices=[1,2,4]<=[8] last_tile_dim_replicate}"} : tensor<8x16xf32>
      %7 = mhlo.copy %6 {mhlo.sharding = "{devices=[1,2,4]<=[8] last_tile_dim_replicate}"} : tensor<8x16xf32>
      stablehlo.return %5, %7 : tensor<i32>, tensor<8x16xf32>
    }
    %2 = "stablehlo.if"(%arg1) ({
      %5 = stablehlo.tanh %1#1 {mhlo.sharding = "{devices=[1,2,4]<=[8] last_tile_dim_replicate}"} : tensor<8x16xf32>
      stablehlo.return %5 : tensor<8x16xf32>
    }, {
      stablehlo.return %arg0 : tensor<8x16xf32>
    }) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<i1>) -> tensor<8x16xf32>
    %3 = stablehlo.add %2, %arg0 {mhlo.sharding = "{devices=[2,4]<=[8]}"} : tensor<8x16xf32>
    %4 = "stablehlo.sort"(%3) <{dimension = 1 : i64, is_stable = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %5 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    }) {mhlo.sharding = "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %3, %4 : tensor<8x16xf32>, tensor<8x16xf32>
  }
}
