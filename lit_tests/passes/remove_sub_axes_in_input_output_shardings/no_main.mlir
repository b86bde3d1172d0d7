// Among several functions there must be @main; and some function there must be.
// RUN: not sdy-opt %s -sdy-remove-sub-axes-in-input-output-shardings -split-input-file 2>&1 | FileCheck %s

// CHECK: no_main.mlir{{.*}}: error: Failed to lookup function: main
// CHECK: hint: pass 'sdy-remove-sub-axes-in-input-output-shardings' needs {{.*}} of the 2 in the module none is called @main
// CHECK: no_main.mlir{{.*}}: error: Failed to lookup function: main
func.func @f() {
  return
}
func.func @g() {
  return
}
// -----
module {
}
