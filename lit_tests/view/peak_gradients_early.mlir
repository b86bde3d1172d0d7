// Gradients of weights are computed early, as all that they are made of would need much more memory.
// XLA for H100: 120 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

func.func public @main(%x: tensor<4096x1024xf32>, %w1: tensor<1024x1024xf32>, %w2: tensor<1024x1024xf32>, %w3: tensor<1024x1024xf32>, %w4: tensor<1024x1024xf32>)
    -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %1 = stablehlo.dot_general %0, %w2, contracting_dims = [1] x [0] : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %2 = stablehlo.dot_general %1, %w3, contracting_dims = [1] x [0] : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %3 = stablehlo.dot_general %2, %w4, contracting_dims = [1] x [0] : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %g4 = stablehlo.dot_general %2, %3, contracting_dims = [0] x [0] : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<1024x1024xf32>
  %4 = stablehlo.dot_general %3, %w4, contracting_dims = [1] x [1] : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %g3 = stablehlo.dot_general %1, %4, contracting_dims = [0] x [0] : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<1024x1024xf32>
  %5 = stablehlo.dot_general %4, %w3, contracting_dims = [1] x [1] : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %g2 = stablehlo.dot_general %0, %5, contracting_dims = [0] x [0] : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<1024x1024xf32>
  %6 = stablehlo.dot_general %5, %w2, contracting_dims = [1] x [1] : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %g1 = stablehlo.dot_general %x, %6, contracting_dims = [0] x [0] : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<1024x1024xf32>
  return %g1, %g2, %g3, %g4 : tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>
}

// CHECK: peak a device: about 128 MiB
