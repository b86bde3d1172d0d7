// A pipeline as text says what runs on which operations; pipelines in it run on what is inside.
// RUN: sdy-opt %s -pass-pipeline='builtin.module(builtin.module(sdy-inline-meshes))' | FileCheck %s
// RUN: sdy-opt %s --pass-pipeline 'builtin.module( any(sdy-inline-meshes) )' | FileCheck %s
// RUN: sdy-opt %s -pass-pipeline='builtin.module(func.func(any(sdy-inline-meshes)))' | FileCheck %s --check-prefix=OTHER
// RUN: sdy-opt %s -pass-pipeline='any()' | FileCheck %s --check-prefix=OTHER

sdy.mesh @outer = <["x"=2]>
module @inner {
  sdy.mesh @inner = <["y"=2]>
}

// CHECK: sdy.mesh @outer
// CHECK: module @inner
// CHECK-NOT: sdy.mesh
// OTHER: sdy.mesh @outer
// OTHER: module @inner
// OTHER: sdy.mesh @inner
