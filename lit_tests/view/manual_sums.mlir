// Sums over devices of the program itself are changed as those that XLA's partitioner inserts: what a loop only adds up
// is sent after it, what is added is summed once, and GPUs sum once over several axes.
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s --check-prefix GPU
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefix TPU

sdy.mesh @mesh = <["data"=4, "model"=2]>

// GPU: all_reduce {{.*}}:22 {{ *}}"data" {{ *}}4 {{ *}}f32[128,256] {{ *}}192 KiB {{ *}}1 {{ *}}192 KiB {{ *}}as written
// GPU-NEXT: all_reduce {{.*}}:47 {{ *}}"data", "model" {{ *}}8 {{ *}}f32[128,256] {{ *}}224 KiB {{ *}}1 {{ *}}224 KiB {{ *}}as written
// GPU-NEXT: sent a device: 416 KiB

// TPU: all_reduce {{.*}}:22 {{ *}}"data" {{ *}}4 {{ *}}f32[128,256] {{ *}}192 KiB {{ *}}1 {{ *}}192 KiB {{ *}}as written
// TPU-NEXT: all_reduce {{.*}}:47 {{ *}}"data" {{ *}}4 {{ *}}f32[128,256] {{ *}}192 KiB {{ *}}5 {{ *}}960 KiB {{ *}}as written
// TPU-NEXT: all_reduce {{.*}}:53 {{ *}}"model" {{ *}}2 {{ *}}f32[128,256] {{ *}}128 KiB {{ *}}1 {{ *}}128 KiB {{ *}}as written
// TPU-NEXT: sent a device: 1.2 MiB
func.func @main(%x: tensor<512x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %y: tensor<512x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<128x256xf32>, tensor<128x256xf32>) {
  %0:2 = sdy.manual_computation(%x, %y)
      in_shardings=[<@mesh, [{"data"}, {}]>, <@mesh, [{"data"}, {}]>] out_shardings=[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>]
      manual_axes={"data", "model"} (%a: tensor<128x256xf32>, %b: tensor<128x256xf32>) {
    %sum_a = "stablehlo.all_reduce"(%a) ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids,
        replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>} : (tensor<128x256xf32>) -> tensor<128x256xf32>
    %sum_b = "stablehlo.all_reduce"(%b) ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids,
        replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>} : (tensor<128x256xf32>) -> tensor<128x256xf32>
    %both = stablehlo.add %sum_a, %sum_b : tensor<128x256xf32>
    %first = stablehlo.constant dense<0> : tensor<i32>
    %zeros = stablehlo.constant dense<0.0> : tensor<128x256xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %count = stablehlo.constant dense<5> : tensor<i32>
    %loop:2 = stablehlo.while(%i = %first, %carry = %zeros) : tensor<i32>, tensor<128x256xf32>
      cond {
        %goes_on = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %goes_on : tensor<i1>
      } do {
        %number = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
        %each = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f32>) -> tensor<128x256xf32>
        %part = stablehlo.multiply %a, %each : tensor<128x256xf32>
        %inner = "stablehlo.all_reduce"(%part) ({
        ^bb0(%l: tensor<f32>, %r: tensor<f32>):
          %s = stablehlo.add %l, %r : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids,
            replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>} : (tensor<128x256xf32>) -> tensor<128x256xf32>
        %outer = "stablehlo.all_reduce"(%inner) ({
        ^bb0(%l: tensor<f32>, %r: tensor<f32>):
          %s = stablehlo.add %l, %r : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids,
            replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>} : (tensor<128x256xf32>) -> tensor<128x256xf32>
        %next = stablehlo.add %carry, %outer : tensor<128x256xf32>
        %next_i = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %next_i, %next : tensor<i32>, tensor<128x256xf32>
      }
    sdy.return %both, %loop#1 : tensor<128x256xf32>, tensor<128x256xf32>
  } : (tensor<512x256xf32>, tensor<512x256xf32>) -> (tensor<128x256xf32>, tensor<128x256xf32>)
  return %0#0, %0#1 : tensor<128x256xf32>, tensor<128x256xf32>
}
