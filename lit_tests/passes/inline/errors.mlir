// It runs on symbol tables; pipelines have to be valid, and an error of one is an error of the pass.
// RUN: not sdy-opt %s -pass-pipeline='builtin.module(func.func(inline))' 2>&1 | FileCheck %s
// RUN: not sdy-opt %s -inline=default-pipeline=sea 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sdy-opt %s -inline=op-pipelines=cse 2>&1 | FileCheck %s --check-prefix=WRAPPED
// RUN: not sdy-opt %s -inline=default-pipeline=symbol-dce 2>&1 | FileCheck %s --check-prefix=FAILED

// CHECK: errors.mlir:11:1: error: 'func.func' op  was scheduled to run under the inliner, but does not define a symbol table
// UNKNOWN: errors.mlir:11:1: error: MLIR Textual PassPipeline Parser:1:1: error: 'sea' does not refer to a registered pass or pass pipeline
// WRAPPED: error: 'cse' is not a pipeline: expected the name of an operation around it, as in 'func.func(cse)'
// FAILED: errors.mlir:11:1: error: 'func.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table
func.func @main() {
  return
}
