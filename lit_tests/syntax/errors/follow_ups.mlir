// What is reported after the first error of a text that cannot be read: which parts of which attributes could not be, from
// the innermost on. All of it counts with -verify-diagnostics, and what can be read is written.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect | FileCheck %s

// CHECK: func.func private @last()

// expected-error @+2 {{expected non-function type}}
// expected-error @+1 {{expected an integer or floating point type}}
"test.op"() {a = array<foo: 1>} : () -> ()

// -----

// expected-error @+2 {{expected 'x' in dimension list}}
// expected-error @+1 {{expected an integer or floating point type}}
"test.op"() {a = array<tensor<2: 1>} : () -> ()

// -----

// expected-error @+2 {{expected attribute value}}
// expected-error @+1 {{expected attribute}}
"test.op"() {a = distinct[0]<foo>} : () -> ()

// -----

// expected-error @+3 {{expected affine expression}}
// expected-error @+2 {{missing operand of negation}}
// expected-error @+1 {{missing operand of negation}}
"test.op"() {a = affine_map<(i) -> (- (-))>} : () -> ()

// -----

// expected-error @+2 {{missing right operand of binary operator}}
// expected-error @+1 {{missing operand of negation}}
"test.op"() {a = affine_map<(i) -> (i + - (i * ))>} : () -> ()

// -----

// A token behind an attribute of a dialect is read as often as the parser goes back to it.
// expected-error @+3 {{unexpected character}}
// expected-error @+2 {{unexpected character}}
// expected-error @+1 {{unexpected character}}
"test.op"() {a = #sdy.mesh<["a"=2]> $} : () -> ()

// -----

// expected-error @+3 {{unexpected character}}
// expected-error @+2 {{unexpected character}}
// expected-error @+1 {{unexpected character}}
"test.op"() {a = #sdy.mesh $} : () -> ()

// -----

// expected-error @+3 {{unexpected character}}
// expected-error @+2 {{unexpected character}}
// expected-error @+1 {{unexpected character}}
"test.op"() {a = !stablehlo.token $} : () -> ()

// -----

// expected-error @+5 {{unexpected character}}
// expected-error @+4 {{expected integer value}}
// expected-error @+3 {{failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`}}
// expected-error @+2 {{failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
// expected-error @+1 {{unexpected character}}
"test.op"() {a = #sdy.mesh<["a"=]> $} : () -> ()

// -----

func.func private @last()
