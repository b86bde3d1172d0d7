// Without a main function, among several or none, nothing can be propagated. The reference crashes.
// RUN: sdy-opt %s -sdy-basic-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-aggressive-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-op-priority-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-user-priority-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules
// RUN: echo | not sdy-opt -sdy-user-priority-propagate 2>&1 | FileCheck %s
// CHECK: <stdin>: error: Failed to lookup function: main
// CHECK-NEXT: hint: pass 'sdy-user-priority-propagate' needs the function that the program begins with: there is none

// expected-error @+1 {{Failed to lookup function: main}}
module {
  func.func @f() {
    return
  }
  func.func @g() {
    return
  }
}

// -----

// expected-error @+1 {{Failed to lookup function: main}}
module {
}
