// Names of values, symbols and attributes, forms of operations, functions and modules, as they are read and printed.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect | FileCheck %s

// CHECK: func.func @"\C3\A9\E2\86\92"(%arg0: i32 {"d.\C3\A9" = "\C3\BC"}) {
// CHECK: return
func.func @"é→"(%a: i32 {"d.é" = "ü"}) { return }

// -----

// CHECK: "t.op"() {"a\\b" = "\01\7F\80", "\C3\A9" = "\C3\A9"} : () -> ()
"t.op"() {"é" = "\C3\A9", "a\\b" = "\01\7F\80"} : () -> ()

// -----

// CHECK: "t.op"() {a = "tab\09in"} : () -> ()
"t.op"() {a = "tab	in"} : () -> ()

// -----

// CHECK: %0 = "t.op"() : () -> i32
// CHECK: "t.u"(%0) : (i32) -> ()
%a$b.c-d_e = "t.op"() : () -> i32
"t.u"(%a$b.c-d_e) : (i32) -> ()

// -----

// CHECK: %0 = "t.op"() : () -> i32
%-a = "t.op"() : () -> i32

// -----

// CHECK: %0 = "t.op"() : () -> i32
%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = "t.op"() : () -> i32

// -----

// CHECK: func.func @a$b.c() {
// CHECK: return
func.func @a$b.c() { return }

// -----

// CHECK: func.func @"1a"() {
// CHECK: return
func.func @"1a"() { return }

// -----

// CHECK: func.func @<<INVALID EMPTY SYMBOL>>() {
// CHECK: return
func.func @""() { return }

// -----

// CHECK: module @<<INVALID EMPTY SYMBOL>> {
module @"" {}

// -----

// CHECK: "t.op"() {".a", "a b.c", "a-b" = @"x y"::@<<INVALID EMPTY SYMBOL>>, a..b, a.b = 1 : i64} : () -> ()
"t.op"() {"a-b" = @"x y"::@"", "a.b" = 1, "a..b", ".a", "a b.c"} : () -> ()

// -----

// CHECK: %1 = "t.x"() : () -> i32
// CHECK: %0 = "t.x"() : () -> i32
module { module { %0 = "t.x"() : () -> i32 } %0 = "t.x"() : () -> i32 }

// -----

// CHECK: "t.x"() {a = "\0A\0D\09\00\7F\FF", b = "\0A\09\22\\"} : () -> ()
"t.x"() {a = "\0A\0D\09\00\7f\ff", b = "\n\t\"\\"} : () -> ()

// -----

// CHECK: "t.x"() {a = #x.y<"//no comment">} : () -> ()
"t.x"() {a = #x.y<"//no comment"> } : () -> () // c

// -----

// CHECK: %0 = "t.x"() {a = tuple<i32, i32>, b = dense<1> : tensor<2xi32>} : () -> i32
!a = i32
!b = tuple<!a, !a>
#c = dense<1> : tensor<2x!a>
"t.x"() {a = !b, b = #c} : () -> !a

// -----

// CHECK: "t.x"() {a = 1 : i64} : () -> ()
#0 = 1
"t.x"() {a = #0} : () -> ()

// -----

// CHECK: "t.x"() {a = 1 : i64} : () -> ()
#a$-b = 1
"t.x"() {a = #a$-b} : () -> ()

// -----

// CHECK: %0:2 = "t.op"() : () -> (i32, i32)
// CHECK: "t.u"(%0#1, %0#0, %0#1) : (i32, i32, i32) -> ()
%0:2 = "t.op"() : () -> (i32, i32)
"t.u"(%0 #1, %0 #0, %0#1) : (i32, i32, i32) -> ()

// -----

// CHECK: %0:2 = "t.op"() : () -> (i32, i32)
// CHECK: "t.u"(%0#1) : (i32) -> ()
%0 : 2 = "t.op"() : () -> (i32, i32)
"t.u"(%0
 #1) : (i32) -> ()

// -----

// CHECK: %0:2 = "t.op"() : () -> (i32, i32)
// CHECK: "t.u"(%0#1) : (i32) -> ()
%0:2 = "t.op"() : () -> (i32, i32)
"t.u"(%0#01) : (i32) -> ()

// -----

// CHECK: %0:2 = "t.op"() : () -> (i32, i32)
%0:0x2 = "t.op"() : () -> (i32, i32)

// -----

// CHECK: %0:3 = "t.op"() : () -> (i32, i32, f32)
// CHECK: "t.u"(%0#2, %0#0) : (f32, i32) -> ()
%a, %b:2 = "t.op"() : () -> (i32, i32, f32)
"t.u"(%b#1, %a) : (f32, i32) -> ()

// -----

// CHECK: func.func @f(%arg0: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
// CHECK: %0:2 = sdy.named_computation<"x">(%arg0) (%arg1: tensor<2xf32>) {
// CHECK: sdy.return %arg1, %arg1 : tensor<2xf32>, tensor<2xf32>
// CHECK: } : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK: %1 = stablehlo.add %0#0, %0#1 : tensor<2xf32>
// CHECK: return %0#1, %1 : tensor<2xf32>, tensor<2xf32>
func.func @f(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0:2 = sdy.named_computation<"x">(%a) (%b: tensor<2xf32>) { sdy.return %b, %b : tensor<2xf32>, tensor<2xf32> } : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %1 = stablehlo.add %0 #0, %0 #1 : tensor<2xf32>
  return %0 #1, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK: "t.op"() : () -> ()
"t.op"() : () -> () // comment "

// -----

// CHECK: module @m <sym_visibility = "private"> {
module @m <sym_visibility = "private"> {}

// -----

// CHECK: module @"q r" {
// CHECK: module @inner attributes {x.a} {
module @"q r" { module @inner attributes {x.a} { } module {} }

// -----

// CHECK: module @a {
// CHECK: func.func private @f()
module @a { func.func private @f() } loc("x")

// -----

// CHECK: func.func public @f() {
// CHECK: return
func.func public @f() { return }

// -----

// CHECK: func.func nested @f() {
// CHECK: return
func.func nested @f() { return }

// -----

// CHECK: func.func private @f(i32, i32)
func.func private @f(i32, i32)

// -----

// CHECK: func.func @f() {
// CHECK: call @g() : () -> ()
// CHECK: return
// CHECK: func.func private @g()
func.func @f() { func.call @g() : () -> () return }
func.func private @g()

// -----

// CHECK: func.func @f() {
// CHECK: %f = constant @g : () -> ()
// CHECK: call_indirect %f() : () -> ()
// CHECK: return
// CHECK: func.func private @g()
func.func @f() { %0 = constant @g : () -> ()  call_indirect %0() : () -> () return }
func.func private @g()

// -----

// CHECK: func.func @f(%arg0: i32 {x.a}, %arg1: f32 {x.b = 1 : i32}) -> (i32 {x.r}, f32) attributes {x.f, no_inline} {
// CHECK: return %arg0, %arg1 : i32, f32
func.func @f(%a: i32 {x.a}, %b: f32 {x.b = 1 : i32}) -> (i32 {x.r}, f32) attributes {no_inline, x.f} { return %a, %b : i32, f32 }

// -----

// CHECK: func.func @f() attributes {no_inline} {
// CHECK: return
func.func @f() attributes {no_inline} { return }

// -----

// CHECK: func.func @"a b"() {
// CHECK: call @"a b"() : () -> ()
// CHECK: return
func.func @"a b"() { call @"a b"() : () -> () return }

// -----

// CHECK: func.func @f() {
// CHECK: return
func.func @f() -> () { return }

// -----

// CHECK: %0 = unrealized_conversion_cast to i32
%0 = builtin.unrealized_conversion_cast to i32

// -----

// CHECK: func.func @f(%arg0: i1) {
// CHECK: "t.br"(%arg0)[^bb1, ^bb2] : (i1) -> ()
// CHECK: ^bb1:  // 2 preds: ^bb0, ^bb2
// CHECK: "t.br"(%arg0)[^bb2] : (i1) -> ()
// CHECK: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK: "t.br"()[^bb1] : () -> ()
// CHECK: ^bb3:  // no predecessors
// CHECK: return
func.func @f(%c: i1) {
  "t.br"(%c)[^a, ^b] : (i1) -> ()
^a:
  "t.br"(%c)[^b] : (i1) -> ()
^b:
  "t.br"()[^a] : () -> ()
^c:
  return
}

// -----

// CHECK: func.func @f() {
// CHECK: "t.br"()[^bb1] : () -> ()
// CHECK: ^bb1(%0: i32):  // pred: ^bb0
// CHECK: "t.u"(%0) : (i32) -> ()
// CHECK: ^bb2:  // no predecessors
// CHECK: "t.u"(%0) : (i32) -> ()
func.func @f() {
  "t.br"()[^a] : () -> ()
^a(%x: i32):
  "t.u"(%x) : (i32) -> ()
^b:
  "t.u"(%x) : (i32) -> ()
}

// -----

// CHECK: "t.region"() ({
// CHECK: %0 = "t.a"(%1) : (i32) -> i32
// CHECK: %1 = "t.b"(%0) : (i32) -> i32
// CHECK: }) : () -> ()
"t.region"() ({
  %0 = "t.a"(%1) : (i32) -> i32
  %1 = "t.b"(%0) : (i32) -> i32
}) : () -> ()

// -----

// CHECK: "t.a"() ({
// CHECK: ^bb0(%arg0: i32, %arg1: i32):
// CHECK: %0 = "t.b"(%arg0) : (i32) -> i32
// CHECK: "t.c"() ({
// CHECK: %1 = "t.d"(%0) : (i32) -> i32
// CHECK: }) : () -> ()
// CHECK: }) {a, z} : () -> ()
"t.a"() ({ ^bb0(%arg0: i32, %arg1: i32): %0 = "t.b"(%arg0) : (i32) -> i32 "t.c"() ({ %1 = "t.d"(%0) : (i32) -> i32 }) : () -> () }) {z, a} : () -> ()

// -----

// CHECK: "t.a"() <{a, b = 1 : i64, "x y" = 3 : i8}> {c} : () -> ()
"t.a"() <{b = 1, a = unit, "x y" = 3 : i8}> {c} : () -> ()

// -----

// CHECK: "t.a"() <5 : i64> : () -> ()
"t.a"() <5> : () -> ()

// -----

// CHECK: "t.a"() <{}> : () -> ()
"t.a"() <{}> {} : () -> ()

// -----

// CHECK: "a"() : () -> ()
"a"() : () -> ()

// -----

// CHECK: "a b.c"() : () -> ()
"a b.c"() : () -> ()

// -----

// CHECK: "t."() : () -> ()
"t."() : () -> ()

// -----

// CHECK: ".t"() : () -> ()
".t"() : () -> ()

// -----

// CHECK: %0 = "t.a"() : () -> i32
// CHECK: %1 = "t.b"(%0) : (i32) -> i32
%0 = "t.a"() : () -> i32 %1 = "t.b"(%0) : (i32) -> i32

// -----

// CHECK: %0 = "t.op"() ({
// CHECK: ^bb0(%arg0: i32):
// CHECK: }) : () -> i32
"t.op"() ({ ^bb0(%a #0: i32): }) : () -> (i32)
