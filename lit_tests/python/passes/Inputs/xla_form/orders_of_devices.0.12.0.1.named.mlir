// ----- 00
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], device_ids=(1,0,3,2,5,4,7,6), [{'a'}, {'b':(1)2, ?}]}"}, %arg1: tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], device_ids=(1,0,3,2,5,4,7,6), [{?}, {'b':(2)2, 'a'}]}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], device_ids=(1,0,3,2,5,4,7,6), [{'b':(2)2}, {}]}"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<8x16xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "", mhlo.sharding = "{mesh['a'=2,'b'=4], device_ids=(1,0,3,2,5,4,7,6), [{}, {?}], replicated={'b':(1)2}}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.tanh %1 : tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
}
// ----- 01
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[1, 0, 3, 2, 5, 4, 7, 6]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}], device_ids = dense<[1, 0, 3, 2, 5, 4, 7, 6]> : tensor<8xi64>}}
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
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b":(2)2, "a"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(2)2}, {}]>}) {
    %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    %1 = sdy.reshard %0 <@mesh, [{}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(2)2}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
}
// ----- 04
module @main attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.num_partitions = 8 : i32, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], device_ids=(1,0,3,2,5,4,7,6), [{'a'}, {}]}"}, %arg1: tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], device_ids=(1,0,3,2,5,4,7,6), [{}, {'b':(2)2, 'a'}]}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{mesh['a'=2,'b'=4], device_ids=(1,0,3,2,5,4,7,6), [{'b':(2)2}, {}]}"}) {
    %0 = stablehlo.add %arg0, %arg1 {mhlo.sharding = "{mesh['a'=2,'b'=4], device_ids=(1,0,3,2,5,4,7,6), [{'a'}, {}]}"} : tensor<8x16xf32>
    %1 = mhlo.copy %0 {mhlo.sharding = "{mesh['a'=2,'b'=4], device_ids=(1,0,3,2,5,4,7,6), [{}, {}]}"} : tensor<8x16xf32>
    %2 = stablehlo.tanh %1 {mhlo.sharding = "{mesh['a'=2,'b'=4], device_ids=(1,0,3,2,5,4,7,6), [{'b':(2)2}, {}]}"} : tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
}
