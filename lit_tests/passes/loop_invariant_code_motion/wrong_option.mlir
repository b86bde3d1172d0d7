// It has no options.
// RUN: not sdy-opt %s -loop-invariant-code-motion=x=1 2>&1 | FileCheck %s

// CHECK: Error: <Pass-Options-Parser>: no such option x
