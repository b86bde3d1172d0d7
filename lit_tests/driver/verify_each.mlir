// After each pass the module is verified, unless told otherwise; the input always is.
// RUN: sdy-opt %s -sdy-inline-meshes -verify-each=false | FileCheck %s
// RUN: not sdy-opt %S/Inputs/two_terminators.mlir -verify-each=false 2>&1 | FileCheck %s --check-prefix=INPUT

func.func @main() {
  return
}

// CHECK: func.func @main()
// INPUT: two_terminators.mlir:2:3: error: 'func.return' op must be the last operation in the parent block
