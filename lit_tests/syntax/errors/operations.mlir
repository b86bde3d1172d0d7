// What is said about operations in generic form.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:4: error: expected valid ssa identifier
%a, 3 = "t.op"() : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:4: error: expected integer number of results
%a:x = "t.op"() : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:4: error: expected named operation to have at least 1 result
%a:0 = "t.op"() : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:3: error: expected '=' after SSA name
%a "t.op"() : () -> i32

// -----

// CHECK: :[[# @LINE + 1]]:5: error: expected operation name in quotes
%a = %b = "t.op"() : () -> i32

// -----

// CHECK: :[[# @LINE + 1]]:1: error: cannot name an operation with no results
%a = "t.op"() : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: operation defines 2 results but was provided 3 to bind
%a:3 = "t.op"() : () -> (i32, i32)

// -----

// CHECK: :[[# @LINE + 1]]:5: error: redefinition of SSA value '%a'
%a, %a = "t.op"() : () -> (i32, i32)

// -----

// CHECK: :[[# @LINE + 1]]:7: error: expected '(' to start operand list
"t.op" : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:10: error: expected ')' to end operand list
"t.op"(%a : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:11: error: expected SSA operand
"t.op"(%a, ) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:18: error: expected '>' to close properties
"t.op"() <{a = 1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: expected ')' to end region list
"t.op"() ({}, {} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:14: error: expected '{' to begin a region
"t.op"() ({},) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:17: error: expected ':' followed by operation type
"t.op"() {a = 1} <{}> : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:9: error: expected ':' followed by operation type
"t.op"() -> ()

// -----

// CHECK: :[[# @LINE + 1]]:12: error: expected function type
"t.op"() : i32

// -----

// CHECK: :[[# @LINE + 1]]:14: error: expected '->' in function type
"t.op"() : () i32

// -----

// CHECK: :[[# @LINE + 1]]:12: error: expected 0 operand types but had 2
"t.op"() : (i32, i32) -> ()

// -----

// CHECK: :[[# @LINE + 1]]:8: error: use of undeclared SSA value name
"t.op"(%a) : (i32) -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: empty operation name is invalid
""() : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: Dialect `t' not found for custom op 't.op' 
t.op

// -----

// CHECK: :[[# @LINE + 1]]:1: error: custom op 'foo' is unknown (tried 'builtin.foo' as well)
foo

// -----

// CHECK: :[[# @LINE + 1]]:1: error: expected operation name in quotes
i32

// -----

// CHECK: :[[# @LINE + 1]]:1: error: custom op 'tensor' is unknown (tried 'builtin.tensor' as well)
tensor<4xf32>

// -----

// CHECK: :[[# @LINE + 1]]:1: error: custom op 'func.foo' is unknown
func.foo
