// After each pass the module is verified, unless told otherwise; the input always is.
// RUN: sdy-opt %s -sdy-inline-meshes -verify-each=false | FileCheck %s
// RUN: not sdy-opt %S/Inputs/two_terminators.mlir -verify-each=false 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: sdy-opt %S/Inputs/loop.mlir -sdy-add-data-flow-edges -sdy-add-data-flow-edges -verify-each=false \
// RUN:   | FileCheck %s --check-prefix=WRONG

func.func @main() {
  return
}

// CHECK: func.func @main()
// INPUT: two_terminators.mlir:2:3: error: 'func.return' op must be the last operation in the parent block
// What comes out is not in order then, for which it is in generic form.
// WRONG: "builtin.module"() ({
// WRONG: "sdy.data_flow_edge"
