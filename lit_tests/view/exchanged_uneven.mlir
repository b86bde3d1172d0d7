// Two pairs of dimensions are exchanged by one all-to-all if tiles divide them, and one after the other if not.
// RUN: sdy-view %s --collectives | FileCheck %s

// CHECK: all_to_all {{.*}}:16 "x", "y" 4 f32[4,8,4,8] 3 KiB
// CHECK-NEXT: all_to_all {{.*}}:17 "y" 2 f32[1280] 2.5 KiB
// CHECK-NEXT: all_to_all {{.*}}:17 "x" 2 f32[4,8,8,5] 2.5 KiB

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func public @main(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}, {}]>},
    %b: tensor<8x8x8x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}, {}]>})
    -> (tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {"y"}]>}, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {"y"}, {}]>]>} : tensor<8x8x8x8xf32>
  %1 = stablehlo.tanh %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {"y"}, {}]>]>} : tensor<8x8x8x9xf32>
  %2 = sdy.sharding_constraint %0 <@mesh, [{}, {"x"}, {}, {"y"}]> : tensor<8x8x8x8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{}, {"x"}, {}, {"y"}]> : tensor<8x8x8x9xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<8x8x8x9xf32>, tensor<f32>) -> tensor<f32>
  return %2, %4 : tensor<8x8x8x8xf32>, tensor<f32>
}
