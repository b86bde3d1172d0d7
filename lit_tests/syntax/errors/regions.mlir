// What is said about regions, blocks, their arguments and what branches to them.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:32: error: expected operation name in quotes
"t.op"() ({ "t.op"() : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: expected ':' after block name
"t.op"() ({ ^bb0 "t.op"() : () -> () }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:18: error: expected SSA operand
"t.op"() ({ ^bb0(i32): }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:20: error: expected ':' and type for SSA operand
"t.op"() ({ ^bb0(%a i32): }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected SSA operand
"t.op"() ({ ^bb0(%a: i32, ): }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected location instance
"t.op"() ({ ^bb0(%a: i32 loc(3)): }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:45: error: redefinition of block '^bb0'
"t.op"() ({ ^bb0: "t.br"()[^bb0] : () -> () ^bb0: }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: reference to an undefined block
"t.op"() ({ "t.br"()[^bb1] : () -> () }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected list element
"t.op"() ({ "t.br"()[] : () -> () }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected block name
"t.op"() ({ "t.br"()[3] : () -> () }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected ',' or ']'
"t.op"() ({ ^a: "t.br"()[^a : () -> () }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: invalid block name in region with named arguments
func.func @f(%a: i32) { ^bb0: return }

// -----

// CHECK: :[[# @LINE + 1]]:35: error: successors in non-terminator
func.func @f() { ^a: "func.call"()[^a] <{callee = @f}> : () -> () }

// -----

// CHECK: :[[# @LINE + 1]]:27: error: redefinition of SSA value '%a'
"t.op"() ({ ^bb0(%a: i32, %a: i32): }) : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:11: error: reference to an undefined block
"t.op"() [^bb0] : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:7: error: redefinition of SSA value '%b'
%b:2, %b = "t.op"() : () -> (i32, i32, i32)
