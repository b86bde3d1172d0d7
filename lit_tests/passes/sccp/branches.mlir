// What branches pass to a block is constant if all of them pass the same constant.
// RUN: sdy-opt %s -sccp | FileCheck %s

// CHECK-LABEL: func.func @same_constant
// CHECK:       ^bb1(%0: tensor<4xf32>, %1: tensor<4xf32>):
// CHECK-NEXT:    %2 = stablehlo.add %cst, %1 : tensor<4xf32>
func.func @same_constant(%arg0: i1, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = stablehlo.constant dense<1.0> : tensor<4xf32>
  cf.cond_br %arg0, ^bb1(%cst, %arg1 : tensor<4xf32>, tensor<4xf32>), ^bb1(%cst, %cst : tensor<4xf32>, tensor<4xf32>)
^bb1(%0: tensor<4xf32>, %1: tensor<4xf32>):
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @loop
// CHECK:       ^bb1(%0: tensor<4xf32>):
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%cst : tensor<4xf32>),
// CHECK-NEXT:      0: ^bb2
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    return %cst : tensor<4xf32>
func.func @loop(%arg0: i32) -> tensor<4xf32> {
  %cst = stablehlo.constant dense<1.0> : tensor<4xf32>
  cf.br ^bb1(%cst : tensor<4xf32>)
^bb1(%0: tensor<4xf32>):
  cf.switch %arg0 : i32, [default: ^bb1(%0 : tensor<4xf32>), 0: ^bb2]
^bb2:
  return %0 : tensor<4xf32>
}
