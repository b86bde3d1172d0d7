// The pipeline runs until nothing changes. If that takes more iterations than allowed there is a warning, as in MLIR also if
// the last one was the last that had anything to do; fewer than one are an error.
// RUN: sdy-opt %s -composite-fixed-point-pass='pipeline=func.func(trivial-dce)' -verify-diagnostics
// RUN: bash -c 'sdy-opt %s -composite-fixed-point-pass="pipeline=trivial-dce max-iterations=1 name=cleanup"; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: bash -c 'sdy-opt %s -composite-fixed-point-pass="pipeline=trivial-dce max-iterations=0"; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=ZERO

// ONCE: iterations.mlir{{.*}} warning: Composite pass "cleanup"+ didn't converge in 1 iterations
// ONCE: status 0
// ZERO: iterations.mlir{{.*}} error: Invalid maxIterations value: 0
// ZERO: status 1
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
