// What a loop adds up is summed over devices after it: on TPUs into the memory of the result, beside what it has carried.
// XLA for TPU v5e keeps values of up to 64 MiB in VMEM: 176.0 MiB in HBM.
// RUN: sdy-view %s --device tpu-v5p --peak | FileCheck %s
// RUN: sdy-view %s --device tpu-v5e --peak | FileCheck %s --check-prefix=V5E

sdy.mesh @mesh = <["x"=8]>

// CHECK: %loop#1 {{ *}}64 MiB {{.*}}read by return
// CHECK: peak a device: about 290.0 MiB
// V5E:   peak a device: about 226.0 MiB
func.func public @main(%w: tensor<4096x4096xf32>, %xs: tensor<16x1024x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>})
    -> tensor<4096x4096xf32> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<16> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4096x4096xf32>
  %loop:2 = stablehlo.while(%i = %first, %carry = %zeros) : tensor<i32>, tensor<4096x4096xf32>
    cond {
      %goes_on = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %goes_on : tensor<i1>
    } do {
      %part = stablehlo.dynamic_slice %xs, %i, %first, %first, sizes = [1, 1024, 4096] : (tensor<16x1024x4096xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x4096xf32>
      %x = stablehlo.reshape %part : (tensor<1x1024x4096xf32>) -> tensor<1024x4096xf32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1024x4096xf32>, tensor<4096x4096xf32>) -> tensor<1024x4096xf32>
      %t = stablehlo.tanh %y : tensor<1024x4096xf32>
      %g = stablehlo.dot_general %x, %t, contracting_dims = [0] x [0] : (tensor<1024x4096xf32>, tensor<1024x4096xf32>) -> tensor<4096x4096xf32>
      %next = stablehlo.add %carry, %g : tensor<4096x4096xf32>
      %next_i = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next_i, %next : tensor<i32>, tensor<4096x4096xf32>
    }
  return %loop#1 : tensor<4096x4096xf32>
}
