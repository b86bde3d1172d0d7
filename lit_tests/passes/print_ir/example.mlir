// Before `-cse` the program is printed on standard error, under a line with the label, and after it as usual.
// RUN: sdy-opt %s -print-ir=label=before -cse -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-opt %s -print-ir -cse 2>/dev/null | FileCheck %s --check-prefix=OUTPUT

//      CHECK:// -----// IR Dump before //----- //
// CHECK-NEXT:module {
// CHECK-NEXT:  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.abs %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %arg0 : tensor<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
// OUTPUT-NOT: stablehlo.abs
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
