// Snapshots in files: the folders are the operations that passes run on, the numbers those of the snapshots around.
// RUN: rm -rf %t && sdy-opt %s -mlir-print-ir-tree-dir=%t -mlir-print-ir-after-all -o /dev/null \
// RUN:   -pass-pipeline='builtin.module(cse,func.func(cse,canonicalize),builtin.module(symbol-dce),symbol-dce)'
// RUN: cd %t && find . -type f | sort | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t/builtin_module_no-symbol-name/func_func_f/0_1_canonicalize.mlir
// RUN: not sdy-opt %s -cse -mlir-print-ir-tree-dir=%s -mlir-print-ir-after-all -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR

func.func @f() {
  return
}

module @"in/side" {
}

// CHECK: ./builtin_module_no-symbol-name/0_cse.mlir
// CHECK-NEXT: ./builtin_module_no-symbol-name/1_symbol-dce.mlir
// CHECK-NEXT: ./builtin_module_no-symbol-name/builtin_module_in_side/0_0_symbol-dce.mlir
// CHECK-NEXT: ./builtin_module_no-symbol-name/func_func_f/0_0_cse.mlir
// CHECK-NEXT: ./builtin_module_no-symbol-name/func_func_f/0_1_canonicalize.mlir
// FILE: // -----// IR Dump After CanonicalizerPass: canonicalize
// FILE-NEXT: func.func @f() {
// ERROR: error: cannot {{open|write}} output file
