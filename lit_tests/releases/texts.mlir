// Values of cases have signs, decimals are rounded once, and no_inline follows other attributes.
// RUN: sdy-opt %s -split-input-file -shardy=0.10.2 | FileCheck %s --check-prefix=OLDER
// RUN: sdy-opt %s -split-input-file | FileCheck %s --check-prefix=NEWEST

// OLDER: 4294967295: ^bb1
// NEWEST: -1: ^bb1
func.func @cases(%a: i32) {
  cf.switch %a : i32, [default: ^bb1, -1: ^bb1]
^bb1:
  return
}

// -----

// OLDER: 255: ^bb1
// NEWEST: -1: ^bb1
func.func @unsigned(%a: i8) {
  cf.switch %a : i8, [default: ^bb1, 255: ^bb1]
^bb1:
  return
}

// -----

// OLDER: attributes {d.a, no_inline, z.a}
// NEWEST: attributes {d.a, z.a, no_inline}
func.func private @f() attributes {no_inline, z.a, d.a}

// -----

// OLDER: 1.8189894E-12 : f32
// NEWEST: 1.8189893E-12 : f32
func.func private @rounded_once() attributes {d.a = 1.8189893493357478515548564e-12 : f32}

// -----

// Properties without a place of their own are between < and >.
func.func private @callee() -> i32
func.func @caller() -> i32 {
  // OLDER: call @callee() {no_inline} : () -> i32
  // NEWEST: call @callee() <no_inline> : () -> i32
  %0 = "func.call"() <{callee = @callee, no_inline}> : () -> i32
  return %0 : i32
}
