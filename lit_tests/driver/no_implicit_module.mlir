// Without a module around it, an input is one operation. Passes over modules do not run on others.
// RUN: sdy-opt %s -no-implicit-module | FileCheck %s
// RUN: not sdy-opt %s -no-implicit-module -sdy-inline-meshes 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not sdy-opt %S/Inputs/two_functions.mlir -no-implicit-module 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: echo 'module @m {}' | sdy-opt -no-implicit-module -sdy-inline-meshes | FileCheck %s --check-prefix=MODULE

// CHECK-NOT: module
// CHECK:     func.func @f() {
// CHECK-NEXT:  return
// CHECK-NEXT: }
// PASS:      no_implicit_module.mlir:[[# @LINE + 4]]:1: error: can't run 'builtin.module' pass manager on 'func.func' op
// TWO:       two_functions.mlir:0:0: error: source must contain a single top-level operation, found: 2
// MODULE:    module @m {

func.func @f() {
  return
}
