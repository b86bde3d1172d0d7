// A plan that fits a limit passes the guard of sdy-view of the same limit, with a margin, too, and as a variant: all three
// compare one number, that of the same profile.
// RUN: rm -rf %t && mkdir %t
// RUN: sdy-plan %S/../../examples/decoder.mlir --drop=all --memory 3500MiB --margin 0% --budget 100 -o %t/planned.mlir | FileCheck %s --check-prefix=PLAN
// RUN: sdy-view %t/planned.mlir --peak --max-peak 3500MiB | FileCheck %s --check-prefix=VIEW
// RUN: sdy-view %t/planned.mlir %t/planned.mlir --max-peak 3500MiB | FileCheck %s --check-prefix=VARIANTS
// RUN: bash -c "sdy-view %t/planned.mlir --max-peak 3500MiB --margin 15% > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=MARGIN
// RUN: sdy-plan %S/../../examples/decoder.mlir --drop=all --memory 3500MiB --margin 15% --budget 100 -o %t/spare.mlir | FileCheck %s --check-prefix=SPARE
// RUN: sdy-view %t/spare.mlir --max-peak 3500MiB --margin 15%
// RUN: bash -c "sdy-plan %S/../../examples/moe.mlir --margin 0 --budget 1 > /dev/null; sdy-plan %s --margin many; echo status $?" 2>&1 | FileCheck %s --check-prefix=TIME

// PLAN: tpu-v5p, limit 3.4 GiB;
// PLAN: peak (tpu)  68.5 GiB    3.3 GiB  fits 3.4 GiB; arguments 826 MiB
// VIEW: peak a device: about 3.3 GiB (profile tpu) in @main
// VARIANTS: 0 {{.*}} 3.3 GiB
// VARIANTS: peaks (profile tpu) are estimates

// MARGIN: planned.mlir: the peak (profile tpu) is about 3.3 GiB a device, more than --max-peak 3.4 GiB with a margin of 15% (3,634,364,416 > 3,191,318,260 bytes)
// MARGIN-NEXT: status 1
// SPARE: tpu-v5p, limit 2.9 GiB with a margin of 15%;

// TIME: sdy-plan: warning: --margin is in percent, as in 15%, and added to peaks; that of the time of collectives is --time-margin
// TIME: 'many' is not a margin in percent, as in 15%
// TIME-NEXT: status 2
