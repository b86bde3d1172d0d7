// Windows of TPUs that move by two elements over an argument read a copy, whose lanes are a dimension that they do not move
// along. XLA for TPU v5e: 714 MiB, as it pads what is compact here.
// RUN: sdy-view %s --peak --device tpu-v5e | FileCheck %s

func.func @main(%x: tensor<64x112x112x64xf32>) -> tensor<64x56x56x64xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<64x112x112x64xf32>, tensor<f32>) -> tensor<64x56x56x64xf32>
  return %0 : tensor<64x56x56x64xf32>
}

// CHECK:      %x (in another layout for reduce_window) {{.*}} 392 MiB
// CHECK-NEXT: %x {{.*}} 196 MiB
// CHECK:      peak a device: about 637 MiB
