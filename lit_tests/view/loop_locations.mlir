// The text that JAX prints has no locations for the arguments of a loop: their place is that of the loop.
// RUN: sdy-view %s --as-written --peak | FileCheck %s

sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<3> : tensor<i32> loc("train.py":1:1)
  %0:2 = stablehlo.while(%i = %c, %sum = %x) : tensor<i32>, tensor<8xf32>
    cond {
    %1 = stablehlo.constant dense<9> : tensor<i32> loc("train.py":2:1)
    %2 = stablehlo.compare LT, %i, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1> loc("train.py":2:1)
    stablehlo.return %2 : tensor<i1> loc("train.py":2:1)
  } do {
    %1 = stablehlo.add %i, %i : tensor<i32> loc("train.py":3:1)
    %2 = stablehlo.dot_general %sum, %sum, contracting_dims = [] x [] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8x8xf32> loc("train.py":4:1)
    %3 = stablehlo.constant dense<0.0> : tensor<f32> loc("train.py":4:1)
    %4 = stablehlo.reduce(%2 init: %3) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32> loc("train.py":5:1)
    stablehlo.return %1, %4 : tensor<i32>, tensor<8xf32> loc("train.py":5:1)
  } loc("train.py":2:1)
  return %0#1 : tensor<8xf32> loc("train.py":6:1)
}

// CHECK: {{^}}%iterArg_0 {{.*}} train.py:2 {{.*}}carried by while
