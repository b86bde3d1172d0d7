// @FILE stands for the words in a file, which may name another one.
// RUN: echo "-cse -mlir-print-op-generic=false '%s'" > %t.inner && echo "@%t.inner -canonicalize" > %t.outer
// RUN: sdy-opt @%t.outer | FileCheck %s
// RUN: echo "@%t.circle" > %t.circle && not sdy-opt @%t.circle 2>&1 | FileCheck %s --check-prefix=CIRCLE
// RUN: echo "'x" > %t.quote && not sdy-opt @%t.quote 2>&1 | FileCheck %s --check-prefix=QUOTE
// RUN: not sdy-opt @%t.missing 2>&1 | FileCheck %s --check-prefix=MISSING

// CHECK: func.func @main() {
// CIRCLE: the response file '{{.*}}.circle' names itself
// QUOTE: cannot read the response file '{{.*}}.quote': No closing quotation
// MISSING: cannot open input file '@{{.*}}.missing'
func.func @main() {
  return
}
