// What XLA for TPUs compiles: a collective in several fusions counts once, other memories than the main one do not
// count, arguments may be larger by the padding of tiles, and layouts are in JSON only.
// RUN: sdy-view %s --hlo %S/../hlo/written/tpu.txt --peak --collectives | FileCheck %s
// RUN: sdy-view --hlo %S/../hlo/written/tpu.txt --json | FileCheck %s --check-prefix=JSON
// RUN: bash -c "gzip -c %S/../hlo/written/tpu.txt | sdy-view --hlo -" | FileCheck %s --check-prefix=GZIP
// RUN: bash -c "gzip -c %S/../hlo/written/tpu.txt | head -c 300 | sdy-view --hlo -; echo status $?" 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: bash -c "sed 's/, f32.64..0:T.128.S.5..)->/)->/' %S/../hlo/written/tpu.txt | sdy-view %s --hlo -; echo status $?" 2>&1 | FileCheck %s --check-prefix=OTHER

module @jit_step {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%x: tensor<96x100xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<100x30xf32>,
      %bias: tensor<64xf32>) -> (tensor<48x30xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.custom_call @Product(%x, %w, %bias) : (tensor<96x100xbf16>, tensor<100x30xf32>, tensor<64xf32>) -> tensor<48x30xf32>
    return %0 : tensor<48x30xf32>
  }
}

// CHECK:      tpu.txt, compiled by XLA: 8 devices, module jit_step
// CHECK:      all_gather      —       "x"    8  bf16[12,100]             28 KiB     1  28 KiB
// CHECK-NEXT: reduce_scatter  —       "x"    8  f32[48,30]               21 KiB     1  21 KiB
// CHECK-NEXT: sent a device: 49 KiB
// CHECK:      fusion.2    f32[100,30]  —               52 KiB
// CHECK-NEXT: product     f32[48,30]   —               24 KiB
// CHECK-NEXT: peak a device: about 136 KiB: arguments 56 KiB + results 4 KiB + temporaries 76 KiB
// CHECK:      arguments            14.3 KiB   56 KiB  3.91×

// JSON: "operand": {"type": "bf16[12,100]{1,0:T(8,128)(2,1)}", "bytes": 4096}
// GZIP: <stdin>, compiled by XLA: 8 devices, module jit_step
// CUT: sdy-view: error: -: invalid gzip file: it ends early
// CUT-NEXT: status 1
// OTHER: not compiled from {{.*}}hlo_tpu.mlir: arguments take 14,656 bytes a device in the program, 57,344 in the compiled one
