// Where the next character is that of no token: it is said first if MLIR has gone on to it, and otherwise not at all.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:57: error: unexpected character
func.func @f(%a: tensor<4xf32>) { stablehlo.compare FOO $

// -----
// CHECK: :[[# @LINE + 1]]:33: error: expected one of: `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, `start_indices_batching_dims`, `start_index_map`, `index_vector_dim`
"t.op"() {a = #stablehlo.gather<foo $ >} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:50: error: unexpected character
"t.op"() {a = #stablehlo.gather<index_vector_dim $ >} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:26: error: unknown StableHLO attribute
"t.op"() {a = #stablehlo.foo$} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:29: error: unbalanced '<' character in pretty dialect name
"t.op"() {a = #stablehlo.dot<lhs_batching_dimensions = -$]>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:82: error: expected '->' in function type
func.func @f(%a: tensor<4xf32>) { %b = stablehlo.slice %a [0:1] : (tensor<4xf32>) -$ tensor<4xf32>

// -----
// CHECK: :[[# @LINE + 1]]:19: error: @ identifier expected to start with letter or '_'
"t.op"() {a = @a:@:b} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:16: error: result number not allowed in argument list
func.func @f(%a#0 $: foo)

// -----
// CHECK: :[[# @LINE + 1]]:19: error: successors in non-terminator
"stablehlo.abs"() [$] : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:26: error: hexadecimal float constant out of range for type
"t.op"() {a = array<f32: 0xFFFFFFFFFFFFFF $>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:25: error: expected i1 type for 'true' or 'false' values
"t.op"() {a = array<i8: true $>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:29: error: unexpected character
"t.op"() {a = array<i8: 300 $>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:29: error: expected integer line number in FileLineColRange
"t.op"() : () -> () loc("a":99999999999999999 $)

// -----
// CHECK: :[[# @LINE + 2]]:1: error: redefinition of attribute alias id 'a'
#a = 3
#a $

// -----
// CHECK: :[[# @LINE + 1]]:4: error: expected named operation to have at least 1 result
%0:0 $ = "t.op"() : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:11: error: expected valid attribute name
"t.op"() {"" $ = 3} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:82: error: unexpected character
func.func @f(%a: tensor<4xf32>) { sdy.sharding_constraint %a <@m, [{"a"}]> : i32 $

// -----
// CHECK: :[[# @LINE + 1]]:30: error: unexpected character
func.func private @f(tensor<*$)

// -----
// CHECK: :[[# @LINE + 1]]:31: error: unexpected character
func.func private @f(vector<[4$)

// -----
// CHECK: :[[# @LINE + 1]]:32: error: unexpected character
func.func private @f(vector<[4]$)
