// A pipeline with a name is the sequence of its passes, also among others and within pipelines.
// RUN: sdy-opt %s -sdy-import-pipeline=dedup-functions-fully -sdy-sink-func-data-flow-edges -dump-pass-pipeline -o %t.flags 2>&1 | FileCheck --check-prefix=FLAGS %s
// RUN: sdy-opt %s -pass-pipeline='builtin.module(any(sdy-import-pipeline))' -dump-pass-pipeline -o %t.text 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: not sdy-opt %s -sdy-import-pipeline=foo=1 2>&1 | FileCheck --check-prefix=OPTION %s
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(func.func(sdy-import-pipeline))' 2>&1 | FileCheck --check-prefix=NESTED %s
// RUN: sdy-opt -list-passes | FileCheck --check-prefix=LIST %s

// FLAGS:      Pass Manager with 12 passes:
// FLAGS-NEXT: builtin.module(symbol-dce,sdy-lift-inlined-meshes{use-single-device-mesh-names=false},sdy-remove-size-one-axes,sdy-propagate-sharding-from-func-to-call,sdy-constant-or-scalar-splitter,symbol-dce,sdy-manual-axes-cleanup,sdy-save-module,sdy-add-data-flow-edges,sdy-apply-sharding-constraints{debug-propagation-edge-sharding=false debug-sharding-origins=false},sdy-sharding-group-import,func.func(sdy-sink-func-data-flow-edges))

// TEXT: builtin.module(any(symbol-dce,sdy-lift-inlined-meshes{use-single-device-mesh-names=false},sdy-remove-size-one-axes,sdy-propagate-sharding-from-func-to-call,sdy-constant-or-scalar-splitter,symbol-dce,sdy-manual-axes-cleanup,sdy-save-module,sdy-add-data-flow-edges))

// OPTION:      no such option foo
// OPTION-NEXT: failed to add `sdy-import-pipeline` with options `foo=1`

// NESTED: Can't add pass 'LiftInlinedMeshesPass' restricted to 'builtin.module' on a PassManager intended to run on 'func.func', did you intend to nest?

// LIST:      Pass Pipelines:
// LIST:      --sdy-import-pipeline
// LIST-NEXT:   --dedup-functions-fully

func.func @main() {
  return
}
