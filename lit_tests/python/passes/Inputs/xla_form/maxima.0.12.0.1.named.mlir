// ----- 00
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func private @region_0.1(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}, {'b'}]}"}) -> (tensor<8xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}]}"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "", has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}], unreduced=max{'b'}}"} : (tensor<8xf32>) -> tensor<8xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "", mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}]}"} : (tensor<8xf32>) -> tensor<8xf32>
    return %2 : tensor<8xf32>
  }
}
// ----- 01
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
    %0 = sdy.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %0) applies stablehlo.maximum across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}], unreduced=max{"b"}> : tensor<8xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"a"}]> : tensor<8xf32>
    return %3 : tensor<8xf32>
  }
}
// ----- 03
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
    %0 = sdy.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %0) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}], unreduced=max{"b"}>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i]) {i=8, j=16} reduction={j}>} : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = sdy.reshard %1 <@mesh, [{"a"}], unreduced=max{"b"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
    %3 = sdy.all_reduce max {"b"} %2 out_sharding=<@mesh, [{"a"}]> : tensor<8xf32>
    %4 = sdy.reshard %3 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
    return %4 : tensor<8xf32>
  }
}
// ----- 04
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}, {'b'}]}"}) -> (tensor<8xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}]}"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}], unreduced=max{'b'}}"} : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = mhlo.copy %0 {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}], unreduced=max{'b'}}"} : tensor<8xf32>
    %2 = mhlo.copy %1 {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}], unreduced=max{'b'}}"} : tensor<8xf32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {mhlo.sharding = "{mesh['a'=2,'b'=4], manual}"} : (tensor<8xf32>) -> tensor<4xf32>
    %4 = call @xla.sdy.inlinable_manual_computation_body(%3) {mhlo.sharding = "{mesh['a'=2,'b'=4], manual}"} : (tensor<4xf32>) -> tensor<4xf32>
    %5 = mhlo.copy %4 {mhlo.sharding = "{mesh['a'=2,'b'=4], manual}"} : tensor<4xf32>
    %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}]}"} : (tensor<4xf32>) -> tensor<8xf32>
    %7 = mhlo.copy %6 {mhlo.sharding = "{mesh['a'=2,'b'=4], [{'a'}]}"} : tensor<8xf32>
    return %7 : tensor<8xf32>
  }
  func.func private @xla.sdy.inlinable_manual_computation_body(%arg0: tensor<4xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], manual}"}) -> (tensor<4xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], manual}"}) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.maximum %arg1, %arg2 {mhlo.sharding = "{mesh['a'=2,'b'=4], manual}"} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {mhlo.sharding = "{mesh['a'=2,'b'=4], manual}"} : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
