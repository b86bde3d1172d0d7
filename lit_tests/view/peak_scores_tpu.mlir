// Of products in bf16 XLA for TPUs stores the scores that it computes for a softmax of long rows, in f32, and exponentials.
// XLA for TPU v5e: 2112 MiB.
// RUN: sdy-view %s --peak --device tpu-v5e | FileCheck %s

func.func @main(%q: tensor<2x4096x8x128xbf16>, %k: tensor<2x4096x8x128xbf16>, %scale: tensor<f32>) -> tensor<2x8x4096x128xbf16> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<2x4096x8x128xbf16>, tensor<2x4096x8x128xbf16>) -> tensor<2x8x4096x4096xbf16>
  %plain = stablehlo.convert %0 : (tensor<2x8x4096x4096xbf16>) -> tensor<2x8x4096x4096xf32>
  %s = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<2x8x4096x4096xf32>
  %scaled = stablehlo.multiply %plain, %s : tensor<2x8x4096x4096xf32>
  %1 = stablehlo.reduce(%scaled init: %low) applies stablehlo.maximum across dimensions = [3] : (tensor<2x8x4096x4096xf32>, tensor<f32>) -> tensor<2x8x4096xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<2x8x4096xf32>) -> tensor<2x8x4096x4096xf32>
  %3 = stablehlo.subtract %scaled, %2 : tensor<2x8x4096x4096xf32>
  %4 = stablehlo.exponential %3 : tensor<2x8x4096x4096xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<2x8x4096x4096xf32>, tensor<f32>) -> tensor<2x8x4096xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x8x4096xf32>) -> tensor<2x8x4096x4096xf32>
  %7 = stablehlo.divide %4, %6 : tensor<2x8x4096x4096xf32>
  %8 = stablehlo.convert %7 : (tensor<2x8x4096x4096xf32>) -> tensor<2x8x4096x4096xbf16>
  %9 = stablehlo.dot_general %8, %k, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<2x8x4096x4096xbf16>, tensor<2x4096x8x128xbf16>) -> tensor<2x8x4096x128xbf16>
  return %9 : tensor<2x8x4096x128xbf16>
}

// CHECK:      %scaled {{.*}} 1 GiB {{.*}} read by reduce, subtract
// CHECK-NEXT: %4 {{.*}} 1 GiB {{.*}} result of exponential
// CHECK:      peak a device: about 2.0 GiB
