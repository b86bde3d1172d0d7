// What is not one module is put into one; what is one is not.
// RUN: sdy-opt %s -split-input-file | FileCheck %s

// CHECK: module {
// CHECK-NEXT:   func.func private @a()
// CHECK-NEXT:   func.func private @b()
// CHECK-NEXT: }
func.func private @a()
func.func private @b()

// -----

// CHECK: module @named attributes {d.x = 1 : i32} {
// CHECK-NEXT: }
module @named attributes {d.x = 1 : i32} {}

// -----

// CHECK: module {
// CHECK-NEXT:   module {
// CHECK-NEXT:   }
// CHECK-NEXT:   module @other {
// CHECK-NEXT:   }
// CHECK-NEXT: }
module {}
module @other {}
