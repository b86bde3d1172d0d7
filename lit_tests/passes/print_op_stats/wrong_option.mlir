// The only option is a truth value.
// RUN: bash -c 'sdy-opt %s -print-op-stats=json=maybe; echo "status $?"' 2>&1 | FileCheck %s

// CHECK: 'maybe' is invalid value for boolean argument! Try 0 or 1
// CHECK: failed to add `print-op-stats` with options `json=maybe`
// CHECK-NEXT: status 1
