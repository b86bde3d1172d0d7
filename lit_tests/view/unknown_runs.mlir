// A loop whose length constants do not say: what an iteration sends, and what --assume-runs, limits and --strict make of it.

// RUN: sdy-view %s | FileCheck %s
// RUN: sdy-view %s --collectives --assume-runs=unknown_runs.mlir:23=32 | FileCheck %s --check-prefix=ASSUMED
// RUN: bash -c "sdy-view %s --max-sent 1GiB; echo status $?" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: bash -c "sdy-view %s --strict; echo status $?" 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: bash -c "sdy-view %s --assume-runs=unknown_runs.mlir:7=32; echo status $?" 2>&1 | FileCheck %s --check-prefix=NOWHERE

// CHECK: sent a device: unknown: 48 B in each iteration of the loop unknown_runs.mlir:23 (1 collective)
// ASSUMED: all_reduce  unknown_runs.mlir:30  "x"    4  f32[8]                     48 B  32 assumed  1.5 KiB
// ASSUMED: sent a device: 1.5 KiB, all over "x", with an assumed number of iterations of 1 loop
// LIMIT: error: {{.*}}: cannot tell whether a device sends more than --max-sent 1 GiB: at least 0 B, and 48 B in each iteration
// LIMIT-SAME: --assume-runs=unknown_runs.mlir:23=N says how often it runs
// LIMIT: status 1
// STRICT: error: {{.*}}unknown_runs.mlir:30: 1 all-reduce of unknown runs, 48 B in each iteration of the loop unknown_runs.mlir:23
// STRICT: status 1
// NOWHERE: --assume-runs: no loop of unknown length at 'unknown_runs.mlir:7': such loops are at unknown_runs.mlir:23
// NOWHERE: status 2

sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8xf32>, %n: tensor<i32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %b) : tensor<i32>, tensor<8xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %1 = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return %next, %1 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}
