// A value that products read with its dimensions in two orders is in memory in both.
// XLA for H100: 76.13 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

func.func public @main(%x: tensor<4096x256xf32>, %m: tensor<8xf32>, %v: tensor<8x256x256xf32>, %g: tensor<8x4096x16xf32>) -> (tensor<4096x256xf32>, tensor<8x256x16xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<4096x256xf32>) -> tensor<8x4096x256xf32>
  %1 = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf32>) -> tensor<8x4096x256xf32>
  %2 = stablehlo.power %0, %1 : tensor<8x4096x256xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [2, 0] x [1, 0] : (tensor<8x4096x256xf32>, tensor<8x256x256xf32>) -> tensor<4096x256xf32>
  %4 = stablehlo.dot_general %2, %g, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<8x4096x256xf32>, tensor<8x4096x16xf32>) -> tensor<8x256x16xf32>
  return %3, %4 : tensor<4096x256xf32>, tensor<8x256x16xf32>
}

// CHECK: peak a device: about 76.1 MiB
