// Reductions of a few columns are kernels of few threads: XLA for GPUs computes what they reduce in another kernel, if it
// is computed of two values, and keeps it. XLA needs 32.0 MiB.
// RUN: sdy-view %s --peak --device h100 | FileCheck %s

func.func @main(%x: tensor<4096x1024xf32>, %mean: tensor<1024xf32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<1024xf32>) -> tensor<4096x1024xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<4096x1024xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4096x1024xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %3 : tensor<1024xf32>
}

// CHECK: peak a device: about 32.0 MiB
