// Exponentials of logits are computed again from these by products without batching dimensions on TPUs, also if they are
// summed. XLA for TPU v5e: 288.0 MiB.
// RUN: sdy-view %s --peak --device tpu-v5e | FileCheck %s

func.func @main(%x: tensor<8192x512xbf16>, %w: tensor<512x16384xbf16>) -> tensor<8192x512xbf16> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8192x512xbf16>, tensor<512x16384xbf16>) -> tensor<8192x16384xbf16>
  %1 = stablehlo.convert %0 : (tensor<8192x16384xbf16>) -> tensor<8192x16384xf32>
  %2 = stablehlo.reduce(%1 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8192x16384xf32>, tensor<f32>) -> tensor<8192xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8192xf32>) -> tensor<8192x16384xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<8192x16384xf32>
  %5 = stablehlo.exponential %4 : tensor<8192x16384xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8192x16384xf32>, tensor<f32>) -> tensor<8192xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<8192xf32>) -> tensor<8192x16384xf32>
  %8 = stablehlo.divide %5, %7 : tensor<8192x16384xf32>
  %9 = stablehlo.convert %8 : (tensor<8192x16384xf32>) -> tensor<8192x16384xbf16>
  %10 = stablehlo.dot_general %9, %w, contracting_dims = [1] x [1] : (tensor<8192x16384xbf16>, tensor<512x16384xbf16>) -> tensor<8192x512xbf16>
  return %10 : tensor<8192x512xbf16>
}

// CHECK: %0 {{.*}} 256 MiB {{.*}} read by convert
// CHECK: peak a device: about 288 MiB
