// What is said about the heads of functions, calls and returns.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:11: error: custom op 'func.func' expected valid '@'-identifier for symbol name
func.func f() { return }

// -----

// CHECK: :[[# @LINE + 1]]:19: error: custom op 'func.func' expected valid '@'-identifier for symbol name
func.func private {}

// -----

// CHECK: :[[# @LINE + 1]]:11: error: custom op 'func.func' expected valid '@'-identifier for symbol name
func.func hidden @f() { return }

// -----

// CHECK: :[[# @LINE + 1]]:13: error: expected '('
func.func @f { return }

// -----

// CHECK: :[[# @LINE + 1]]:14: error: expected non-function type
func.func @f(

// -----

// CHECK: :[[# @LINE + 1]]:16: error: expected ':'
func.func @f(%a) { return }

// -----

// CHECK: :[[# @LINE + 1]]:17: error: expected non-function type
func.func @f(%a: ) { return }

// -----

// CHECK: :[[# @LINE + 1]]:23: error: custom op 'func.func' expected SSA identifier
func.func @f(%a: i32, ) { return }

// -----

// CHECK: :[[# @LINE + 1]]:23: error: custom op 'func.func' expected SSA identifier
func.func @f(%a: i32, i32) { return }

// -----

// CHECK: :[[# @LINE + 1]]:19: error: custom op 'func.func' expected type instead of SSA identifier
func.func @f(i32, %a: i32) { return }

// -----

// CHECK: :[[# @LINE + 1]]:18: error: expected non-function type
func.func @f(i32, ) { return }

// -----

// CHECK: :[[# @LINE + 1]]:16: error: result number not allowed in argument list
func.func @f(%a#0: i32) { return }

// -----

// CHECK: :[[# @LINE + 1]]:23: error: region entry argument '%a' is already in use
func.func @f(%a: i32, %a: i32) { return }

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected ')'
func.func @f(%a: i32 { return }

// -----

// CHECK: :[[# @LINE + 1]]:18: error: expected non-function type
func.func @f() -> { return }

// -----

// CHECK: :[[# @LINE + 1]]:34: error: expected ')'
func.func @f() -> (i32 { return }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op symbol declaration cannot have public visibility
func.func @f() -> i32 attributes { return }

// -----

// CHECK: :[[# @LINE + 1]]:16: error: custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary
func.func @f() attributes {sym_name = "g"} { return }

// -----

// CHECK: :[[# @LINE + 1]]:16: error: custom op 'func.func' expected non-empty function body
func.func @f() {}

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected operation name in quotes
func.func @f() { return @x }

// -----

// CHECK: :[[# @LINE + 1]]:34: error: expected ':'
func.func @f(%a: i32) { return %a }

// -----

// CHECK: :[[# @LINE + 1]]:36: error: expected non-function type
func.func @f(%a: i32) { return %a : }

// -----

// CHECK: :[[# @LINE + 1]]:32: error: custom op 'func.return' number of operands and types do not match: got 2 operands and 1 types
func.func @f(%a: i32) { return %a, %a : i32 }

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected operation name in quotes
func.func @f(%a: i32) { return : i32 }

// -----

// CHECK: :[[# @LINE + 1]]:23: error: integer literal not valid for specified type
func.func @f() { call 3() : () -> () }

// -----

// CHECK: :[[# @LINE + 1]]:23: error: custom op 'func.call' invalid kind of attribute specified
func.func @f() { call "f"() : () -> () }

// -----

// CHECK: :[[# @LINE + 1]]:23: error: custom op 'func.call' invalid kind of attribute specified
func.func @f() { call @f::@g() : () -> () }

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected ')'
func.func @f() { call @f( : () -> () }

// -----

// CHECK: :[[# @LINE + 1]]:30: error: custom op 'func.call' invalid kind of type specified: expected builtin.function, but found 'i32'
func.func @f() { call @f() : i32 }

// -----

// CHECK: :[[# @LINE + 1]]:26: error: custom op 'func.call' number of operands and types do not match: got 0 operands and 1 types
func.func @f() { call @f() : (i32) -> () }

// -----

// CHECK: :[[# @LINE + 1]]:46: error: custom op 'func.call_indirect' invalid kind of type specified: expected builtin.function, but found 'i32'
func.func @f(%a: i32) { call_indirect %a() : i32 }
