// In generic form the places are others, and so they are after lines with aliases.
// RUN: sdy-opt %s -snapshot-op-locations='filename=%t.mlir print-op-generic=true' -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --match-full-lines --strict-whitespace < %t.mlir

// CHECK: stablehlo.abs %arg0 {map = affine_map<(d0) -> (d0)>} : tensor<8xf32> loc("{{.*}}.mlir":5:4)
//      FILE:#map = affine_map<(d0) -> (d0)>
// FILE-NEXT:"builtin.module"() ({
// FILE-NEXT:  "func.func"() <{function_type = (tensor<8xf32>) -> (), sym_name = "main"}> ({
// FILE-NEXT:  ^bb0(%arg0: tensor<8xf32>):
// FILE-NEXT:    %0 = "stablehlo.abs"(%arg0) {map = #map} : (tensor<8xf32>) -> tensor<8xf32>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = stablehlo.abs %arg0 {map = affine_map<(d0) -> (d0)>} : tensor<8xf32>
  return
}
