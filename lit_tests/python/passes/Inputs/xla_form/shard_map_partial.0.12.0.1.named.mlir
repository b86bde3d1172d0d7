// ----- 00
module @jit__lambda attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func private @xla.sdy.manual_computation_body.1(%arg0: tensor<4x16xf32>) -> (tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{?}, {?}]}"}) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x16xf32>) -> tensor<8x16xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "", mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{?}, {?}]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x16xf32>
    %4 = stablehlo.custom_call @Sharding(%3) {backend_config = "", mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{?}, {?}]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.sine %4 : tensor<8x16xf32>
    %6 = stablehlo.custom_call @Sharding(%5) {backend_config = "", mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{?}, {?}]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %6 : tensor<8x16xf32>
  }
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{'a'}, {'b'}]}"}) -> tensor<8x16xf32> {
    %0 = stablehlo.cosine %arg0 : tensor<8x16xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "", has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{'a', ?}, {?}]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%1) {backend_config = "", has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{?}, {?}], manual={'a'}}"} : (tensor<8x16xf32>) -> tensor<4x16xf32>
    %3 = call @xla.sdy.manual_computation_body.1(%2) {mhlo.frontend_attributes = {inlineable = "xla_late"}, mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{?}, {?}], manual={'a'}}"} : (tensor<4x16xf32>) -> tensor<8x16xf32>
    %4 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%3) {backend_config = "", has_side_effect = true, mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{?}, {?}]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %6 = stablehlo.add %4, %5 : tensor<8x16xf32>
    return %6 : tensor<8x16xf32>
  }
}
// ----- 01
module @jit__lambda attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}, {name = "c", size = 2 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> tensor<8x16xf32> {
    %0 = stablehlo.cosine %arg0 : tensor<8x16xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{?}, {?}], replicated={"a"}>] manual_axes={"a"} (%arg1: tensor<4x16xf32>) {
      %5 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x16xf32>) -> tensor<8x16xf32>
      %6 = sdy.constant dense<2.000000e+00> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %8 = sdy.sharding_constraint %7 <@mesh, [{?}, {?}]> : tensor<8x16xf32>
      %9 = stablehlo.multiply %5, %8 : tensor<8x16xf32>
      %10 = sdy.sharding_constraint %9 <@mesh, [{?}, {?}]> : tensor<8x16xf32>
      %11 = stablehlo.sine %10 : tensor<8x16xf32>
      %12 = sdy.sharding_constraint %11 <@mesh, [{?}, {?}]> : tensor<8x16xf32>
      sdy.return %12 : tensor<8x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = sdy.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %4 = stablehlo.add %1, %3 : tensor<8x16xf32>
    return %4 : tensor<8x16xf32>
  }
}
// ----- 03
module @jit__lambda attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}, {name = "c", size = 2 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) {
    %0 = stablehlo.cosine %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"a"} (%arg1: tensor<4x16xf32>) {
      %5 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([j, i])->([k, i]) {i=16, j=4, k=8} need_replication={j, k}>} : (tensor<4x16xf32>) -> tensor<8x16xf32>
      %6 = sdy.constant dense<2.000000e+00> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %6, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([])->([i, j]) {i=8, j=16}>} : (tensor<f32>) -> tensor<8x16xf32>
      %8 = sdy.reshard %7 <@mesh, [{}, {"b"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
      %9 = stablehlo.multiply %5, %8 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
      %10 = sdy.reshard %9 <@mesh, [{}, {"b"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
      %11 = stablehlo.sine %10 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
      %12 = sdy.reshard %11 <@mesh, [{}, {"b"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
      sdy.return %12 : tensor<8x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = sdy.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([])->([i, j]) {i=8, j=16}>} : (tensor<f32>) -> tensor<8x16xf32>
    %4 = stablehlo.add %1, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    return %4 : tensor<8x16xf32>
  }
}
// ----- 04
module @jit__lambda attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{'a'}, {'b'}]}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}]}"}) {
    %0 = stablehlo.cosine %arg0 {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{'a'}, {'b'}]}"} : tensor<8x16xf32>
    %1 = mhlo.copy %0 {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{'a'}, {'b'}]}"} : tensor<8x16xf32>
    %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"} : (tensor<8x16xf32>) -> tensor<4x16xf32>
    %3 = call @xla.sdy.inlinable_manual_computation_body(%2) {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"} : (tensor<4x16xf32>) -> tensor<8x16xf32>
    %4 = mhlo.copy %3 {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"} : tensor<8x16xf32>
    %5 = stablehlo.custom_call @SPMDShardToFullShape(%4) {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}]}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}]}"} : (tensor<f32>) -> tensor<8x16xf32>
    %7 = stablehlo.add %5, %6 {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}]}"} : tensor<8x16xf32>
    return %7 : tensor<8x16xf32>
  }
  func.func private @xla.sdy.inlinable_manual_computation_body(%arg0: tensor<4x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"}) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"} : (tensor<4x16xf32>) -> tensor<8x16xf32>
    %cst = stablehlo.constant {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [], manual={'a'}}"} dense<2.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"} : (tensor<f32>) -> tensor<8x16xf32>
    %2 = mhlo.copy %1 {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"} : tensor<8x16xf32>
    %3 = stablehlo.multiply %0, %2 {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"} : tensor<8x16xf32>
    %4 = mhlo.copy %3 {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"} : tensor<8x16xf32>
    %5 = stablehlo.sine %4 {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"} : tensor<8x16xf32>
    %6 = mhlo.copy %5 {mhlo.sharding = "{mesh['a'=2,'b'=2,'c'=2], [{}, {'b'}], manual={'a'}}"} : tensor<8x16xf32>
    return %6 : tensor<8x16xf32>
  }
}
