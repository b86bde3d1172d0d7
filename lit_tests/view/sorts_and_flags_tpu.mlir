// The compiler for TPUs moves the numbers of elements with what a stable sort has, unless that has them, and reduces flags
// in words of 32 bits, in whole tiles.
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefix=TPU
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s --check-prefix=GPU

// TPU: all_to_all {{.*}}:25 {{.*}} f32[64,24] {{.*}} result of sort
// TPU-NEXT: all_to_all {{.*}}:25 {{.*}} f32[64,24] {{.*}} operand 0 of sort
// TPU-NEXT: all_to_all {{.*}}:25 {{.*}} f32[16,96] {{.*}} result of sort
// TPU-NEXT: all_to_all {{.*}}:31 {{.*}} s32[64,24] {{.*}} operand 1 of sort
// TPU-NEXT: all_to_all {{.*}}:31 {{.*}} f32[16,96] {{.*}} result of sort
// TPU-NEXT: all_reduce {{.*}}:36 {{.*}} pred[24,96] 4.5 KiB
// TPU-NEXT: all_reduce {{.*}}:37 {{.*}} pred[] 6 B

// GPU: by kind: all_to_all 18 KiB, all_reduce 3.3 KiB

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%a: tensor<64x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %f: tensor<4x24x96xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>})
    -> (tensor<64x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
        tensor<64x96xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
        tensor<24x96xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<64x96xf32>) -> tensor<64x96xf32>
  %numbers = stablehlo.iota dim = 1 : tensor<64x96xi32>
  %1:2 = "stablehlo.sort"(%a, %numbers) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %n: tensor<i32>, %m: tensor<i32>):
    %less = stablehlo.compare GT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<64x96xf32>, tensor<64x96xi32>) -> (tensor<64x96xf32>, tensor<64x96xi32>)
  %2 = stablehlo.reduce(%f init: %false) applies stablehlo.or across dimensions = [0] : (tensor<4x24x96xi1>, tensor<i1>) -> tensor<24x96xi1>
  %3 = stablehlo.reduce(%f init: %false) applies stablehlo.or across dimensions = [0, 1, 2] : (tensor<4x24x96xi1>, tensor<i1>) -> tensor<i1>
  return %0, %1#1, %2, %3 : tensor<64x96xf32>, tensor<64x96xi32>, tensor<24x96xi1>, tensor<i1>
}
