// Blocks beyond the first say which blocks lead to them.
// RUN: sdy-opt %s -allow-unregistered-dialect | FileCheck %s

// CHECK: "d.op"() ({
// CHECK-NEXT:   "d.jump"()[^bb1] : () -> ()
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   "d.jump"()[^bb1, ^bb2] : () -> ()
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   "d.end"() : () -> ()
// CHECK-NEXT: ^bb3(%0: i32):  // no predecessors
// CHECK-NEXT:   "d.end"() : () -> ()
// CHECK-NEXT: }) : () -> ()
"d.op"() ({
  "d.jump"()[^loop] : () -> ()
^loop:
  "d.jump"()[^loop, ^end] : () -> ()
^end:
  "d.end"() : () -> ()
^never(%x: i32):
  "d.end"() : () -> ()
}) : () -> ()

// What leads there twice counts twice; operations that are otherwise alike lead elsewhere.
// CHECK: "d.op"() ({
// CHECK-NEXT:   "d.end"() : () -> ()
// CHECK-NEXT:   "d.end"()[^bb1] : () -> ()
// CHECK-NEXT: ^bb1:  // 3 preds: ^bb0, ^bb1, ^bb1
// CHECK-NEXT:   "d.end"()[^bb1, ^bb1] : () -> ()
// CHECK-NEXT: ^bb2:  // no predecessors
// CHECK-NEXT:   "d.end"() : () -> ()
// CHECK-NEXT: }) : () -> ()
"d.op"() ({
  "d.end"() : () -> ()
  "d.end"()[^loop] : () -> ()
^loop:
  "d.end"()[^loop, ^loop] : () -> ()
^never:
  "d.end"() : () -> ()
}) : () -> ()
