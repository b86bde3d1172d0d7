// The numbers are printed on standard error, sorted by name, and the program as usual.
// RUN: sdy-opt %s -print-op-stats 2>&1 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:Operations encountered:
// CHECK-NEXT:-----------------------
// CHECK-NEXT:    builtin.module , 1
// CHECK-NEXT:       func.func   , 1
// CHECK-NEXT:       func.return , 1
// CHECK-NEXT:        sdy.mesh   , 1
// CHECK-NEXT:  stablehlo.abs    , 2
//      CHECK:module {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  %1 = stablehlo.abs %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
