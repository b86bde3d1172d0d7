// Locations: every kind, those of arguments before the program, the rest behind it, numbered by depth.
// RUN: sdy-opt -mlir-print-debuginfo < %s | FileCheck %s

// CHECK: #loc2 = loc("a")
// CHECK-NEXT: module {
// CHECK-NEXT: func.func private @f(%arg0: i32 loc("a")) {
// CHECK-NEXT: return loc(#loc5)
// CHECK-NEXT: } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("-":0:0)
// CHECK-NEXT: #loc1 = loc("f.py":1:2 to :9)
// CHECK-NEXT: #loc3 = loc("g.py":3:4)
// CHECK-NEXT: #loc4 = loc("call"(#loc3))
// CHECK-NEXT: #loc5 = loc(callsite(#loc4 at #loc2))
func.func private @f(%x: i32 loc("a")) {
  return loc(callsite("call"("g.py":3:4) at "a"))
} loc("f.py":1:2 to :9)
