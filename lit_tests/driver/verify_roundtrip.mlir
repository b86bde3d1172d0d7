// What is printed must be the same program when it is read back, however the output is to be printed. The format of a
// loop does not print where its arguments are.
// RUN: sdy-opt %s -verify-roundtrip -mlir-print-op-generic | FileCheck %s
// RUN: not sdy-opt %S/../../examples/loop.mlir -verify-roundtrip 2>&1 | FileCheck %s --check-prefix=LOOP

// CHECK: "builtin.module"() ({
// LOOP:  loop.mlir: error: 'builtin.module' op textual round trip gives another program
// LOOP:  note: line 3 of the generic form was: #loc8 = loc("{{.*}}loop.mlir":7:26)
// LOOP:  note: and is read back as: #loc8 = loc("{{.*}}loop.mlir":8:28)

func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
