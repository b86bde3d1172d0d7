// XLA for TPUs computes cumulative sums in several steps, in the place of a copy with their dimension in the lanes.
// RUN: sdy-view %s --peak --device tpu-v5e | FileCheck %s
// RUN: sdy-view %s --peak --device h100 | FileCheck %s --check-prefix=GPU

func.func @main(%y: tensor<1024x1024x128xf32>) -> tensor<1024x1024x128xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%y, %zero) <{padding = dense<[[0, 0], [1023, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1024, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<1024x1024x128xf32>, tensor<f32>) -> tensor<1024x1024x128xf32>
  return %0 : tensor<1024x1024x128xf32>
}

// CHECK: %y (in another layout for reduce_window) {{.*}} 512 MiB
// CHECK: peak a device: about 1.5 GiB
// GPU:   peak a device: about 1 GiB
