// The gradient of a kernel is summed over the devices with parts of the batch, and with rows of images. For TPUs these
// stay two all-reduces.
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefix=TPU
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s --check-prefix=GPU

// TPU: all_reduce {{.*}} "data" 4 f32[3,3,64,64] 216 KiB
// TPU: all_reduce {{.*}} "rows" 2 f32[3,3,64,64] 144 KiB
// GPU: all_reduce {{.*}} "data", "rows" 8 f32[3,3,64,64] 252 KiB

sdy.mesh @mesh = <["data"=4, "rows"=2]>

func.func public @main(%x: tensor<16x32x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"rows"}, {}, {}]>},
    %g: tensor<16x32x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"rows"}, {}, {}]>})
    -> (tensor<3x3x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}) {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f],
      window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<16x32x32x64xf32>, tensor<16x32x32x64xf32>) -> tensor<3x3x64x64xf32>
  return %0 : tensor<3x3x64x64xf32>
}
