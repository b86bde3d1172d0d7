// Resources whose text, with its quotes, is longer than a limit are left away; their names stay.
// RUN: sdy-opt %s -allow-unregistered-dialect -mlir-elide-resource-strings-if-larger=20 | FileCheck %s
// RUN: sdy-opt %s -allow-unregistered-dialect -mlir-elide-resource-strings-if-larger=19 | FileCheck %s --check-prefix=NONE

// CHECK:      {a = dense_resource<a> : tensor<1xi32>, b = dense_resource<b> : tensor<2xi32>}
// CHECK:        builtin: {
// CHECK-NEXT:     a: "0x0400000001000000"
// CHECK-NEXT:   }
// NONE:       {-#
// NONE-EMPTY:
// NONE-NEXT:  #-}
"t.a"() {a = dense_resource<a> : tensor<1xi32>, b = dense_resource<b> : tensor<2xi32>} : () -> ()

{-#
  dialect_resources: { builtin: { a: "0x0400000001000000", b: "0x040000000100000002000000" } }
#-}
