// A reproducer is the program with the pipeline in its resources, before the passes run or when one fails; -run-reproducer
// runs that pipeline.
// RUN: sdy-opt %s -sdy-inline-meshes -cse -verify-each=false -mlir-generate-reproducer=%t.mlir -o /dev/null
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: sdy-opt %t.mlir -run-reproducer | FileCheck %s --check-prefix=INLINED
// RUN: sdy-opt %t.mlir | FileCheck %s --check-prefix=PLAIN
// RUN: not sdy-opt %s -sdy-inline-meshes -sdy-convert-global-to-local -mlir-pass-pipeline-crash-reproducer=%t.crash 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CRASH
// RUN: not sdy-opt %t.crash -run-reproducer 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not sdy-opt %s -mlir-generate-reproducer=%t.missing/x.mlir 2>&1 | FileCheck %s --check-prefix=FILE

sdy.mesh @mesh = <["x"=2]>

func.func @main(%arg0: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<3xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: module {
// CHECK-NEXT: sdy.mesh @mesh
// CHECK: {-#
// CHECK-NEXT:   external_resources: {
// CHECK-NEXT:     mlir_reproducer: {
// CHECK-NEXT:       pipeline: "builtin.module(sdy-inline-meshes,cse)",
// CHECK-NEXT:       disable_threading: true,
// CHECK-NEXT:       verify_each: false
// INLINED-NOT: sdy.mesh
// INLINED: #sdy.sharding<mesh<["x"=2]>, [{"x"}]>
// PLAIN: sdy.mesh @mesh
// PLAIN-NOT: external_resources
// CRASH: error: 'func.func' op cannot be local: dimension 0 of size 3 is not divisible by the size 2
// CRASH: error: Failures have been detected while processing an MLIR pass pipeline
// CRASH: note: Pipeline failed while executing [`ConvertGlobalToLocalPass` on 'builtin.module' operation]: reproducer generated at `{{.*}}.crash`
// AGAIN: error: 'func.func' op cannot be local
// FILE: error: cannot open output file '{{.*}}x.mlir': No such file or directory
