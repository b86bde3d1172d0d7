// The names to exclude are a list; other options are not known.
// RUN: bash -c 'sdy-opt %s -symbol-privatize=keep=main; echo "status $?"' 2>&1 | FileCheck %s

// CHECK: Error: <Pass-Options-Parser>: no such option keep
// CHECK: failed to add `symbol-privatize` with options `keep=main`
// CHECK-NEXT: hint: known are 'exclude'
// CHECK-NEXT: status 1
