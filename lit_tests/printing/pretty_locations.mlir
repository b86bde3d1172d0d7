// Locations for people: without quotes and parentheses. A call of a name from a file is on one line.
// RUN: sdy-opt %s -allow-unregistered-dialect -mlir-print-debuginfo -mlir-pretty-debuginfo -mlir-print-local-scope | FileCheck %s

// CHECK:      "t.a"() : () -> () "f"(f.py:1:2) at g.py:3:4
// CHECK-NEXT: "t.a"() : () -> () "f"
// CHECK-NEXT:  at <"m">["x", f.py:1:2 to 3:4]
// CHECK-NEXT: "t.a"() : () -> () [unknown]
"t.a"() : () -> () loc(callsite("f"("f.py":1:2) at "g.py":3:4))
"t.a"() : () -> () loc(callsite("f" at fused<"m">["x", "f.py":1:2 to 3:4]))
"t.a"() : () -> () loc(unknown)
