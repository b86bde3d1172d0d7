// What a custom call computes, and how often a loop runs, is not known: both are said below the times.
// RUN: sdy-view %s --time --device tpu-v5p | FileCheck %s

func.func @main(%arg0: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = stablehlo.custom_call @my_kernel(%arg0) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %1 = stablehlo.while(%i = %0) : tensor<1024x1024xf32>
  cond {
    %c = stablehlo.constant dense<1.0> : tensor<f32>
    %s = stablehlo.slice %i [0:1, 0:1] : (tensor<1024x1024xf32>) -> tensor<1x1xf32>
    %r = stablehlo.reshape %s : (tensor<1x1xf32>) -> tensor<f32>
    %p = stablehlo.compare LT, %r, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.tanh %i : tensor<1024x1024xf32>
    stablehlo.return %n : tensor<1024x1024xf32>
  }
  return %1 : tensor<1024x1024xf32>
}

// CHECK: not known: the runs of {{[0-9]}} operations in loops, which count once
// CHECK: not known: the arithmetic of 1 operation, custom calls or of unknown sizes
