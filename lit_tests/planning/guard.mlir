// A plan that fits a limit passes the guard of sdy-view of the same limit, with a margin, too, and as a variant: all three
// compare one number, that of the same profile.
// RUN: rm -rf %t && mkdir %t
// RUN: sdy-plan %S/../../examples/decoder.mlir --drop=all --memory 6GiB --margin 0% --budget 100 -o %t/planned.mlir | FileCheck %s --check-prefix=PLAN
// RUN: sdy-view %t/planned.mlir --peak --max-peak 6GiB | FileCheck %s --check-prefix=VIEW
// RUN: sdy-view %t/planned.mlir %t/planned.mlir --max-peak 6GiB | FileCheck %s --check-prefix=VARIANTS
// RUN: bash -c "sdy-view %t/planned.mlir --max-peak 6GiB --margin 15% > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=MARGIN
// RUN: sdy-plan %S/../../examples/decoder.mlir --drop=all --memory 6GiB --margin 15% --budget 100 -o %t/spare.mlir | FileCheck %s --check-prefix=SPARE
// RUN: sdy-view %t/spare.mlir --max-peak 6GiB --margin 15%
// RUN: bash -c "sdy-plan %S/../../examples/moe.mlir --margin 0 --budget 1 > /dev/null; sdy-plan %s --margin many; echo status $?" 2>&1 | FileCheck %s --check-prefix=TIME

// PLAN: tpu-v5p, limit 6 GiB;
// PLAN: peak (tpu)  68.5 GiB    5.9 GiB  fits 6 GiB; arguments 3.9 GiB
// VIEW: peak a device: about 5.9 GiB (profile tpu) in @main
// VARIANTS: 0 {{.*}} 5.9 GiB
// VARIANTS: peaks (profile tpu) are estimates

// MARGIN: planned.mlir: the peak (profile tpu) is about 5.9 GiB a device, more than --max-peak 6 GiB with a margin of 15% (6,360,662,016 > 5,602,131,255 bytes)
// MARGIN-NEXT: status 1
// SPARE: tpu-v5p, limit 5.2 GiB with a margin of 15%;

// TIME: sdy-plan: warning: --margin is in percent, as in 15%, and added to peaks; that of the time of collectives is --time-margin
// TIME: 'many' is not a margin in percent, as in 15%
// TIME-NEXT: status 2
