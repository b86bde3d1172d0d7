// What compilers for GPUs, TPUs and CPUs make of the collectives that the partitioner inserts: gradients of two products
// are added before they are summed, sums in a loop come after it, and what is cast is gathered as bf16.
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s --check-prefix=GPU
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefix=TPU
// RUN: sdy-view %s --collectives --peak-profile cpu | FileCheck %s --check-prefix=CPU

// GPU: partitioned by XLA for GPUs
// GPU: all_reduce {{.*}}:35 {{.*}} f32[64,256] 112 KiB 1 112 KiB dot
// GPU-NEXT: all_reduce {{.*}}:51 {{.*}} f32[64,256] 112 KiB 1 112 KiB dot
// GPU-NEXT: all_gather {{.*}}:55 {{.*}} bf16[8,256] 28 KiB 1 28 KiB
// GPU-NEXT: sent a device: 252 KiB

// TPU: partitioned by XLA for TPUs
// TPU: all_reduce {{.*}}:35 {{.*}} f32[64,256] 112 KiB 1 112 KiB dot
// TPU-NEXT: all_reduce {{.*}}:51 {{.*}} f32[64,256] 112 KiB 1 112 KiB dot
// TPU-NEXT: all_gather {{.*}}:55 {{.*}} bf16[8,256] 28 KiB 1 28 KiB
// TPU-NEXT: sent a device: 252 KiB

// CPU: partitioned by XLA for CPUs
// CPU: all_reduce {{.*}}:35 {{.*}} f32[64,256] 112 KiB 1 112 KiB dot
// CPU-NEXT: all_reduce {{.*}}:36 {{.*}} f32[64,256] 112 KiB 1 112 KiB dot
// CPU-NEXT: all_reduce {{.*}}:51 {{.*}} f32[64,256] 112 KiB 4 448 KiB dot
// CPU-NEXT: all_gather {{.*}}:55 {{.*}} f32[8,256] 56 KiB 1 56 KiB
// CPU-NEXT: sent a device: 728 KiB

sdy.mesh @mesh = <["x"=8]>

func.func public @main(%a: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %b: tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %c: tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<64x256xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot %a, %b : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %1 = stablehlo.dot %a, %c : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %2 = stablehlo.add %0, %1 : tensor<64x256xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<64x256xf32>
  %s:2 = stablehlo.while(%n = %i, %sum = %z) : tensor<i32>, tensor<64x256xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %is_less = stablehlo.compare LT, %n, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %is_less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
    %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %h = stablehlo.multiply %a, %g : tensor<64x256xf32>
    %p = stablehlo.dot %h, %b : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
    %t = stablehlo.add %sum, %p : tensor<64x256xf32>
    stablehlo.return %m, %t : tensor<i32>, tensor<64x256xf32>
  }
  %3 = sdy.sharding_constraint %w <@mesh, [{}, {}]> : tensor<64x256xf32>
  %4 = stablehlo.convert %3 : (tensor<64x256xf32>) -> tensor<64x256xbf16>
  return %2, %s#1, %4 : tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x256xbf16>
}
