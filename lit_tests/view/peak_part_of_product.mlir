// A product of Triton computes a maximum with zero as it reads it: that is not in memory.
// XLA for H100: 128 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

func.func public @main(%x: tensor<4096x1024xf32>, %u: tensor<1024x4096xf32>, %v: tensor<4096x1024xf32>)
    -> (tensor<4096x4096xf32>, tensor<4096x1024xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4096x4096xf32>
  %0 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<4096x1024xf32>, tensor<1024x4096xf32>) -> tensor<4096x4096xf32>
  %1 = stablehlo.maximum %0, %zero : tensor<4096x4096xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  return %0, %2 : tensor<4096x4096xf32>, tensor<4096x1024xf32>
}

// CHECK: peak a device: about 128 MiB
