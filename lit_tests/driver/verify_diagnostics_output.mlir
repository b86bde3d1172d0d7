// With -verify-diagnostics the modules that do not fail are written, whether all that was expected came or not; only the
// exit status depends on that. A module that fails is not written, as expected as that may be.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics -sdy-lift-inlined-meshes | FileCheck %s
// RUN: sdy-opt %s -split-input-file -verify-diagnostics -diff -sdy-lift-inlined-meshes | FileCheck %s --check-prefix=DIFF
// RUN: not sdy-opt %S/Inputs/wrong_expectations.mlir -verify-diagnostics 2>/dev/null | FileCheck %s --check-prefix=WRONG
// RUN: sdy-opt %s -split-input-file -verify-diagnostics -o %t
// RUN: FileCheck %s --check-prefix=FILE < %t
// RUN: not sdy-opt %S/Inputs/wrong_expectations.mlir -verify-diagnostics -o %t 2>/dev/null
// RUN: FileCheck %s --check-prefix=FILE < %t

// CHECK: sdy.mesh @mesh = <["x"=2]>
// CHECK: func.func @first(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
func.func @first(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) {
  return
}

// -----

// Neither what cannot be read

func.func @unread() {
  return %a : i32 // expected-error {{use of undeclared SSA value name}}
}

// -----

// nor what is not valid.

sdy.mesh @mesh = <["x"=2]>
// expected-error @+1 {{unknown axis name: "y"}}
func.func @invalid(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  return
}

// -----

// CHECK: {{^}}// -----{{$}}
// CHECK-NOT: {{^}}// -----{{$}}
// CHECK-NOT: @invalid
// CHECK: func.func @last()
func.func @last() {
  return
}

// DIFF: +  sdy.mesh @mesh = <["x"=2]>
// WRONG: func.func @main()
// FILE: func.func @first(
// FILE: func.func @last(
