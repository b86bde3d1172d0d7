// What may be a symbol table, as its dialect is not known, hides uses of the symbols in its own module, not of those around.
// RUN: sdy-opt %s -remove-dead-values -allow-unregistered-dialect | FileCheck %s

// CHECK: module @inner {
// CHECK-NEXT: "d.op"() ({
// CHECK: func.func private @g() {
module @inner {
  "d.op"() ({
  }) : () -> ()
}
func.func private @g(%arg0: tensor<f32>) -> tensor<f32> {
  return %arg0 : tensor<f32>
}
