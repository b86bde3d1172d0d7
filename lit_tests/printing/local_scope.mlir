// In a local scope everything is written where it is: no aliases, no resources behind the program.
// RUN: sdy-opt %s -allow-unregistered-dialect -mlir-print-local-scope -mlir-print-debuginfo | FileCheck %s

// CHECK:      module {
// CHECK-NEXT:   "t.a"() {a = affine_map<(d0) -> (d0)>} : () -> () loc(callsite("f" at fused<"m">["x", "f.py":1:2]))
// CHECK-NEXT:   "t.a"() {d = distinct[0]<affine_map<(d0) -> (d0)>>, r = dense_resource<r> : tensor<1xi32>} : () -> () loc(unknown)
// CHECK-NEXT: } loc({{.*}})
// CHECK-NOT:  {{.}}
"t.a"() {a = affine_map<(i) -> (i)>} : () -> () loc(callsite("f" at fused<"m">["x", "f.py":1:2]))
"t.a"() {d = distinct[3]<affine_map<(i) -> (i)>>, r = dense_resource<r> : tensor<1xi32>} : () -> () loc(unknown)

{-#
  dialect_resources: { builtin: { r: "0x0400000001000000" } }
#-}
