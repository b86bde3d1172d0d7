// An unknown name of a program with unknown locations, as JAX writes functions, is found in the text.
// RUN: not sdy-opt %s 2>&1 | FileCheck %s

// CHECK: unknown_location.mlir:[[# @LINE + 6]]:74: error: 'func.func' op arg 0 - unknown axis name: {{.}}modle
// CHECK-NEXT: func.func @main
// CHECK-NEXT: ^~~~~~~
// CHECK-NEXT: hint: did you mean
#loc = loc(unknown)
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"modle"}]>}) {
  return loc(#loc)
} loc(#loc)
