// RUN: sdy-opt %s -split-input-file -verify-diagnostics | diff - /dev/null
// RUN: not sdy-opt %S/Inputs/wrong_expectations.mlir -verify-diagnostics 2>&1 | FileCheck %s

// Expected errors: on the line itself, a line further, above, below, by pattern, and notes.

func.func @itself() {
  return %a : i32 // expected-error {{use of undeclared SSA value name}}
}

// -----

func.func @further() {
  // expected-error @+1 {{undeclared}}
  return %a : i32
}

// -----

func.func @above() {
  return %a : i32
  // expected-error @above {{undeclared}}
}

// -----

func.func @below() {
  // expected-error-re @below {{use of {{[a-z]+}} SSA value}}
  return %a : i32
}

// -----

// expected-note @+1 {{see existing symbol definition here}}
func.func private @twice()
// expected-error @+1 {{redefinition of symbol named 'twice'}}
func.func private @twice()

// CHECK: wrong_expectations.mlir:2:6: error: expected error "this does not come" was not produced
