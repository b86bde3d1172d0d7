// A wrong command line is an error with status 2, and near names are suggested.
// RUN: bash -c 'sdy-opt -sdy-inline-mesh %s; echo "status $?"' 2>&1 | FileCheck %s
// RUN: not sdy-opt -sdy-inline-meshes=x=1 %s 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: not sdy-opt -sdy-inline-meshes -pass-pipeline='any()' %s 2>&1 | FileCheck %s --check-prefix=BOTH

// CHECK: No such option{{:?}} {{'?}}--sdy-inline-mesh
// CHECK-SAME: --sdy-inline-meshes
// CHECK: status 2
// OPTIONS: Error: <Pass-Options-Parser>: no such option x
// OPTIONS: failed to add `sdy-inline-meshes` with options `x=1`
// BOTH: Error: '-pass-pipeline' option can't be used with individual pass options
