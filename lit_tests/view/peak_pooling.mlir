// XLA for GPUs finds for each window of a pooling its largest element and, in one index for each dimension, where that
// is; then it scatters. It needs 448.0 MiB for this.
// RUN: sdy-view %s --peak --device h100 | FileCheck %s

sdy.mesh @mesh = <["data"=8]>

func.func @main(%x: tensor<256x64x64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>},
                %g: tensor<256x32x32x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>})
    -> tensor<256x64x64x256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %g, %zero) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<256x64x64x256xf32>, tensor<256x32x32x256xf32>, tensor<f32>) -> tensor<256x64x64x256xf32>
  return %0 : tensor<256x64x64x256xf32>
}

// CHECK: (indices of select_and_scatter) {{.*}} 160 MiB
// CHECK: peak a device: about 448.0 MiB
