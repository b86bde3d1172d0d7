// A loop whose length constants do not say counts once, with a note, or as often as --assume-runs says.
// RUN: sdy-plan %s | FileCheck %s
// RUN: sdy-plan %s --assume-runs unknown_runs.mlir:11=64 | FileCheck %s --check-prefix=ASSUMED
// RUN: sdy-plan %s --assume-runs 64 | FileCheck %s --check-prefix=ASSUMED
// RUN: not sdy-plan %s --assume-runs unknown_runs.mlir:7=64 2>&1 | FileCheck %s --check-prefix=NOWHERE

sdy.mesh @mesh = <["x"=4]>

func.func @main(%w: tensor<1024x1024xf32> loc("w"), %x: tensor<8x1024xf32> loc("x"), %n: tensor<i32>) -> tensor<8x1024xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<8x1024xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %1 = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<8x1024xf32>, tensor<1024x1024xf32>) -> tensor<8x1024xf32>
    stablehlo.return %next, %1 : tensor<i32>, tensor<8x1024xf32>
  }
  return %0#1 : tensor<8x1024xf32>
}

// CHECK:       a step 1.54 µs 1.52 µs
// CHECK:       note: 3 operations of loops of unknown length count once; --assume-runs says how often they run

// ASSUMED:     a step 98.6 µs 97.5 µs
// ASSUMED-NOT: count once

// NOWHERE:     error: {{.*}}unknown_runs.mlir: no loop of unknown length at 'unknown_runs.mlir:7': such loops are at unknown_runs.mlir:11
