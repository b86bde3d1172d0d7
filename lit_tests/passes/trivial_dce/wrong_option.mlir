// The options are truth values.
// RUN: bash -c 'sdy-opt %s -trivial-dce=recursive=maybe; echo "status $?"' 2>&1 | FileCheck %s

// CHECK: 'maybe' is invalid value for boolean argument! Try 0 or 1
// CHECK: failed to add `trivial-dce` with options `recursive=maybe`
// CHECK-NEXT: status 1
