// XLA for TPUs computes a softmax in the kernel of the product that makes its operand, which is not in memory then, if rows
// have at most 2048 elements. XLA for TPU v5e: 1088.1 MiB, and 8384.1 MiB with longer rows.
// RUN: sdy-view %s --peak --device tpu-v5e | FileCheck %s
// RUN: sdy-view %s --peak --device h100 | FileCheck %s --check-prefix=GPU
// RUN: bash -c "sed 's/2048/4096/g' %s | sdy-view - --peak --device tpu-v5e" | FileCheck %s --check-prefix=LONG

func.func @main(%x: tensor<8x8x2048x128xbf16>, %w: tensor<128x128xbf16>, %u: tensor<128x128xbf16>, %scale: tensor<f32>) -> tensor<8x8x2048x128xbf16> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.dot_general %x, %w, contracting_dims = [3] x [0] : (tensor<8x8x2048x128xbf16>, tensor<128x128xbf16>) -> tensor<8x8x2048x128xbf16>
  %k = stablehlo.dot_general %x, %u, contracting_dims = [3] x [0] : (tensor<8x8x2048x128xbf16>, tensor<128x128xbf16>) -> tensor<8x8x2048x128xbf16>
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<8x8x2048x128xbf16>, tensor<8x8x2048x128xbf16>) -> tensor<8x8x2048x2048xf32>
  %s = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<8x8x2048x2048xf32>
  %scaled = stablehlo.multiply %0, %s : tensor<8x8x2048x2048xf32>
  %1 = stablehlo.reduce(%scaled init: %low) applies stablehlo.maximum across dimensions = [3] : (tensor<8x8x2048x2048xf32>, tensor<f32>) -> tensor<8x8x2048xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<8x8x2048xf32>) -> tensor<8x8x2048x2048xf32>
  %3 = stablehlo.subtract %scaled, %2 : tensor<8x8x2048x2048xf32>
  %4 = stablehlo.exponential %3 : tensor<8x8x2048x2048xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<8x8x2048x2048xf32>, tensor<f32>) -> tensor<8x8x2048xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<8x8x2048xf32>) -> tensor<8x8x2048x2048xf32>
  %7 = stablehlo.divide %4, %6 : tensor<8x8x2048x2048xf32>
  %8 = stablehlo.convert %7 : (tensor<8x8x2048x2048xf32>) -> tensor<8x8x2048x2048xbf16>
  %9 = stablehlo.dot_general %8, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<8x8x2048x2048xbf16>, tensor<8x8x2048x128xbf16>) -> tensor<8x8x2048x128xbf16>
  return %9 : tensor<8x8x2048x128xbf16>
}

// CHECK-NOT: read by reduce
// CHECK:     %4 {{.*}} 1 GiB {{.*}} result of exponential
// CHECK:     peak a device: about 1.1 GiB
// LONG:      %scaled {{.*}} 4 GiB {{.*}} read by reduce, subtract
// LONG:      peak a device: about 8.1 GiB
// GPU:       peak a device: about 1.5 GiB
