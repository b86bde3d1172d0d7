// Shardings are not propagated through functions that the compiler for GPUs does not break up, so what they send is not
// known there; others do, and then send nothing.
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s --check-prefix=GPU
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefix=TPU

// GPU: all_gather {{.*}}:16 {{.*}} at most 66 KiB 1 unknown perhaps gathered by XLA's partitioner for atanh
// GPU-NEXT: sent a device: unknown: 1 collective of unknown bytes, at most 66 KiB

// TPU: no collectives

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%a: tensor<64x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<64x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<64x96xf32>, tensor<64x96xf32>) {
  %0 = chlo.atanh %a : tensor<64x96xf32> -> tensor<64x96xf32>
  %1 = chlo.digamma %b : tensor<64x96xf32> -> tensor<64x96xf32>
  return %0, %1 : tensor<64x96xf32>, tensor<64x96xf32>
}
