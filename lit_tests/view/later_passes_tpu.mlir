// Compilers for TPUs scatter sums only if that cuts no tile of their memory, and move in bf16 what products take, but not
// what is multiplied by a vector.
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefix=TPU
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s --check-prefix=GPU

// TPU: reduce_scatter {{.*}}:29 {{.*}} bf16[256,4,64] 112 KiB 1 112 KiB dot_general
// TPU-NEXT: all_reduce {{.*}}:30 {{.*}} bf16[32,4,64] 28 KiB 1 28 KiB dot_general
// TPU-NEXT: all_gather {{.*}}:31 {{.*}} f32[8,256] 56 KiB 1 56 KiB
// TPU-NEXT: all_gather {{.*}}:33 {{.*}} bf16[8,256] 28 KiB 1 28 KiB

// GPU: reduce_scatter {{.*}}:29 {{.*}} bf16[256,4,64] 112 KiB 1 112 KiB dot_general
// GPU-NEXT: reduce_scatter {{.*}}:30 {{.*}} bf16[32,4,64] 14 KiB 1 14 KiB dot_general
// GPU-NEXT: all_gather {{.*}}:31 {{.*}} f32[8,256] 56 KiB 1 56 KiB
// GPU-NEXT: all_gather {{.*}}:33 {{.*}} f32[8,256] 56 KiB 1 56 KiB

sdy.mesh @mesh = <["x"=8]>

func.func public @main(%a: tensor<256x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %b: tensor<64x4x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
    %c: tensor<32x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %u: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %v: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
    %m: tensor<256x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<256x4x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
        tensor<32x4x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>},
        tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x64xbf16>, tensor<64x4x64xbf16>) -> tensor<256x4x64xbf16>
  %1 = stablehlo.dot_general %c, %b, contracting_dims = [1] x [0] : (tensor<32x64xbf16>, tensor<64x4x64xbf16>) -> tensor<32x4x64xbf16>
  %2 = sdy.sharding_constraint %w <@mesh, [{}, {}]> : tensor<64x256xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256xf32>) -> tensor<64xf32>
  %5 = sdy.sharding_constraint %u <@mesh, [{}, {}]> : tensor<64x256xf32>
  %6 = stablehlo.dot_general %5, %m, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x32xf32>) -> tensor<64x32xf32>
  return %0, %1, %3, %6 : tensor<256x4x64xbf16>, tensor<32x4x64xbf16>, tensor<64xf32>, tensor<64x32xf32>
}
