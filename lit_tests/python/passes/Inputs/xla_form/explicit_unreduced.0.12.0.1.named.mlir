// ----- 00
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {'y'}]}"}, %arg1: tensor<8x16xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {'y'}]}"}, %arg2: tensor<8x16xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {'y'}]}"}, %arg3: tensor<16x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"}, %arg4: tensor<16x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"}, %arg5: tensor<16x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"}, tensor<8x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'x'}, {}]}"}) {
    %0 = stablehlo.dot %arg0, %arg3, precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "", has_side_effect = true, mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.dot %arg1, %arg4, precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {backend_config = "", has_side_effect = true, mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %4 = stablehlo.add %1, %3 : tensor<8x4xf32>
    %5 = stablehlo.custom_call @Sharding(%4) {backend_config = "", has_side_effect = true, mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %6 = stablehlo.dot %arg2, %arg5, precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %7 = stablehlo.custom_call @Sharding(%6) {backend_config = "", has_side_effect = true, mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %8 = stablehlo.add %5, %7 : tensor<8x4xf32>
    %9 = stablehlo.custom_call @Sharding(%8) {backend_config = "", has_side_effect = true, mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %10 = stablehlo.custom_call @Sharding(%9) {backend_config = "", mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %11 = stablehlo.reshape %10 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %12 = stablehlo.custom_call @Sharding(%1) {backend_config = "", mhlo.sharding = "{mesh['x'=2,'y'=4], [{'x'}, {}]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %13 = stablehlo.reshape %12 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'x'}, {}]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %10, %12 : tensor<8x4xf32>, tensor<8x4xf32>
  }
}
// ----- 01
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg3: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg4: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg5: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.dot %arg0, %arg3, precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x4xf32>
    %2 = stablehlo.dot %arg1, %arg4, precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x4xf32>
    %4 = stablehlo.add %1, %3 : tensor<8x4xf32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x4xf32>
    %6 = stablehlo.dot %arg2, %arg5, precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x4xf32>
    %8 = stablehlo.add %5, %7 : tensor<8x4xf32>
    %9 = sdy.sharding_constraint %8 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x4xf32>
    %10 = sdy.sharding_constraint %9 <@mesh, [{"y"}, {}]> : tensor<8x4xf32>
    %11 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
    return %10, %11 : tensor<8x4xf32>, tensor<8x4xf32>
  }
}
// ----- 03
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg3: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg4: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg5: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.dot %arg0, %arg3, precision = [DEFAULT, DEFAULT] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = sdy.reshard %0 <@mesh, [{}, {}], unreduced={"y"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %2 = stablehlo.dot %arg1, %arg4, precision = [DEFAULT, DEFAULT] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %3 = sdy.reshard %2 <@mesh, [{}, {}], unreduced={"y"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %4 = stablehlo.add %1, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %5 = sdy.reshard %4 <@mesh, [{}, {}], unreduced={"y"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %6 = stablehlo.dot %arg2, %arg5, precision = [DEFAULT, DEFAULT] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %7 = sdy.reshard %6 <@mesh, [{}, {}], unreduced={"y"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %8 = stablehlo.add %5, %7 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %9 = sdy.reshard %8 <@mesh, [{}, {}], unreduced={"y"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %10 = sdy.all_reduce {"y"} %9 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %11 = sdy.reshard %10 <@mesh, [{"y"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    %12 = sdy.all_reduce {"y"} %1 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %13 = sdy.reshard %12 <@mesh, [{"x"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
    return %11, %13 : tensor<8x4xf32>, tensor<8x4xf32>
  }
}
// ----- 04
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {'y'}]}"}, %arg1: tensor<8x16xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {'y'}]}"}, %arg2: tensor<8x16xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {'y'}]}"}, %arg3: tensor<16x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"}, %arg4: tensor<16x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"}, %arg5: tensor<16x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"}, tensor<8x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'x'}, {}]}"}) {
    %0 = stablehlo.dot %arg0, %arg3, precision = [DEFAULT, DEFAULT] {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = mhlo.copy %0 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : tensor<8x4xf32>
    %2 = stablehlo.dot %arg1, %arg4, precision = [DEFAULT, DEFAULT] {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %3 = mhlo.copy %2 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : tensor<8x4xf32>
    %4 = stablehlo.add %1, %3 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : tensor<8x4xf32>
    %5 = mhlo.copy %4 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : tensor<8x4xf32>
    %6 = stablehlo.dot %arg2, %arg5, precision = [DEFAULT, DEFAULT] {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %7 = mhlo.copy %6 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : tensor<8x4xf32>
    %8 = stablehlo.add %5, %7 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : tensor<8x4xf32>
    %9 = mhlo.copy %8 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : tensor<8x4xf32>
    %10 = mhlo.copy %9 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : tensor<8x4xf32>
    %11 = stablehlo.custom_call @SPMDFullToShardShape(%10) {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %12 = call @xla.sdy.inlinable_manual_computation_body(%11) {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %13 = mhlo.copy %12 {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"} : tensor<8x4xf32>
    %14 = stablehlo.custom_call @SPMDShardToFullShape(%13) {mhlo.sharding = "{mesh[], replicated}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %15 = mhlo.copy %14 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {}]}"} : tensor<8x4xf32>
    %16 = mhlo.copy %1 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{}, {}], unreduced={'y'}}"} : tensor<8x4xf32>
    %17 = stablehlo.custom_call @SPMDFullToShardShape(%16) {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %18 = call @xla.sdy.inlinable_manual_computation_body_0(%17) {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %19 = mhlo.copy %18 {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"} : tensor<8x4xf32>
    %20 = stablehlo.custom_call @SPMDShardToFullShape(%19) {mhlo.sharding = "{mesh[], replicated}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %21 = mhlo.copy %20 {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'x'}, {}]}"} : tensor<8x4xf32>
    return %15, %21 : tensor<8x4xf32>, tensor<8x4xf32>
  }
  func.func private @xla.sdy.inlinable_manual_computation_body(%arg0: tensor<8x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"}) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.add %arg1, %arg2 {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  func.func private @xla.sdy.inlinable_manual_computation_body_0(%arg0: tensor<8x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"}) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.add %arg1, %arg2 {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {mhlo.sharding = "{mesh['x'=2,'y'=4], manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
