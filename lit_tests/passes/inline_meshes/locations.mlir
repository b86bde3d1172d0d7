// Nothing loses its location.
// RUN: sdy-opt %s -sdy-inline-meshes -mlir-print-debuginfo | FileCheck %s

// CHECK:      #loc2 = loc("argument")
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @locations(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>} loc("argument")) -> tensor<8xf32> {
// CHECK-NEXT:     %0 = sdy.sharding_constraint %arg0 <mesh<["a"=2]>, [{"a"}]> : tensor<8xf32> loc(#loc3)
// CHECK-NEXT:     return %0 : tensor<8xf32> loc(#loc4)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("module")
// CHECK-NEXT: #loc1 = loc("function")
// CHECK-NEXT: #loc3 = loc("constraint")
// CHECK-NEXT: #loc4 = loc("return")

module {
  sdy.mesh @mesh = <["a"=2]> loc("mesh")
  func.func @locations(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>} loc("argument")) -> tensor<8xf32> {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32> loc("constraint")
    return %0 : tensor<8xf32> loc("return")
  } loc("function")
} loc("module")
