// ----- 00
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<16x8xf32> {mhlo.sharding = "{mesh['data'=8,'fsdp'=1,'tensor'=1], [{'data', 'fsdp'}, {}]}"}, %arg1: tensor<8x8xf32> {mhlo.sharding = "{mesh['data'=8,'fsdp'=1,'tensor'=1], [{'fsdp'}, {'tensor'}]}"}) -> (tensor<16x8xf32> {mhlo.sharding = "{mesh['data'=8,'fsdp'=1,'tensor'=1], [{'data', 'fsdp'}, {'tensor'}]}"}) {
    %0 = stablehlo.custom_call @Sharding(%arg1) {backend_config = "", mhlo.sharding = "{mesh['data'=8,'fsdp'=1,'tensor'=1], [{'fsdp'}, {'tensor'}]}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.dot %arg0, %0, precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "", mhlo.sharding = "{mesh['data'=8,'fsdp'=1,'tensor'=1], [{'data', 'fsdp'}, {'tensor'}]}"} : (tensor<16x8xf32>) -> tensor<16x8xf32>
    return %2 : tensor<16x8xf32>
  }
}
// ----- 01
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["data"=8, "fsdp"=1, "tensor"=1]> {stablehlo.mesh = {axes = [{name = "data", size = 8 : i64}, {name = "fsdp", size = 1 : i64}, {name = "tensor", size = 1 : i64}]}}
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
    %0 = sdy.sharding_constraint %arg1 <@mesh, [{}, {}]> : tensor<8x8xf32>
    %1 = stablehlo.dot %arg0, %0, precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"data"}, {}]> : tensor<16x8xf32>
    return %2 : tensor<16x8xf32>
  }
}
// ----- 03
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["data"=8, "fsdp"=1, "tensor"=1]> {stablehlo.mesh = {axes = [{name = "data", size = 8 : i64}, {name = "fsdp", size = 1 : i64}, {name = "tensor", size = 1 : i64}]}}
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
    %0 = sdy.reshard %arg1 <@mesh, [{}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
    %1 = stablehlo.dot %arg0, %0, precision = [DEFAULT, DEFAULT] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=16, j=8, k=8} reduction={k}>} : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %2 = sdy.reshard %1 <@mesh, [{"data"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=16, j=8}>} : tensor<16x8xf32>
    return %2 : tensor<16x8xf32>
  }
}
// ----- 04
module @jit_f attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<16x8xf32> {mhlo.sharding = "{mesh['data'=8,'fsdp'=1,'tensor'=1], [{'data'}, {}]}"}, %arg1: tensor<8x8xf32> {mhlo.sharding = "{mesh[], replicated}"}) -> (tensor<16x8xf32> {mhlo.sharding = "{mesh['data'=8,'fsdp'=1,'tensor'=1], [{'data'}, {}]}"}) {
    %0 = mhlo.copy %arg1 {mhlo.sharding = "{mesh[], replicated}"} : tensor<8x8xf32>
    %1 = stablehlo.dot %arg0, %0, precision = [DEFAULT, DEFAULT] {mhlo.sharding = "{mesh['data'=8,'fsdp'=1,'tensor'=1], [{'data'}, {}]}"} : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %2 = mhlo.copy %1 {mhlo.sharding = "{mesh['data'=8,'fsdp'=1,'tensor'=1], [{'data'}, {}]}"} : tensor<16x8xf32>
    return %2 : tensor<16x8xf32>
  }
}
