// What is said about names of values, symbols and attributes, and about operations and functions that are none.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 2]]:31: error: unexpected character
// BOM-less unicode comment é
func.func @"é→"(%a: i32 {d.é = 1 : i32}) { return }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: invalid SSA name
%é = "t.op"() : () -> i32

// -----

// CHECK: :[[# @LINE + 1]]:3: error: expected '=' after SSA name
%0a = "t.op"() : () -> i32

// -----

// CHECK: :[[# @LINE + 1]]:13: error: expected '('
func.func @a-b() { return }

// -----

// CHECK: :[[# @LINE + 1]]:12: error: @ identifier expected to start with letter or '_'
func.func @1a() { return }

// -----

// CHECK: :[[# @LINE + 1]]:11: error: expected valid attribute name
"t.op"() {"" = 1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: unexpected character
"t.op"() {"1a" = 1, a1 = 2, _ = 3, $a = 4} : () -> ()

// -----

// CHECK: :[[# @LINE + 7]]:5: error: redefinition of SSA value '%c'
func.func @f(%arg0: i32) {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %c_0 = stablehlo.constant dense<2> : tensor<i32>
  %c_1 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %cst = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "t.op"() ({
    %c = stablehlo.constant dense<1> : tensor<i32>
    "t.isolated"() ({ ^bb0(%arg0: i32): %c = stablehlo.constant dense<1> : tensor<i32> "t.x"() : () -> () }) : () -> ()
    %d = stablehlo.constant dense<4> : tensor<i32>
    "t.e"() : () -> ()
  }) : () -> i32
  %z:2 = "t.op"() : () -> (i32, i32)
  return
}

// -----

// CHECK: :[[# @LINE + 5]]:7: error: redefinition of SSA value '%c'
func.func @f(%a: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %a, %iterArg_0 = %c) : tensor<i32>, tensor<i32>
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %c = stablehlo.constant dense<2> : tensor<i32>
      %1:2 = stablehlo.while(%x = %c, %y = %iterArg) : tensor<i32>, tensor<i32>
       cond { %c_3 = stablehlo.constant dense<true> : tensor<i1> stablehlo.return %c_3 : tensor<i1> }
       do { stablehlo.return %y, %x : tensor<i32>, tensor<i32> }
      stablehlo.return %1#1, %c : tensor<i32>, tensor<i32>
    }
  return %0#1 : tensor<i32>
}

// -----

// CHECK: :[[# @LINE + 1]]:18: error: 'func.func' op symbol's parent must have the SymbolTable trait
func.func @f() { func.func @g() { %0 = "t.x"() : () -> i32 return } return }

// -----

// CHECK: :[[# @LINE + 1]]:15: error: unknown escape in string literal
"t.x"() {a = "\x"} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: unknown escape in string literal
"t.x"() {a = "\1"} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:18: error: expected '"' in string literal
"t.x"() {a = "abc
"} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:19: error: unexpected character
"t.x"() : () -> ();

// -----

// CHECK: :[[# @LINE + 1]]:19: error: expected operation name in quotes
"t.x"() : () -> () }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: expected operation name in quotes
/ "t.x"() : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:1: error: redefinition of type alias id 'a'
!a = i32
!a = i64

// -----

// CHECK: :[[# @LINE + 2]]:1: error: redefinition of attribute alias id 'a'
#a = 1
#a = 2

// -----

// CHECK: :[[# @LINE + 1]]:16: error: undefined symbol alias id 'b'
"t.x"() {a = #b} : () -> ()
#b = 1

// -----

// CHECK: :[[# @LINE + 1]]:8: error: undefined symbol alias id 'c'
#b = #c
#c = 1

// -----

// CHECK: :[[# @LINE + 1]]:9: error: undefined symbol alias id 'b'
#b = [#b]

// -----

// CHECK: :[[# @LINE + 1]]:11: error: expected operation name in quotes
"t.x"() ({ #b = 1 }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: attribute names with a '.' are reserved for dialect-defined names
#a.b = 1

// -----

// CHECK: :[[# @LINE + 1]]:1: error: invalid type identifier
!"a" = i32

// -----

// CHECK: :[[# @LINE + 1]]:1: error: invalid attribute name
# a = 1

// -----

// CHECK: :[[# @LINE + 2]]:7: error: reference to invalid result number
%0:2 = "t.op"() : () -> (i32, i32)
"t.u"(%0 #2) : (i32) -> ()

// -----

// CHECK: :[[# @LINE + 2]]:10: error: invalid attribute name
%0 :2 = "t.op"() : () -> (i32, i32)
"t.u"(%0 # 1) : (i32) -> ()

// -----

// CHECK: :[[# @LINE + 2]]:9: error: invalid SSA value result number
%0:2 = "t.op"() : () -> (i32, i32)
"t.u"(%0#a) : (i32) -> ()

// -----

// CHECK: :[[# @LINE + 2]]:9: error: invalid SSA value result number
%0:2 = "t.op"() : () -> (i32, i32)
"t.u"(%0#99999999999999999999) : (i32) -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: operation defines 2 results but was provided 3 to bind
%a, %b:2 = "t.op"() : () -> (i32, i32)

// -----

// CHECK: :[[# @LINE + 1]]:4: error: expected named operation to have at least 1 result
%a:0 = "t.op"() : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:3: error: expected '=' after SSA name
%a#0 = "t.op"() : () -> (i32)

// -----

// CHECK: :[[# @LINE + 1]]:19: error: result number not allowed in argument list
func.func @f(%arg0#1: i32) { return }

// -----

// CHECK: :[[# @LINE + 3]]:5: error: expected '->' in function type
"t.op"() // c
 // d
: () /* x */ -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op symbol declaration cannot have public visibility
func.func @f(i32)

// -----

// CHECK: :[[# @LINE + 1]]:23: error: 'func.constant' op reference to function with mismatched type
func.func @f() { %f = func.constant @g : (i32) -> ()  return }
func.func private @g()

// -----

// CHECK: :[[# @LINE + 1]]:14: error: expected non-function type
func.func @f(...) { return }

// -----

// CHECK: :[[# @LINE + 1]]:31: error: custom op 'func.func' expected SSA identifier
func.func private @f(%a: i32, ...)

// -----

// CHECK: :[[# @LINE + 1]]:25: error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1
func.func @f() -> i32 { return }

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected non-function type
func.func @f() -> (i32, ) { return }

// -----

// CHECK: :[[# @LINE + 1]]:23: error: region entry argument '%a' is already in use
func.func @f(%a: i32, %a: i32) { return }

// -----

// CHECK: :[[# @LINE + 3]]:58: error: expected non-function type
%0 = builtin.unrealized_conversion_cast to i32
%1:2 = builtin.unrealized_conversion_cast %0 : i32 to f32, i64
builtin.unrealized_conversion_cast %0, %1#0 : i32, f32 to

// -----

// CHECK: :[[# @LINE + 4]]:47: error: expected non-function type
%0 = "t.c"() : () -> i32
%1:2 = builtin.unrealized_conversion_cast %0 : i32 to f32, i64 {a = 1 : i32}
%2 = unrealized_conversion_cast %1#0 : f32 to i8
builtin.unrealized_conversion_cast %0 : i32 to

// -----

// CHECK: :[[# @LINE + 2]]:8: error: operand #0 does not dominate this use
func.func @f() {
  %0 = "t.a"(%1) : (i32) -> i32
  %1 = "t.b"(%0) : (i32) -> i32
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:1: error: entry block of region may not have predecessors
"t.region"() ({}, {^bb0: }, { "t.x"() : () -> () }, {^bb0(%a: i32): ^bb1: "t.t"()[^bb0] : () -> () }) : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:16: error: expected ':' followed by operation type
"t.a"() {a = 1} {b = 2} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: unregistered operation 'func.foo' found in dialect ('func') that does not allow unknown operations
"func.foo"() : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: unregistered operation 'builtin.foo' found in dialect ('builtin') that does not allow unknown operations
"builtin.foo"() : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: custom op 'func.foo' is unknown
func.foo

// -----

// CHECK: :[[# @LINE + 1]]:1: error: custom op 'foo' is unknown (tried 'builtin.foo' as well)
foo

// -----

// CHECK: :[[# @LINE + 1]]:1: error: Dialect `foo' not found for custom op 'foo.bar'
foo.bar

// -----

// CHECK: :[[# @LINE + 1]]:20: error: result number not allowed in argument list
func.func @f(%arg0 #1: i32) { return }

// -----

// CHECK: :[[# @LINE + 1]]:3: error: expected '=' after SSA name
%a #0 = "t.op"() : () -> (i32)

// -----

// CHECK: :[[# @LINE + 1]]:75: error: result number not allowed in argument list
func.func @f(%a: tensor<2xf32>) { %0 = sdy.named_computation<"x">(%a) (%b #0: tensor<2xf32>) { sdy.return %b : tensor<2xf32> } : (tensor<2xf32>) -> (tensor<2xf32>) return }
