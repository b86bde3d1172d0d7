// What is said about attributes and types that their dialect does not have.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:20: error: unknown attribute `foo` in dialect `sdy`
"t.op"() {a = #sdy.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:20: error: unknown attribute `foo` in dialect `sdy`
"t.op"() {a = #sdy<foo>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:20: error: expected valid keyword
"t.op"() {a = #sdy<>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected valid keyword
"t.op"() {a = #sdy< 3>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:19: error: undefined symbol alias id 'sdy'
"t.op"() {a = #sdy} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:20: error: dialect 'sdy' provides no type parsing hook
"t.op"() {a = !sdy.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: dialect 'func' provides no attribute parsing hook
"t.op"() {a = #func.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: dialect 'builtin' provides no attribute parsing hook
"t.op"() {a = #builtin.foo} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: dialect 'func' provides no type parsing hook
"t.op"() {a = !func<foo>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: unbalanced '<' character in pretty dialect name
"t.op"() {a = #sdy.sharding<@mesh, [{"x"}]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: unbalanced '[' character in pretty dialect name
"t.op"() {a = #sdy.sharding<@mesh, [{"x"}} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:30: error: expected ')'
"t.op"() : (!stablehlo.token-> ) -> ()

// -----
// CHECK: :[[# @LINE + 1]]:29: error: unbalanced '[' character in pretty dialect name
"t.op"() {a = #stablehlo.dot<lhs_batching_dimensions = [1], // [
 rhs_batching_dimensions = [1]>} : () -> ()

// -----
// What is no token behind a symbol is read twice, and then once more from where that was reported.
// CHECK: :[[# @LINE + 2]]:26: error: @ identifier expected to start with letter or '_'
// CHECK: :[[# @LINE + 1]]:26: error: @ identifier expected to start with letter or '_'
"t.op"() {a = #sdy.mesh @<"m"} : () -> ()

// -----
// CHECK: :[[# @LINE + 3]]:26: error: expected three consecutive dots for an ellipsis
// CHECK: :[[# @LINE + 2]]:26: error: expected three consecutive dots for an ellipsis
// CHECK: :[[# @LINE + 1]]:27: error: expected three consecutive dots for an ellipsis
"t.op"() {a = #sdy.mesh .. } : () -> ()

// -----
// What is reported of a line that is read all the same is reported of each such line.
// CHECK: :[[# @LINE + 2]]:32: error: unexpected character
// CHECK: :[[# @LINE + 2]]:32: error: unexpected character
"t.op"() {a = #sdy<axis_ref"a" $>} : () -> ()
"t.op"() {a = #sdy<axis_ref"a" $>} : () -> ()
?
