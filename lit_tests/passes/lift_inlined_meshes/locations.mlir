// A new mesh op has the location of the module.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes -mlir-print-debuginfo | FileCheck %s

// CHECK:      #loc3 = loc("argument")
// CHECK-NEXT: module {
// CHECK-NEXT:   sdy.mesh @first = <["a"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}} loc(#loc1)
// CHECK-NEXT:   sdy.mesh @mesh = <["b"=2]> {stablehlo.mesh = {axes = [{name = "b", size = 2 : i64}]}} loc(#loc)
// CHECK-NEXT:   func.func @locations(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@first, [{"a"}]>} loc("argument")) -> tensor<8xf32> {
// CHECK-NEXT:     %0 = sdy.sharding_constraint %arg0 <@mesh, [{"b"}]> : tensor<8xf32> loc(#loc4)
// CHECK-NEXT:     return %0 : tensor<8xf32> loc(#loc5)
// CHECK-NEXT:   } loc(#loc2)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("module")
// CHECK-NEXT: #loc1 = loc("first")
// CHECK-NEXT: #loc2 = loc("function")
// CHECK-NEXT: #loc4 = loc("constraint")
// CHECK-NEXT: #loc5 = loc("return")

module {
  sdy.mesh @first = <["a"=2]> loc("first")
  sdy.mesh @second = <["a"=2]> loc("second")
  func.func @locations(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@second, [{"a"}]>} loc("argument")) -> tensor<8xf32> {
    %0 = sdy.sharding_constraint %arg0 <mesh<["b"=2]>, [{"b"}]> : tensor<8xf32> loc("constraint")
    return %0 : tensor<8xf32> loc("return")
  } loc("function")
} loc("module")
