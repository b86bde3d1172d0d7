// The compiler for TPUs moves f32 in bf16 in a manual computation, too, if only products are computed of it, also in later
// iterations of a loop: the first permute, not the second one, whose values are added up.
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefix=TPU
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s --check-prefix=GPU

// TPU: collective_permute {{.*}} bf16[64,32] 4 KiB 4 16 KiB
// TPU-NEXT: collective_permute {{.*}} f32[64,32] 8 KiB 4 32 KiB
// TPU-NEXT: all_gather {{.*}} bf16[64,32] 12 KiB 1 12 KiB

// GPU: collective_permute {{.*}} f32[64,32] 8 KiB 4 32 KiB
// GPU-NEXT: collective_permute {{.*}} f32[64,32] 8 KiB 4 32 KiB
// GPU-NEXT: all_gather {{.*}} f32[64,32] 24 KiB 1 24 KiB

sdy.mesh @mesh = <["x"=4]>

func.func public @main(%a: tensor<256x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<256x32xf32> {
  %0 = sdy.manual_computation(%a, %w) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<64x32xf32>, %v: tensor<32x32xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %1:3 = stablehlo.while(%i = %zero, %ring = %b, %sum = %b) : tensor<i32>, tensor<64x32xf32>, tensor<64x32xf32>
    cond {
      %less = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %made = stablehlo.dot_general %ring, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
      %added = stablehlo.add %sum, %made : tensor<64x32xf32>
      %next = "stablehlo.collective_permute"(%ring) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<64x32xf32>) -> tensor<64x32xf32>
      %moved = "stablehlo.collective_permute"(%added) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<64x32xf32>) -> tensor<64x32xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %next, %moved : tensor<i32>, tensor<64x32xf32>, tensor<64x32xf32>
    }
    %2 = "stablehlo.all_gather"(%1#2) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<64x32xf32>) -> tensor<256x32xf32>
    %3 = stablehlo.dot_general %b, %2, contracting_dims = [1] x [1] : (tensor<64x32xf32>, tensor<256x32xf32>) -> tensor<64x256xf32>
    %4 = stablehlo.slice %3 [0:64, 0:32] : (tensor<64x256xf32>) -> tensor<64x32xf32>
    sdy.return %4 : tensor<64x32xf32>
  } : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
  return %0 : tensor<256x32xf32>
}
