// A loop carries a value from which a product computes the next one, element by element: XLA holds both, and the
// argument that the loop begins with. XLA for H100 and TPU v5e: 440.0 and 432.0 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s
// RUN: sdy-view %s --device tpu-v5e --peak | FileCheck %s --check-prefix=TPU

sdy.mesh @mesh = <["d"=8]>

func.func public @main(%w: tensor<6x2048x2048xbf16>, %x: tensor<262144x2048xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>})
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
    %4 = stablehlo.tanh %3 : tensor<262144x2048xbf16>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %4, %all : tensor<i32>, tensor<262144x2048xbf16>, tensor<6x2048x2048xbf16>
  }
  return %0#1 : tensor<262144x2048xbf16>
}

// CHECK: peak a device: about 440.0 MiB
// TPU: peak a device: about 432 MiB
