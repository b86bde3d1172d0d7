// The kernel of a convolution takes the maximum of its result and zero, too.
// XLA for H100: 164.7 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

sdy.mesh @mesh = <["d"=8]>

func.func public @main(%x: tensor<256x64x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}, {}, {}]>},
                       %v: tensor<3x3x64x256xf32>, %w: tensor<3x3x256x8xf32>) -> tensor<256x64x64x8xf32> {
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<256x64x64x64xf32>, tensor<3x3x64x256xf32>) -> tensor<256x64x64x256xf32>
  %c = stablehlo.constant dense<0.0> : tensor<256x64x64x256xf32>
  %1 = stablehlo.maximum %0, %c : tensor<256x64x64x256xf32>
  %2 = stablehlo.convolution(%1, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<256x64x64x256xf32>, tensor<3x3x256x8xf32>) -> tensor<256x64x64x8xf32>
  return %2 : tensor<256x64x64x8xf32>
}

// CHECK: peak a device: about 164
