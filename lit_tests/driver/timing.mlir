// A report of times on standard error: of stages and passes, and of verification inside the pass that it follows.
// RUN: sdy-opt %s -sdy-inline-meshes -sdy-inline-meshes -mlir-timing 2>&1 | FileCheck %s
// RUN: not sdy-opt %s -mlir-timing-display=table 2>&1 | FileCheck %s --check-prefix=WORD

sdy.mesh @mesh = <["x"=2]>

// CHECK: ===-------------------------------------------------------------------------===
// CHECK-NEXT: ... Execution time report ...
// CHECK-NEXT: ===-------------------------------------------------------------------------===
// CHECK-NEXT: Total Execution Time: {{[0-9.]+}} seconds
// CHECK-EMPTY:
// CHECK-NEXT: ----Wall Time----  ----Name----
// CHECK-NEXT: {{%\)  Parser}}
// CHECK-NEXT: {{%\)  Verifier}}
// CHECK-NEXT: {{%\)  InlineMeshesPass}}
// CHECK-NEXT: {{%\)    Verifier}}
// CHECK-NEXT: {{%\)  InlineMeshesPass}}
// CHECK-NEXT: {{%\)  Output}}
// CHECK-NEXT: {{%\)  Rest}}
// CHECK-NEXT: (100.0%)  Total
// WORD: Invalid value for '--mlir-timing-display'
