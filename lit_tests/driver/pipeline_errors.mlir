// What is wrong with a pipeline is said as MLIR says it, with status 1, and a name that is like a known one is suggested.
// RUN: bash -c 'sdy-opt %s -pass-pipeline="builtin.module(sdy-inline-mesh)"; echo "status $?"' 2>&1 | FileCheck %s
// RUN: not sdy-opt %s -pass-pipeline='sdy-inline-meshes' 2>&1 | FileCheck %s --check-prefix=WRAPPED
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(any(sdy-inline-meshes)' 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(any())' 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(func.func(sdy-inline-meshes))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(sdy-inline-meshes{a=1})' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(sdy-inline-meshes{a=1)' 2>&1 | FileCheck %s --check-prefix=BRACE
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(func.func(mem2reg))' 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: bash -c 'sdy-opt %s -pass-pipeline="func.func()"; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=ROOT

// CHECK: MLIR Textual PassPipeline Parser:1:1: error: 'sdy-inline-mesh' does not refer to a registered pass or pass pipeline
// CHECK-NEXT: sdy-inline-mesh
// CHECK-NEXT: ^
// CHECK-NEXT: did you mean 'sdy-inline-meshes' or 'sdy-lift-inlined-meshes'?
// CHECK-NEXT: status 1
// WRAPPED: Error: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
// OPEN: Parser:1:5: error: encountered unbalanced parentheses while parsing pipeline
// EMPTY: Parser:1:5: error: '' does not refer to a registered pass or pass pipeline
// ANCHOR: Error: Can't add pass 'InlineMeshesPass' restricted to 'builtin.module' on a PassManager intended to run on 'func.func', did you intend to nest?
// ANCHOR-NEXT: failed to add `sdy-inline-meshes` with options ``
// ANCHOR-NEXT: failed to add `func.func` with options `` to inner pipeline
// OPTION: Error: <Pass-Options-Parser>: no such option a
// BRACE: Parser:1:18: error: missing closing '}' while processing pass options
// OTHERS: Parser:1:11: error: 'mem2reg' is a pass of MLIR that sdy-opt does not implement
// OTHERS-NEXT: func.func(mem2reg)
// ROOT: pipeline_errors.mlir: error: can't run 'func.func' pass manager on 'builtin.module' op
// ROOT-NEXT: status 1
