// Kernels of GPUs that multiply add an argument to their result, where it is if it is donated. XLA needs 56 MiB.
// RUN: sdy-view %s --peak --device h100 | FileCheck %s

func.func @main(%sum: tensor<2048x4096xf32> {jax.buffer_donor = true}, %a: tensor<2048x1024xf32>,
                %b: tensor<1024x4096xf32>) -> tensor<2048x4096xf32> {
  %rate = stablehlo.constant dense<0.1> : tensor<2048x4096xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2048x1024xf32>, tensor<1024x4096xf32>) -> tensor<2048x4096xf32>
  %1 = stablehlo.multiply %0, %rate : tensor<2048x4096xf32>
  %2 = stablehlo.subtract %sum, %1 : tensor<2048x4096xf32>
  return %2 : tensor<2048x4096xf32>
}

// CHECK: peak a device: about 56 MiB
