// The pipeline that runs is printed as text, with all options, before it runs; that text can be given back.
// RUN: sdy-opt %s -dump-pass-pipeline -sdy-inline-meshes --sdy-lift-inlined-meshes 2>&1 | FileCheck %s
// RUN: sdy-opt %s -dump-pass-pipeline -pass-pipeline=' any ( (sdy-inline-meshes) ,func.func((sdy-inline-meshes)))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPELLED
// RUN: sdy-opt %s -dump-pass-pipeline -canonicalize -canonicalize='enable-patterns=sdy-reshard,x top-down=false' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LISTS --match-full-lines

// CHECK: Pass Manager with 2 passes:
// CHECK-NEXT: builtin.module(sdy-inline-meshes,sdy-lift-inlined-meshes{use-single-device-mesh-names=false})
// CHECK-NEXT: module {
// SPELLED: any(any(sdy-inline-meshes),func.func(any(sdy-inline-meshes)))
// LISTS: Pass Manager with 2 passes:
// LISTS-NEXT: builtin.module(canonicalize{cse-between-iterations=false    max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true},canonicalize{cse-between-iterations=false  enable-patterns={sdy-reshard,x}  max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=false})
