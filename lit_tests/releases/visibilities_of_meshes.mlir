// The visibility of a mesh is an attribute like any other.
// RUN: not sdy-opt %s -split-input-file -shardy=0.10.2 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: sdy-opt %s -split-input-file | FileCheck %s

// OLDER: error: 'sdy.mesh' op visibility expected to be one of ["public", "private", "nested"], but got "everyone"
// CHECK: sdy.mesh @mesh = <[]> {sym_visibility = "everyone"}
sdy.mesh @mesh = <[]> {sym_visibility = "everyone"}

// -----

// OLDER: error: 'sdy.mesh' op requires visibility attribute 'sym_visibility' to be a string attribute, but got 1 : i64
// CHECK: sdy.mesh @mesh = <[]> {sym_visibility = 1 : i64}
sdy.mesh @mesh = <[]> {sym_visibility = 1}
