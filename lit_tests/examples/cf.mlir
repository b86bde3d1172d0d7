// The examples of cf's operations that need more than a function around them.
// RUN: sdy-opt %s -split-input-file | FileCheck %s

// -----
// cf.br
// CHECK-LABEL: func.func @main(%arg0: i32) -> i32 {
// CHECK-NEXT:      cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT:    ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT:      return %0 : i32
// CHECK-NEXT:    }
func.func @main(%arg0: i32) -> i32 {
  cf.br ^bb1(%arg0 : i32)
^bb1(%0: i32):
  return %0 : i32
}

// -----
// cf.cond_br
// CHECK-LABEL: func.func @main(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:      cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
// CHECK-NEXT:    ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT:      return %0 : i32
// CHECK-NEXT:    ^bb2:  // pred: ^bb0
// CHECK-NEXT:      return %arg1 : i32
// CHECK-NEXT:    }
func.func @main(%arg0: i1, %arg1: i32) -> i32 {
  cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
^bb1(%0: i32):
  return %0 : i32
^bb2:
  return %arg1 : i32
}

// -----
// cf.switch
// CHECK-LABEL: func.func @main(%arg0: i32, %arg1: f32) -> f32 {
// CHECK-NEXT:      cf.switch %arg0 : i32, [
// CHECK-NEXT:        default: ^bb1(%arg1 : f32),
// CHECK-NEXT:        42: ^bb2
// CHECK-NEXT:      ]
// CHECK-NEXT:    ^bb1(%0: f32):  // pred: ^bb0
// CHECK-NEXT:      return %0 : f32
// CHECK-NEXT:    ^bb2:  // pred: ^bb0
// CHECK-NEXT:      return %arg1 : f32
// CHECK-NEXT:    }
func.func @main(%arg0: i32, %arg1: f32) -> f32 {
  cf.switch %arg0 : i32, [
    default: ^bb1(%arg1 : f32),
    42: ^bb2
  ]
^bb1(%0: f32):
  return %0 : f32
^bb2:
  return %arg1 : f32
}
