// A pipeline with an unknown pass, and one that fails while it runs.
// RUN: bash -c 'sdy-opt %s -composite-fixed-point-pass="pipeline=cse,foo"; echo "status $?"' 2>&1 | FileCheck %s
// RUN: sdy-opt %s -composite-fixed-point-pass='pipeline=func.func(symbol-dce)' -verify-diagnostics

// CHECK: MLIR Textual PassPipeline Parser:1:5: error: 'foo' does not refer to a registered pass or pass pipeline
// CHECK-NEXT: cse,foo
// CHECK-NEXT: {{^    \^$}}
// CHECK-NEXT: Failed to parse composite pass pipeline
// CHECK-NEXT: failed to add `composite-fixed-point-pass` with options `pipeline=cse,foo`
// CHECK-NEXT: status 1
// expected-error@+1 {{was scheduled to run under SymbolDCE, but does not define a symbol table}}
func.func @main() {
  return
}
