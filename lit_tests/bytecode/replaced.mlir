// What is in an operation that has another version in the target is not looked at, even if the target lacks it.
// RUN: sdy-opt %s -stablehlo-serialize-target=1.0.0 | sdy-opt | FileCheck %s
// RUN: not sdy-opt %s -stablehlo-serialize-target=1.9.0 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK:      "stablehlo.all_reduce"
// CHECK:      stablehlo.return %{{.*}} {x.axis = #stablehlo.axis_ref<name = "x", sub_axis_info = (2)1>}
// ERROR:      error: failed to legalize operation 'vhlo.return_v1' that was explicitly marked illegal
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %1 {x.axis = #stablehlo.axis_ref<name = "x", sub_axis_info = (2)1>} : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
