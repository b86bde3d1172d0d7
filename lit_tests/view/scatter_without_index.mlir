// A scatter without indices replaces a whole table: nothing is sent.
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s

// CHECK-NOT: all_

sdy.mesh @mesh = <["x"=8]>

func.func public @main(%a: tensor<4096x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %u: tensor<4096x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4096x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %i = stablehlo.constant dense<> : tensor<0xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1]>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4096x256xf32>, tensor<0xi32>, tensor<4096x256xf32>) -> tensor<4096x256xf32>
  return %0 : tensor<4096x256xf32>
}
