// Errors about an argument or a result of a function are at the function, as in MLIR, and show the argument.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:{{.*}}signature_spans.mlir:8:1: error: 'func.func' op arg 1 - sharding doesn't match tensor rank: 1 != 2
// CHECK-NEXT:func.func private @f(tensor<8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
// CHECK-NEXT:                                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
sdy.mesh @mesh = <["x"=2]>
func.func private @f(tensor<8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})

// -----

//      CHECK:{{.*}}signature_spans.mlir:16:1: error: 'func.func' op arg 1 - unknown axis name: "z"
// CHECK-NEXT:func.func @g(%a: tensor<8xf32>, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) {
// CHECK-NEXT:                                                                                         ^~~
sdy.mesh @mesh = <["x"=2]>
func.func @g(%a: tensor<8xf32>, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) {
  return
}

// -----

//      CHECK:{{.*}}signature_spans.mlir:26:1: error: 'func.func' op result 1 - sharding doesn't match tensor rank: 0 != 1
// CHECK-NEXT:    tensor<8xf32> {x = "(,", sdy.sharding = #sdy.sharding<@mesh, []>})
// CHECK-NEXT:    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
sdy.mesh @mesh = <["x"=2]>
func.func private @h(tensor<8xf32>) -> (tensor<8xf32>,
    tensor<8xf32> {x = "(,", sdy.sharding = #sdy.sharding<@mesh, []>})
