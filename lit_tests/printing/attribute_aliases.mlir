// Aliases: their names, numbers and places, also in generic form, where types come before attributes.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK: !tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>
// CHECK-NEXT: #distinct = distinct[0]<"x">
// CHECK-NEXT: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #set = affine_set<(d0) : (d0 >= 0)>
// CHECK-NEXT: !tuple1 = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, tensor<2xf32, #map>>
// CHECK-NEXT: module {
// CHECK-NEXT: "t.op"() {a = !tuple1, b = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>, c = #set, d = #distinct, e = tuple<!tuple>} : () -> ()
// CHECK-NEXT: }
// GENERIC: !tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>
// GENERIC-NEXT: #distinct = distinct[0]<"x">
// GENERIC-NEXT: #map = affine_map<(d0) -> (d0)>
// GENERIC-NEXT: #set = affine_set<(d0) : (d0 >= 0)>
// GENERIC-NEXT: !tuple1 = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, tensor<2xf32, #map>>
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: "t.op"() {a = !tuple1, b = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>, c = #set, d = #distinct, e = tuple<!tuple>} : () -> ()
// GENERIC-NEXT: }) : () -> ()
#m = affine_map<(d0) -> (d0)>
"t.op"() {a = tuple<i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,tensor<2xf32, affine_map<(d0) -> (d0)>>>, b = tuple<i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1>, c = affine_set<(d0) : (d0 >= 0)>, d = distinct[0]<"x">, e = tuple<tuple<i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1>>} : () -> ()

// -----

// CHECK: #loc = loc("a")
// CHECK-NEXT: #loc1 = loc("b")
// CHECK-NEXT: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #loc2 = loc(fused<#map>[#loc, #loc1])
// CHECK-NEXT: module {
// CHECK-NEXT: "t.op"() {a = #loc2} : () -> ()
// CHECK-NEXT: }
// GENERIC: #loc = loc("a")
// GENERIC-NEXT: #loc1 = loc("b")
// GENERIC-NEXT: #map = affine_map<(d0) -> (d0)>
// GENERIC-NEXT: #loc2 = loc(fused<#map>[#loc, #loc1])
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: "t.op"() {a = #loc2} : () -> ()
// GENERIC-NEXT: }) : () -> ()
"t.op"() {a = loc(fused<affine_map<(d0) -> (d0)>>["a", "b"])} : () -> () loc(fused<affine_map<(d0) -> (d0 + 1)>>["a", "c"])

// -----

// CHECK: #loc = loc("z")
// CHECK-NEXT: #loc1 = loc("q")
// CHECK-NEXT: #loc2 = loc("a")
// CHECK-NEXT: #loc3 = loc("b")
// CHECK-NEXT: #distinct = distinct[0]<#loc1>
// CHECK-NEXT: #loc4 = loc(fused<{x = #loc, y = #distinct}>[#loc2, #loc3])
// CHECK-NEXT: module {
// CHECK-NEXT: "t.op"() {a = #loc4} : () -> ()
// CHECK-NEXT: }
// GENERIC: #loc = loc("z")
// GENERIC-NEXT: #loc1 = loc("q")
// GENERIC-NEXT: #loc2 = loc("a")
// GENERIC-NEXT: #loc3 = loc("b")
// GENERIC-NEXT: #distinct = distinct[0]<#loc1>
// GENERIC-NEXT: #loc4 = loc(fused<{x = #loc, y = #distinct}>[#loc2, #loc3])
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: "t.op"() {a = #loc4} : () -> ()
// GENERIC-NEXT: }) : () -> ()
"t.op"() {a = loc(fused<{x = loc("z"), y = distinct[1]<loc("q")>}>["a", "b"])} : () -> () loc(fused<affine_map<(d0) -> (d0 + 1)>>["a", "c"])

// -----

// CHECK: #map = affine_map<(d0) -> (d0 + 4)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 3)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 7)>
// CHECK-NEXT: #map4 = affine_map<(d0) -> (d0 + 5)>
// CHECK-NEXT: #map5 = affine_map<(d0) -> (d0 + 6)>
// CHECK-NEXT: module {
// CHECK-NEXT: %0 = "t.op"() <{p = affine_map<(d0) -> (d0 + 1)>}> ({
// CHECK-NEXT: %1 = "t.op"() {a = #map1, b = #map2} : () -> tensor<2xf32, #map>
// CHECK-NEXT: }) {a = #map4, z = #map5} : () -> tensor<2xf32, #map3>
// CHECK-NEXT: }
// GENERIC: #map = affine_map<(d0) -> (d0 + 4)>
// GENERIC-NEXT: #map1 = affine_map<(d0) -> (d0 + 3)>
// GENERIC-NEXT: #map2 = affine_map<(d0) -> (d0 + 2)>
// GENERIC-NEXT: #map3 = affine_map<(d0) -> (d0 + 7)>
// GENERIC-NEXT: #map4 = affine_map<(d0) -> (d0 + 5)>
// GENERIC-NEXT: #map5 = affine_map<(d0) -> (d0 + 6)>
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: %0 = "t.op"() <{p = affine_map<(d0) -> (d0 + 1)>}> ({
// GENERIC-NEXT: %1 = "t.op"() {a = #map1, b = #map2} : () -> tensor<2xf32, #map>
// GENERIC-NEXT: }) {a = #map4, z = #map5} : () -> tensor<2xf32, #map3>
// GENERIC-NEXT: }) : () -> ()
"t.op"() <{p = affine_map<(d0) -> (d0 + 1)>}> ({
  "t.op"() {b = affine_map<(d0) -> (d0 + 2)>, a = affine_map<(d0) -> (d0 + 3)>} : () -> tensor<2xf32, affine_map<(d0) -> (d0 + 4)>>
}) {a = affine_map<(d0) -> (d0 + 5)>, z = affine_map<(d0) -> (d0 + 6)>} : () -> tensor<2xf32, affine_map<(d0) -> (d0 + 7)>>

// -----

// CHECK: !tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>
// CHECK-NEXT: #loc = loc("a")
// CHECK-NEXT: module {
// CHECK-NEXT: func.func @f(%arg0: i32) {
// CHECK-NEXT: "t.x"() ({
// CHECK-NEXT: ^bb0(%arg1: !tuple):
// CHECK-NEXT: "t.r"() {a = #loc} : () -> ()
// CHECK-NEXT: }) {z = distinct[0]<>} : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
// GENERIC: !tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>
// GENERIC-NEXT: #loc = loc("a")
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
// GENERIC-NEXT: ^bb0(%arg0: i32):
// GENERIC-NEXT: "t.x"() ({
// GENERIC-NEXT: ^bb0(%arg1: !tuple):
// GENERIC-NEXT: "t.r"() {a = #loc} : () -> ()
// GENERIC-NEXT: }) {z = distinct[0]<>} : () -> ()
// GENERIC-NEXT: "func.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: }) : () -> ()
func.func @f(%a: i32 loc("a"(fused<distinct[1]<1>>["u"]))) {
  "t.x"() ({
   ^bb0(%b: tuple<i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1> loc(unknown)):
     "t.r"() {a = loc("a")} : () -> () loc(fused<distinct[1]<1>>["u"])
  }) {z = distinct[2]<>} : () -> () loc("q")
  return loc(callsite("a" at fused<affine_map<()->()>>["l"]))
} loc("f")

// -----

// CHECK: !tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, !x.y<affine_map<()->()>>>
// CHECK-NEXT: #map = affine_map<() -> ()>
// CHECK-NEXT: module {
// CHECK-NEXT: "t.x"() {a = !tuple, b = #x.y<affine_map<() -> ()>>, c = dense<1> : tensor<3xi32, #map>} : () -> ()
// CHECK-NEXT: }
// GENERIC: !tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, !x.y<affine_map<()->()>>>
// GENERIC-NEXT: #map = affine_map<() -> ()>
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: "t.x"() {a = !tuple, b = #x.y<affine_map<() -> ()>>, c = dense<1> : tensor<3xi32, #map>} : () -> ()
// GENERIC-NEXT: }) : () -> ()
"t.x"() {a = tuple<i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,!x.y<affine_map<()->()>>>, b = #x.y<affine_map<() -> ()>>, c = dense<1> : tensor<3xi32, affine_map<()->()>>} : () -> ()

// -----

// CHECK: #map = affine_map<() -> ()>
// CHECK-NEXT: module attributes {x.a = #map} {
// CHECK-NEXT: }
// GENERIC: #map = affine_map<() -> ()>
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC-NEXT: ^bb0:
// GENERIC-NEXT: }) {x.a = #map} : () -> ()
module attributes {x.a = affine_map<()->()>} { } loc("m")
