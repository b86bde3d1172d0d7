// ----- 00
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=2, \22b\22=4]>}"}, mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func private @xla.sdy.manual_computation_body.1(%arg0: tensor<1x16xf32>) -> tensor<4x4xf32> {
    %c = stablehlo.constant dense<4> : tensor<1xi32>
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<1x16xf32>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<1x4x4xf32>
    %2 = stablehlo.transpose %1, dims = [1, 0, 2] {result_layout = dense<[2, 0, 1]> : tensor<3xindex>, xla_shape = "f32[4,1,4]{2,0,1}"} : (tensor<1x4x4xf32>) -> tensor<4x1x4xf32>
    %3 = stablehlo.reshape %2 : (tensor<4x1x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
  func.func private @xla.sdy.manual_computation_body_0.2(%arg0: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<4x16xf32>
    %1 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%0) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22b\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22b\22}>"}} : (tensor<4x16xf32>) -> tensor<1x16xf32>
    %2 = call @xla.sdy.manual_computation_body.1(%1) {mhlo.frontend_attributes = {inlineable = "false"}} : (tensor<1x16xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%2) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22b\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{}, {\22b\22}]>]>"}} : (tensor<4x4xf32>) -> tensor<4x16xf32>
    return %3 : tensor<4x16xf32>
  }
  func.func private @xla.sdy.manual_computation_body_1.3() -> tensor<2xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22a\22}, {\22b\22}]>"}, mhlo.sharding = "{devices=[2,4]<=[8]}"}) -> tensor<8x16xf32> {
    %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {?}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<8x16xf32>) -> tensor<4x16xf32>
    %1 = call @xla.sdy.manual_computation_body_0.2(%0) {mhlo.frontend_attributes = {inlineable = "false"}} : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {?}]>]>"}} : (tensor<4x16xf32>) -> tensor<8x16xf32>
    %3 = call @xla.sdy.manual_computation_body_1.3() {mhlo.frontend_attributes = {inlineable = "false"}} : () -> tensor<2xf32>
    %4 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%3) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22b\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22b\22}]>]>"}} : (tensor<2xf32>) -> tensor<8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %6 = stablehlo.add %2, %5 : tensor<8x16xf32>
    return %6 : tensor<8x16xf32>
  }
}
// ----- 01
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> tensor<8x16xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {?}]>] out_shardings=[<@mesh, [{"a"}, {?}]>] manual_axes={"a"} (%arg1: tensor<4x16xf32>) {
      %4 = stablehlo.tanh %arg1 : tensor<4x16xf32>
      %5 = sdy.manual_computation(%4) in_shardings=[<@mesh, [{"b"}, {}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%arg2: tensor<1x16xf32>) {
        %6 = "stablehlo.all_to_all"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<1x16xf32>) -> tensor<1x16xf32>
        %7 = stablehlo.reshape %6 : (tensor<1x16xf32>) -> tensor<1x4x4xf32>
        %8 = stablehlo.transpose %7, dims = [1, 0, 2] {result_layout = dense<[2, 0, 1]> : tensor<3xindex>, xla_shape = "f32[4,1,4]{2,0,1}"} : (tensor<1x4x4xf32>) -> tensor<4x1x4xf32>
        %9 = stablehlo.reshape %8 : (tensor<4x1x4xf32>) -> tensor<4x4xf32>
        sdy.return %9 : tensor<4x4xf32>
      } : (tensor<4x16xf32>) -> tensor<4x16xf32>
      sdy.return %5 : tensor<4x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"b"} () {
      %4 = sdy.constant dense<1.000000e+00> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<2xf32>
      sdy.return %5 : tensor<2xf32>
    } : () -> tensor<8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %3 = stablehlo.add %0, %2 : tensor<8x16xf32>
    return %3 : tensor<8x16xf32>
  }
}
// ----- 03
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {"b"}]>] manual_axes={"a"} (%arg1: tensor<4x16xf32>) {
      %4 = stablehlo.tanh %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=16}>} : tensor<4x16xf32>
      %5 = sdy.manual_computation(%4) in_shardings=[<@mesh, [{"b"}, {}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%arg2: tensor<1x16xf32>) {
        %6 = "stablehlo.all_to_all"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {i=1, j=16, k=16} need_replication={j, k}>} : (tensor<1x16xf32>) -> tensor<1x16xf32>
        %7 = stablehlo.reshape %6 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, kl])->([j, k, l]) {i=1, j=1, k=4, l=4}>} : (tensor<1x16xf32>) -> tensor<1x4x4xf32>
        %8 = stablehlo.transpose %7, dims = [1, 0, 2] {result_layout = dense<[2, 0, 1]> : tensor<3xindex>, sdy.sharding_rule = #sdy.op_sharding_rule<([j, i, k])->([i, j, k]) {i=4, j=1, k=4}>, xla_shape = "f32[4,1,4]{2,0,1}"} : (tensor<1x4x4xf32>) -> tensor<4x1x4xf32>
        %9 = stablehlo.reshape %8 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, k]) {i=4, j=1, k=4}>} : (tensor<4x1x4xf32>) -> tensor<4x4xf32>
        sdy.return %9 : tensor<4x4xf32>
      } : (tensor<4x16xf32>) -> tensor<4x16xf32>
      sdy.return %5 : tensor<4x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"b"} () {
      %4 = sdy.constant dense<1.000000e+00> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [] {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([i]) {i=2}>} : (tensor<f32>) -> tensor<2xf32>
      sdy.return %5 : tensor<2xf32>
    } : () -> tensor<8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i, j]) {i=8, j=16}>} : (tensor<8xf32>) -> tensor<8x16xf32>
    %3 = stablehlo.add %0, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    return %3 : tensor<8x16xf32>
  }
}
// ----- 04
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}) {
    %0 = mhlo.copy %arg0 {mhlo.sharding = "{devices=[2,4]<=[8]}"} : tensor<8x16xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}"} : (tensor<8x16xf32>) -> tensor<4x16xf32>
    %2 = call @xla.sdy.inlinable_manual_computation_body_0(%1) {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}"} : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %3 = mhlo.copy %2 {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}"} : tensor<4x16xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<4x16xf32>) -> tensor<8x16xf32>
    %5 = call @xla.sdy.inlinable_manual_computation_body_1() {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual, replicated}}"} : () -> tensor<2xf32>
    %6 = mhlo.copy %5 {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual, replicated}}"} : tensor<2xf32>
    %7 = stablehlo.custom_call @SPMDShardToFullShape(%6) {mhlo.sharding = "{devices=[4,2]<=[2,4]T(1,0) last_tile_dim_replicate}"} : (tensor<2xf32>) -> tensor<8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<8xf32>) -> tensor<8x16xf32>
    %9 = stablehlo.add %4, %8 {mhlo.sharding = "{devices=[2,4]<=[8]}"} : tensor<8x16xf32>
    return %9 : tensor<8x16xf32>
  }
  func.func private @xla.sdy.inlinable_manual_computation_body(%arg0: tensor<1x16xf32> {mhlo.sharding = "{manual}"}) -> (tensor<4x4xf32> {mhlo.sharding = "{manual}"}) {
    %0 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> {mhlo.sharding = "{manual}"} : (tensor<1x16xf32>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 {mhlo.sharding = "{manual}"} : (tensor<1x16xf32>) -> tensor<1x4x4xf32>
    %2 = stablehlo.transpose %1, dims = [1, 0, 2] {mhlo.sharding = "{manual}", result_layout = dense<[2, 0, 1]> : tensor<3xindex>, xla_shape = "f32[4,1,4]{2,0,1}"} : (tensor<1x4x4xf32>) -> tensor<4x1x4xf32>
    %3 = stablehlo.reshape %2 {mhlo.sharding = "{manual}"} : (tensor<4x1x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
  func.func private @xla.sdy.inlinable_manual_computation_body_0(%arg0: tensor<4x16xf32> {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}"}) -> (tensor<4x16xf32> {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}"}) {
    %0 = stablehlo.tanh %arg0 {mhlo.sharding = "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dims={manual}}"} : tensor<4x16xf32>
    %1 = mhlo.copy %0 {mhlo.sharding = "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dims={manual}}"} : tensor<4x16xf32>
    %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) {mhlo.sharding = "{manual}"} : (tensor<4x16xf32>) -> tensor<1x16xf32>
    %3 = call @xla.sdy.inlinable_manual_computation_body(%2) {mhlo.sharding = "{manual}"} : (tensor<1x16xf32>) -> tensor<4x4xf32>
    %4 = mhlo.copy %3 {mhlo.sharding = "{manual}"} : tensor<4x4xf32>
    %5 = stablehlo.custom_call @SPMDShardToFullShape(%4) {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}"} : (tensor<4x4xf32>) -> tensor<4x16xf32>
    return %5 : tensor<4x16xf32>
  }
  func.func private @xla.sdy.inlinable_manual_computation_body_1() -> (tensor<2xf32> {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual, replicated}}"}) {
    %cst = stablehlo.constant {mhlo.sharding = "{devices=[4,2]<=[2,4]T(1,0) last_tile_dims={manual, replicated}}"} dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
