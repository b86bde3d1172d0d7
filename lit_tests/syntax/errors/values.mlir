// What is said about values that are not there, or have another type.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:8: error: use of undeclared SSA value name
"t.op"(%a) : (i32) -> ()

// -----

// CHECK: :[[# @LINE + 2]]:8: error: use of value '%a' expects different type than prior uses: 'i64' vs 'i32'
%a = "t.op"() : () -> i32
"t.op"(%a) : (i64) -> ()

// -----

// CHECK: :[[# @LINE + 2]]:8: error: reference to invalid result number
%a:2 = "t.op"() : () -> (i32, i32)
"t.op"(%a#2) : (i32) -> ()

// -----

// CHECK: :[[# @LINE + 2]]:1: error: redefinition of SSA value '%a'
%a = "t.op"() : () -> i32
%a = "t.op"() : () -> i32

// -----

// CHECK: :[[# @LINE + 2]]:1: error: definition of SSA value '%a#0' has type 'i64'
"t.op"(%a) : (i32) -> ()
%a = "t.op"() : () -> i64

// -----

// CHECK: :[[# @LINE + 2]]:25: error: use of undeclared SSA value name
func.func @f() { %a = "t.op"() : () -> i32 return }
func.func @g() { "t.op"(%a) : (i32) -> () return }

// -----

// CHECK: :[[# @LINE + 1]]:18: error: 't.op' op using value defined outside the region
func.func @f() { "t.op"(%a) : (i32) -> () return }
func.func @g() { %a = "t.op"() : () -> i32 return }

// -----

// CHECK: :[[# @LINE + 1]]:32: error: use of value '%a' expects different type than prior uses: 'i64' vs 'i32'
func.func @f(%a: i32) { "t.op"(%a) : (i64) -> () return }

// -----

// Notes point at the name that was given, one of a group of results is called by the group's name.
// CHECK: :[[# @LINE + 3]]:8: error: use of value '%b' expects different type than prior uses: 'i64' vs 'i32'
// CHECK: :[[# @LINE + 1]]:5: note: prior use here
%a, %b:2 = "t.op"() : () -> (i32, i32, i32) loc("here")
"t.op"(%b#1) : (i64) -> ()

// -----

// CHECK: :[[# @LINE + 3]]:1: error: redefinition of SSA value '%a'
// CHECK: :[[# @LINE + 1]]:1: note: previously defined here
%a:2 = "t.op"() : () -> (i32, i32)
%a:2 = "t.op"() : () -> (i32, i32) loc("there")

// -----

// CHECK: :[[# @LINE + 2]]:5: error: redefinition of SSA value '%a'
// CHECK: :[[# @LINE + 1]]:1: note: previously defined here
%a, %a = "t.op"() : () -> (i32, i32)

// -----
// CHECK: :[[# @LINE + 3]]:6: error: unexpected character
func.func @f() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %10$3 = stablehlo.constant dense<1> : tensor<i32>
  return
}

// -----
// CHECK: :[[# @LINE + 8]]:5: error: custom op 'stablehlo.return' number of operands and types do not match: got 1 operands and 0 types
func.func @f() {
  "t.op"() ({
    stablehlo.return
  }) : () -> ()
  "t.op"() ({
    %0 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return
    %1 = stablehlo.constant dense<1> : tensor<i32>
  }) : () -> ()
}
