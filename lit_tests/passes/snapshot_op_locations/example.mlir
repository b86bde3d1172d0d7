// Operations have the places in the file as locations; with a tag these are added to what they had.
// RUN: sdy-opt %s -snapshot-op-locations=filename=%t.mlir -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --match-full-lines --strict-whitespace < %t.mlir
// RUN: sdy-opt %s -snapshot-op-locations='filename=%t.mlir tag=snapshot' -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s --check-prefix=TAG

//      CHECK: stablehlo.abs %arg0 : tensor<8xf32> loc("{{.*}}.mlir":3:4)
// CHECK-NEXT: return %0 : tensor<8xf32> loc("{{.*}}.mlir":4:4)
// CHECK-NEXT: } loc("{{.*}}.mlir":2:2)
// CHECK-NEXT: } loc("{{.*}}.mlir":1:0)
//      FILE:module {
// FILE-NEXT:  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// FILE-NEXT:    %0 = stablehlo.abs %arg0 : tensor<8xf32>
// FILE-NEXT:    return %0 : tensor<8xf32>
// FILE-NEXT:  }
// FILE-NEXT:}
//       TAG: stablehlo.abs %arg0 : tensor<8xf32> loc(fused["abs", "snapshot"("{{.*}}.mlir":3:4)])
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8xf32> loc("abs")
  return %0 : tensor<8xf32>
}
