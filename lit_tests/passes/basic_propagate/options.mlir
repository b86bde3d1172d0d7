// Options that a pass lacks, and values that an option cannot have.
// RUN: not sdy-opt %s -sdy-basic-propagate=propagation-strategy=basic 2>&1 | FileCheck %s --check-prefix=STRATEGY
// RUN: not sdy-opt %s -sdy-basic-propagate=keep-sharding-rules=maybe 2>&1 | FileCheck %s --check-prefix=MAYBE
// RUN: not sdy-opt %s -sdy-aggressive-propagate=propagation-strategy=foo 2>&1 | FileCheck %s --check-prefix=FOO

// STRATEGY: <Pass-Options-Parser>: no such option propagation-strategy
// MAYBE: 'maybe' is invalid value for boolean argument! Try 0 or 1
// FOO: Cannot find option named 'foo'!
func.func @main() {
  return
}
