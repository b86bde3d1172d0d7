// No kernel of XLA for GPUs writes over what cuDNN has computed: both are in memory.
// XLA for H100: 292.6 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

sdy.mesh @mesh = <["d"=8]>

func.func public @main(%x: tensor<256x64x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}, {}, {}]>},
                       %v: tensor<3x3x64x256xf32>, %w: tensor<3x3x256x8xf32>) -> tensor<256x64x64x8xf32> {
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<256x64x64x64xf32>, tensor<3x3x64x256xf32>) -> tensor<256x64x64x256xf32>
  %1 = stablehlo.tanh %0 : tensor<256x64x64x256xf32>
  %2 = stablehlo.convolution(%1, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<256x64x64x256xf32>, tensor<3x3x256x8xf32>) -> tensor<256x64x64x8xf32>
  return %2 : tensor<256x64x64x8xf32>
}

// CHECK: peak a device: about 292
