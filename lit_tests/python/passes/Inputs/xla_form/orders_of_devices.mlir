module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[1, 0, 3, 2, 5, 4, 7, 6]>
  sdy.mesh @other = <["x"=8]>
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b":(1)2, ?}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b":(2)2, "a"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(2)2}, {}]>}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<8x16xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {?}], replicated={"b":(1)2}> : tensor<8x16xf32>
    %2 = stablehlo.tanh %1 : tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
}
