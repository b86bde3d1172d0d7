// With only-expected, other diagnostics do not matter; and notes may be left out.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics=only-expected
// RUN: not sdy-opt %s -split-input-file -verify-diagnostics 2>&1 | FileCheck %s
// RUN: not sdy-opt %s -split-input-file -verify-diagnostics=all 2>&1 | FileCheck %s
// RUN: not sdy-opt %s -split-input-file -verify-diagnostics=some 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s --check-prefix=NOTES
// RUN: not sdy-opt %s -split-input-file -mlir-disable-diagnostic-notes 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: unexpected error: 'func.func' op
// WORD: Invalid value for '--verify-diagnostics'
// NOTES: note:
// NONE-NOT: note:
sdy.mesh @mesh = <["x"=2]>
func.func @unknown_axis(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  return
}

// -----

func.func private @f()
// expected-error@+1 {{redefinition of symbol named 'f'}}
func.func private @f()
