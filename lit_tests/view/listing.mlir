// Of public functions the 20 tensors are listed that cost most; --all, --function, --kind and names choose others.
// RUN: sdy-view %s --as-written | FileCheck %s --check-prefix=MOST
// RUN: sdy-view %s --as-written --all | FileCheck %s --check-prefix=ALL
// RUN: sdy-view %s --as-written --function @helper | FileCheck %s --check-prefix=FUNCTION --match-full-lines --strict-whitespace
// RUN: sdy-view %s --as-written --kind result --value "p['w1']" --value @helper:%0 | FileCheck %s --check-prefix=KIND --match-full-lines --strict-whitespace
// RUN: not sdy-view %s --function helpr 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: bash -c "sdy-view %s --kind values; echo status $?" 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: bash -c "sdy-view %s %s; echo status $?" 2>&1 | FileCheck %s --check-prefix=TWO

sdy.mesh @mesh = <["x"=2]>

func.func @main(%w: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>} loc("p['w1']")) -> tensor<512xf32> {
  %0 = sdy.sharding_constraint %w <@mesh, [{"x"}]> : tensor<512xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<512xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}]> : tensor<512xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"x"}]> : tensor<512xf32>
  %4 = sdy.sharding_constraint %3 <@mesh, [{"x"}]> : tensor<512xf32>
  %5 = sdy.sharding_constraint %4 <@mesh, [{"x"}]> : tensor<512xf32>
  %6 = sdy.sharding_constraint %5 <@mesh, [{"x"}]> : tensor<512xf32>
  %7 = sdy.sharding_constraint %6 <@mesh, [{"x"}]> : tensor<512xf32>
  %8 = sdy.sharding_constraint %7 <@mesh, [{"x"}]> : tensor<512xf32>
  %9 = sdy.sharding_constraint %8 <@mesh, [{"x"}]> : tensor<512xf32>
  %10 = sdy.sharding_constraint %9 <@mesh, [{"x"}]> : tensor<512xf32>
  %11 = sdy.sharding_constraint %10 <@mesh, [{"x"}]> : tensor<512xf32>
  %12 = sdy.sharding_constraint %11 <@mesh, [{"x"}]> : tensor<512xf32>
  %13 = sdy.sharding_constraint %12 <@mesh, [{"x"}]> : tensor<512xf32>
  %14 = sdy.sharding_constraint %13 <@mesh, [{"x"}]> : tensor<512xf32>
  %15 = sdy.sharding_constraint %14 <@mesh, [{"x"}]> : tensor<512xf32>
  %16 = sdy.sharding_constraint %15 <@mesh, [{"x"}]> : tensor<512xf32>
  %17 = sdy.sharding_constraint %16 <@mesh, [{"x"}]> : tensor<512xf32>
  %18 = sdy.sharding_constraint %17 <@mesh, [{"x"}]> : tensor<512xf32>
  %19 = sdy.sharding_constraint %18 <@mesh, [{"x"}]> : tensor<512xf32>
  %20 = sdy.sharding_constraint %19 <@mesh, [{"x"}]> : tensor<512xf32>
  %21 = sdy.sharding_constraint %20 <@mesh, [{"x"}]> : tensor<512xf32>
  %c = func.call @helper(%w) : (tensor<512xf32>) -> tensor<512xf32>
  return %c : tensor<512xf32>
}

func.func private @helper(%a: tensor<512xf32>) -> tensor<512xf32> {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<512xf32>
  return %0 : tensor<512xf32>
}

// MOST: %arg0 p['w1']
// MOST-NOT: helper
// MOST: … 4 more (--all)
// ALL: @main %arg0 p['w1']
// ALL: @main %21
// ALL: @helper %0
// ALL-NOT: more
// NEAR: error: no function '@helpr'; did you mean '@helper'?
// WRONG: 'values' is not one of 'argument', 'result', 'constraint', 'manual', 'value'; did you mean 'value'?
// WRONG-NEXT: status 2
// TWO: 1  {{.*}}listing.mlir  as given
// TWO: status 0

//      FUNCTION:{{.*}}listing.mlir, as written: 2 devices, mesh ["x"=2]
// FUNCTION-EMPTY:
// FUNCTION-NEXT:name      kind      line  type     sharding  local shape  shards  copies  bytes a device  why
// FUNCTION-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────
// FUNCTION-NEXT:%a        argument    39  512xf32  —         512               1       2   2,048 (2 KiB)  no sharding: 2 copies
// FUNCTION-NEXT:result 0  result      39  512xf32  —         512               1       2   2,048 (2 KiB)  no sharding: 2 copies
// FUNCTION-NEXT:%0        value       40  512xf32  [{"x"}]   256               2       1   1,024 (1 KiB)
// FUNCTION-EMPTY:
// FUNCTION-NEXT:function  devices  arguments          bytes  results          bytes  together, a device
// FUNCTION-NEXT:─────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// FUNCTION-NEXT:@helper       0–1          1  2,048 (2 KiB)        1  2,048 (2 KiB)       4,096 (4 KiB)  4 KiB without a sharding

//      KIND:{{.*}}listing.mlir, as written: 2 devices, mesh ["x"=2]
// KIND-EMPTY:
// KIND-NEXT:function  name           kind      line  type     sharding  local shape  shards  copies  bytes a device  why
// KIND-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// KIND-NEXT:@main     %arg0 p['w1']  argument    12  512xf32  [{"x"}]   256               2       1   1,024 (1 KiB)
// KIND-NEXT:@main     result 0       result      12  512xf32  —         512               1       2   2,048 (2 KiB)  no sharding: 2 copies
// KIND-NEXT:@helper   %0             value       40  512xf32  [{"x"}]   256               2       1   1,024 (1 KiB)
// KIND-EMPTY:
// KIND-NEXT:function  devices  arguments          bytes  results          bytes  together, a device
// KIND-NEXT:─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// KIND-NEXT:@main         0–1          1  1,024 (1 KiB)        1  2,048 (2 KiB)       3,072 (3 KiB)  2 KiB without a sharding; 22 constraints not counted
