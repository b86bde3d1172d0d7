// TPUs gather a kernel once for a convolution and its gradient, which has the kernel reversed.
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefix=TPU
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s --check-prefix=GPU

// TPU: all_gather {{.*}} bf16[3,3,128,16] 252 KiB
// TPU-NEXT: sent a device: 252 KiB
// GPU: all_gather {{.*}} f32[3,3,128,16] 504 KiB
// GPU-NEXT: all_gather {{.*}} f32[3,3,128,16] 504 KiB

sdy.mesh @mesh = <["x"=8]>

func.func public @main(%x: tensor<16x8x8x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>},
    %kernel: tensor<3x3x128x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}]>},
    %g: tensor<16x8x8x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>})
    -> (tensor<16x8x8x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>},
        tensor<16x8x8x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}) {
  %0 = stablehlo.convolution(%x, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<16x8x8x128xf32>, tensor<3x3x128x128xf32>) -> tensor<16x8x8x128xf32>
  %1 = stablehlo.reverse %kernel, dims = [0, 1] : tensor<3x3x128x128xf32>
  %2 = stablehlo.convolution(%g, %1) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f],
      window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<16x8x8x128xf32>, tensor<3x3x128x128xf32>) -> tensor<16x8x8x128xf32>
  return %0, %2 : tensor<16x8x8x128xf32>, tensor<16x8x8x128xf32>
}
