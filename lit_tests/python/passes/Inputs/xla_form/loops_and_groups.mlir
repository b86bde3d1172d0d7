module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=4]>
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p1, {"b"}p0]>}, %p: tensor<i1>, %k: tensor<i32>) -> (tensor<8x16xf32>, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %w:3 = stablehlo.while(%i = %c, %x = %arg0, %y = %arg0) : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32> cond {
      %l = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %l : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.add %i, %one : tensor<i32>
      %a = stablehlo.add %x, %y : tensor<8x16xf32>
      %b = sdy.sharding_constraint %a <@mesh, [{?}, {"a", ?}]> : tensor<8x16xf32>
      stablehlo.return %n, %b, %y : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>
    }
    %d = "stablehlo.if"(%p) ({
      %t = stablehlo.tanh %w#1 : tensor<8x16xf32>
      stablehlo.return %t : tensor<8x16xf32>
    }, {
      stablehlo.return %arg0 : tensor<8x16xf32>
    }) : (tensor<i1>) -> tensor<8x16xf32>
    %e = sdy.propagation_barrier %d allowed_direction=FORWARD : tensor<8x16xf32>
    %f = stablehlo.add %e, %w#2 : tensor<8x16xf32>
    sdy.sharding_group %f group_id=0 : tensor<8x16xf32>
    sdy.sharding_group %d group_id=0 : tensor<8x16xf32>
    %r = "stablehlo.sort"(%f) <{dimension = 1 : i64}> ({
    ^bb0(%s: tensor<f32>, %u: tensor<f32>):
      %v = stablehlo.compare LT, %s, %u : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %v : tensor<i1>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %f, %r : tensor<8x16xf32>, tensor<8x16xf32>
  }
}
