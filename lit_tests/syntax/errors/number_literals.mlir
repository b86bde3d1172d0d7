// Numbers that are no floats, or out of the range of their type.
// RUN: not sdy-opt %s -allow-unregistered-dialect -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 2]]:16: error: unexpected decimal integer literal for a floating point value
// CHECK: :[[# @LINE + 1]]:16: note: add a trailing dot to make the literal a float
"t.op"() {a = -1 : f32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: hexadecimal float literal should not have a leading minus
"t.op"() {a = - 0x1 : f32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: hexadecimal float constant out of range for type
"t.op"() {a = 0x100000000 : f32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:19: error: expected '}' in attribute dictionary
"t.op"() {a = true : f32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:14: error: expected attribute value
"t.op"() {a = inf : f32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"t.op"() {a = 256 : i8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: integer constant out of range for attribute
"t.op"() {a = -129 : i8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: integer constant out of range for attribute
"t.op"() {a = -255 : i8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"t.op"() {a = 128 : si8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: integer constant out of range for attribute
"t.op"() {a = -0 : i32} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"t.op"() {a = 1 : si1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"t.op"() {a = 2 : i1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"t.op"() {a = 1 : i0} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"t.op"() {a = 9223372036854775808 : si64} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: integer constant out of range for attribute
"t.op"() {a = 256 : ui8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: negative integer literal not valid for unsigned integer type
"t.op"() {a = -1 : ui8} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: floating point value not valid for specified type
"t.op"() {a = 1.0 : i8} : () -> ()
