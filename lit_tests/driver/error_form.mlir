// An error has file, line and column, the source line and a caret; nothing goes to standard output.
// RUN: not sdy-opt %S/Inputs/broken.mlir 2>&1 | FileCheck %s
// RUN: not sdy-opt %S/Inputs/broken.mlir 2>%t | FileCheck %s --allow-empty --check-prefix=NOTHING

// CHECK: {{^}}{{.*}}broken.mlir:2:10: error: use of undeclared SSA value name
// CHECK-NEXT: {{^}}  return %nothing : i32
// CHECK-NEXT: {{^}}         ^
// NOTHING-NOT: {{.}}
