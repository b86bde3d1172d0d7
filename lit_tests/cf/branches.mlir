// Branches between blocks, and assertions.
// RUN: sdy-opt %s -shardy=0.10.2 | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic -shardy=0.10.2 | sdy-opt -shardy=0.10.2 | FileCheck %s

// CHECK-LABEL: func.func @branches(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT:      cf.assert %arg1, "a message"
// CHECK-NEXT:      cf.cond_br %arg1, ^bb1(%arg0 : i32), ^bb2
// CHECK-NEXT:    ^bb1(%0: i32):  // 3 preds: ^bb0, ^bb2, ^bb3
// CHECK-NEXT:      cf.br ^bb3(%0, %arg1 : i32, i1) {note = 1 : i32}
// CHECK-NEXT:    ^bb2:  // 3 preds: ^bb0, ^bb2, ^bb3
// CHECK-NEXT:      cf.switch %arg0 : i32, [
// CHECK-NEXT:        default: ^bb2,
// CHECK-NEXT:        42: ^bb3(%arg0, %arg1 : i32, i1),
// CHECK-NEXT:        4294967289: ^bb1(%arg0 : i32)
// CHECK-NEXT:      ] {note}
// CHECK-NEXT:    ^bb3(%1: i32, %2: i1):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:      cf.cond_br %2 weights([1, 2]), ^bb1(%1 : i32), ^bb2
// CHECK-NEXT:    }
// CHECK-LABEL: func.func @no_cases(%arg0: i64) {
// CHECK-NEXT:      cf.switch %arg0 : i64, [
// CHECK-NEXT:        default: ^bb1]
// CHECK-NEXT:    ^bb1:  // pred: ^bb0
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL: func.func @values_of_cases(%arg0: i8) {
// CHECK-NEXT:      cf.switch %arg0 : i8, [
// CHECK-NEXT:        default: ^bb1,
// CHECK-NEXT:        0: ^bb1,
// CHECK-NEXT:        127: ^bb1,
// CHECK-NEXT:        31: ^bb1,
// CHECK-NEXT:        255: ^bb1
// CHECK-NEXT:      ]
// CHECK-NEXT:    ^bb1:  // 5 preds: ^bb0, ^bb0, ^bb0, ^bb0, ^bb0
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL: func.func @unreachable() -> i32 {
// CHECK-NEXT:      %0 = builtin.unrealized_conversion_cast to i32
// CHECK-NEXT:      return %0 : i32
// CHECK-NEXT:    ^bb1:  // pred: ^bb2
// CHECK-NEXT:      cf.br ^bb2
// CHECK-NEXT:    ^bb2:  // pred: ^bb1
// CHECK-NEXT:      %1 = builtin.unrealized_conversion_cast %2 : i32 to i32
// CHECK-NEXT:      %2 = builtin.unrealized_conversion_cast %1 : i32 to i32
// CHECK-NEXT:      cf.br ^bb1
// CHECK-NEXT:    }
// CHECK-LABEL: func.func @dominance(%arg0: i1) -> i32 {
// CHECK-NEXT:      cf.br ^bb2
// CHECK-NEXT:    ^bb1:  // pred: ^bb2
// CHECK-NEXT:      return %0 : i32
// CHECK-NEXT:    ^bb2:  // pred: ^bb0
// CHECK-NEXT:      %0 = builtin.unrealized_conversion_cast %arg0 : i1 to i32
// CHECK-NEXT:      cf.br ^bb1
// CHECK-NEXT:    }

func.func @branches(%arg0: i32, %arg1: i1) -> i32 {
  cf.assert %arg1, "a message"
  cf.cond_br %arg1, ^bb1(%arg0 : i32), ^bb2
^bb1(%0: i32):
  cf.br ^bb3(%0, %arg1 : i32, i1) {note = 1 : i32}
^bb2:
  cf.switch %arg0 : i32, [
    default: ^bb2,
    42: ^bb3(%arg0, %arg1 : i32, i1),
    -7: ^bb1(%arg0 : i32)
  ] {note}
^bb3(%1: i32, %2: i1):
  cf.cond_br %2 weights([1, 2]), ^bb1(%1 : i32), ^bb2
}
func.func @no_cases(%arg0: i64) {
  cf.switch %arg0 : i64, [default: ^bb1]
^bb1:
  return
}
func.func @values_of_cases(%arg0: i8) {
  cf.switch %arg0 : i8, [default: ^bb1, 256: ^bb1, -129: ^bb1, 0x1F: ^bb1, true: ^bb1]
^bb1:
  return
}
func.func @unreachable() -> i32 {
  %0 = builtin.unrealized_conversion_cast to i32
  return %0 : i32
^bb1:
  cf.br ^bb2
^bb2:
  %1 = builtin.unrealized_conversion_cast %2 : i32 to i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to i32
  cf.br ^bb1
}
func.func @dominance(%arg0: i1) -> i32 {
  cf.br ^bb2
^bb1:
  return %0 : i32
^bb2:
  %0 = builtin.unrealized_conversion_cast %arg0 : i1 to i32
  cf.br ^bb1
}
