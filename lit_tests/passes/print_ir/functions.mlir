// Without a label, in a nested pipeline, and in generic form.
// RUN: sdy-opt %s -pass-pipeline='builtin.module(func.func(print-ir))' -mlir-print-op-generic -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:// -----// IR Dump //----- //
// CHECK-NEXT:"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
// CHECK-NEXT:  "func.return"() : () -> ()
// CHECK-NEXT:}) : () -> ()
// CHECK-NEXT:// -----// IR Dump //----- //
// CHECK-NEXT:"func.func"() <{function_type = () -> (), sym_name = "g"}> ({
// CHECK-NEXT:  "func.return"() : () -> ()
// CHECK-NEXT:}) : () -> ()
func.func @f() {
  return
}
func.func @g() {
  return
}
