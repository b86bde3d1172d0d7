// A wrong command line is an error with status 1, and near names are suggested.
// RUN: bash -c 'sdy-opt -sdy-inline-mesh %s; echo "status $?"' 2>&1 | FileCheck %s
// RUN: not sdy-opt -sdy-inline-meshes=x=1 %s 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: not sdy-opt -sdy-inline-meshes -pass-pipeline='any()' %s 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not sdy-opt %s -mem2reg 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: not sdy-opt %s -mhlo-flatten-tuple 2>&1 | FileCheck %s --check-prefix=HLO
// RUN: not sdy-view --drop %s 2>&1 | FileCheck %s --check-prefix=PREFIX
// RUN: bash -c 'sdy-opt %s -o %t.a -o %t.b; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=TWICE

// CHECK: No such option{{:?}} {{'?}}--sdy-inline-mesh
// CHECK-SAME: --sdy-inline-meshes
// CHECK: status 1
// OPTIONS: Error: <Pass-Options-Parser>: no such option x
// OPTIONS: failed to add `sdy-inline-meshes` with options `x=1`
// BOTH: Error: '-pass-pipeline' option can't be used with individual pass options
// OTHERS: Error: 'mem2reg' is a pass of MLIR that sdy-opt does not implement
// HLO: Error: 'mhlo-flatten-tuple' is a pass of MLIR-HLO that sdy-opt does not implement
// PREFIX: No such option{{:?}} {{'?}}--drop{{'?\.?}} Did you mean {{'?}}--drop-shardings
// TWICE: Error: Invalid value for '-o': may only occur zero or one times!
// TWICE: status 1
