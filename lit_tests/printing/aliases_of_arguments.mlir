// What only an argument of a function with a body has gets no alias; of declarations, results and other attributes it does.
// RUN: sdy-opt %s | FileCheck %s

// CHECK:      #map = affine_map<()[s0] -> (s0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1) -> ()>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @body(%arg0: i32 {j.a = affine_map<() -> ()>, j.b = #map1, j.c = loc("x")}) -> (i32 {j.d = #map}) attributes {e = #map1} {
func.func @body(%arg0: i32 {j.a = affine_map<() -> ()>, j.b = affine_map<(d0) -> (d0)>, j.c = loc("x")}) -> (i32 {j.d = affine_map<()[s0] -> (s0)>}) attributes {e = affine_map<(d0) -> (d0)>} {
  return %arg0 : i32
}
// CHECK:        func.func private @declaration(i32 {j.f = #map2})
func.func private @declaration(i32 {j.f = affine_map<(d0, d1) -> ()>})
