// A flag does not take the file name after it for its value; a value stands behind `=`.
// RUN: sdy-opt -verify-each -split-input-file -allow-unregistered-dialect %s | FileCheck %s
// RUN: sdy-opt -verify-each=false -allow-unregistered-dialect=true -sdy-inline-meshes %s | FileCheck %s
// RUN: not sdy-opt -allow-unregistered-dialect=false %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

"some.op"() : () -> ()

// CHECK: "some.op"() : () -> ()
// UNKNOWN: error: operation being parsed with an unregistered dialect
