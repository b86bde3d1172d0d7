// An error of a later pass has no position any more.
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(strip-debuginfo,func.func(symbol-dce))' 2>&1 | FileCheck %s

// CHECK-NOT: mlir:{{[0-9]}}
// CHECK: error: 'func.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table
func.func @main() {
  return
}
