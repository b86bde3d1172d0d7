// The pipeline of a reproducer takes the place of that of the command line; one that cannot be parsed is an error. The
// resources of the program stay.
// RUN: not sdy-opt %s -cse -run-reproducer 2>&1 | FileCheck %s
// RUN: sdy-opt %s -mlir-generate-reproducer=%t.mlir | FileCheck %s --check-prefix=OUT
// RUN: FileCheck %s --check-prefix=BOTH --input-file=%t.mlir

func.func @main() -> tensor<1xi32> {
  %0 = stablehlo.constant dense_resource<blob> : tensor<1xi32>
  return %0 : tensor<1xi32>
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001000000"
    }
  },
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(nothing)"
    },
    other: {
      key: true
    }
  }
#-}

// CHECK: error: {{.*}}'nothing' does not refer to a registered pass or pass pipeline
// OUT: dialect_resources
// OUT-NOT: external_resources
// BOTH: blob: "0x0400000001000000"
// BOTH-NEXT: }
// BOTH-NEXT: },
// BOTH-NEXT: external_resources: {
// BOTH-NEXT: mlir_reproducer: {
// BOTH-NEXT: pipeline: "builtin.module()",
