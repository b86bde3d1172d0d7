// A terminator without operands: stablehlo.return leaves a space, func.return does not.
// RUN: sdy-opt %s | FileCheck %s --strict-whitespace --match-full-lines

func.func @main(%i: tensor<i32>) {
  // CHECK:      stablehlo.return 
  // CHECK-NEXT:    }) : (tensor<i32>) -> ()
  "stablehlo.case"(%i) ({
    stablehlo.return
  }) : (tensor<i32>) -> ()
  // CHECK-NEXT:    return
  return
}
