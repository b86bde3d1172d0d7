// The gradients of an embedding that is the head, too: a sum with what is scattered stays apart, also over two axes, where
// two sums become one first. XLA for GPUs and for TPUs sends both.
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s

// CHECK-COUNT-2: all_reduce {{.*}} f32[128,32] 28 KiB 1 28 KiB
// CHECK: sent a device: 56 KiB

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%ids: tensor<8x16x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>},
                %h: tensor<8x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>},
                %logits: tensor<8x16x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>})
    -> (tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %head = stablehlo.dot_general %logits, %h, contracting_dims = [0, 1] x [0, 1] : (tensor<8x16x128xf32>, tensor<8x16x32xf32>) -> tensor<128x32xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<128x32xf32>
  %table = "stablehlo.scatter"(%zeros, %ids, %h) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<128x32xf32>, tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<128x32xf32>
  %gradient = stablehlo.add %head, %table : tensor<128x32xf32>
  return %gradient : tensor<128x32xf32>
}
