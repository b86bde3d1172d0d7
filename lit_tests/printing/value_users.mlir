// What uses each value stands behind it; operations without results are told of by numbers.
// RUN: sdy-opt %s -allow-unregistered-dialect -mlir-print-value-users | FileCheck %s

// CHECK:      func.func @f(%arg0: i32, %arg1: i32)
// CHECK-NEXT:   // %arg0 is used by %7, %3#0, %3#1, %2
// CHECK-NEXT:   // %arg1 is unused
// CHECK-NEXT:   %1 = "t.a"() : () -> i32 // unused
// CHECK-NEXT:   %2 = "t.b"(%arg0) : (i32) -> i32 // users: %3#0, %3#1
// CHECK-NEXT:   %3:2 = "t.c"(%2, %arg0) : (i32, i32) -> (i32, i32) // users: (%4), (unused)
// CHECK-NEXT:   %4 = "t.d"(%3#0) ({
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     // %arg2 is used by %9
// CHECK-NEXT:     "t.e"(%arg2) : (i32) -> () // id: %9
// CHECK-NEXT:   }) : (i32) -> i32 // unused
// CHECK-NEXT:   "t.f"() : () -> ()
func.func @f(%x: i32, %y: i32) {
  %0 = "t.a"() : () -> i32
  %1 = "t.b"(%x) : (i32) -> i32
  %2:2 = "t.c"(%1, %x) : (i32, i32) -> (i32, i32)
  %3 = "t.d"(%2#0) ({
  ^bb0(%z: i32):
    "t.e"(%z) : (i32) -> ()
  }) : (i32) -> i32
  "t.f"() : () -> ()
  "t.g"() : () -> ()
  "t.e"(%x) : (i32) -> ()
  return
}
