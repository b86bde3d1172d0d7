// What equal operations send is not one, as XLA gives each collective a channel, but on TPUs, where they are one before;
// what one value is moved to is moved once.
// RUN: sdy-view %s --collectives --peak-profile cpu | FileCheck %s
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefix=TPU

sdy.mesh @mesh = <["x"=8]>

// CHECK-COUNT-2: all_gather {{.*}} f32[8,64] 14 KiB 1 14 KiB operand 1 of dot_general
// CHECK-NOT: all_gather
// CHECK-COUNT-2: all_reduce {{.*}} f32[64] 448 B 1 448 B reduce
// CHECK: sent a device: 28.8 KiB
// TPU: all_gather {{.*}} bf16[8,64]{{ +}}7 KiB 1 7 KiB
// TPU-NOT: all_gather
// TPU: all_reduce

func.func @main(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %c: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %0 = stablehlo.tanh %a : tensor<64x64xf32>
  %1 = stablehlo.tanh %a : tensor<64x64xf32>
  %2 = stablehlo.dot_general %b, %0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = stablehlo.dot_general %c, %1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = stablehlo.dot_general %c, %0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %5 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %6 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %2, %3, %4, %5, %6 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
}
