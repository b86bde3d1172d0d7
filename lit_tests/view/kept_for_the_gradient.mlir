// If a program does not fit, and nothing is whole on several devices, values that the gradient needs can be computed
// again.
// RUN: sdy-view %s | FileCheck %s

sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<131072x131072xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<131072x131072xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [1] : (tensor<131072x131072xf32>, tensor<131072x131072xf32>) -> tensor<131072x131072xf32> loc("jit(step)/jvp()/dot_general"("model.py":7:0))
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<131072x131072xf32>, tensor<131072x131072xf32>) -> tensor<131072x131072xf32> loc("jit(step)/jvp()/dot_general"("model.py":7:0))
  %2 = stablehlo.dot_general %1, %0, contracting_dims = [1] x [0] : (tensor<131072x131072xf32>, tensor<131072x131072xf32>) -> tensor<131072x131072xf32> loc("jit(step)/transpose(jvp())/dot_general"("model.py":8:0))
  return %2 : tensor<131072x131072xf32>
}

// CHECK: does not fit a tpu-v5p; {{.*}} of it model.py:7
// CHECK: {{^}}could be less: the gradient needs what model.py:7 ({{.*}} GiB) computes; jax.checkpoint computes it again (--peak)
