// While devices send the parts of a kernel around, XLA for TPUs holds the result twice, and never the kernel whole.
// XLA for TPU v5e: 390.0 MiB.
// RUN: sdy-view %s --device tpu-v5e --peak | FileCheck %s

sdy.mesh @mesh = <["d"=8]>

func.func public @main(%w: tensor<6x2048x2048xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}]>},
                       %x: tensor<262144x2048xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>, tf.aliasing_output = 0 : i32})
    -> (tensor<262144x2048xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %c = %x, %all = %w) : tensor<i32>, tensor<262144x2048xbf16>, tensor<6x2048x2048xbf16>
  cond {
    %1 = stablehlo.compare LT, %i, %six, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %all, %i, %zero, %zero, sizes = [1, 2048, 2048] : (tensor<6x2048x2048xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2048x2048xbf16>
    %2 = stablehlo.reshape %1 : (tensor<1x2048x2048xbf16>) -> tensor<2048x2048xbf16>
    %3 = stablehlo.dot_general %c, %2, contracting_dims = [1] x [0] : (tensor<262144x2048xbf16>, tensor<2048x2048xbf16>) -> tensor<262144x2048xbf16>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3, %all : tensor<i32>, tensor<262144x2048xbf16>, tensor<6x2048x2048xbf16>
  }
  return %0#1 : tensor<262144x2048xbf16>
}

// CHECK:      %1 (loop for dot_general) {{.*}} 132 MiB
// CHECK-NEXT: %c {{.*}} 128 MiB
// CHECK-NEXT: %3 {{.*}} 128 MiB
// CHECK:      peak a device: about 394 MiB
