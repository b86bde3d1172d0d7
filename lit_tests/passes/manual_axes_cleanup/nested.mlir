// A nested manual computation is completed with its own manual axes, not with those around it.
// RUN: sdy-opt %s -sdy-manual-axes-cleanup | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// CHECK-LABEL: func.func @nested(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{?}], replicated={"b"}>] manual_axes={"b"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:      %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}], replicated={"a", "c"}>] out_shardings=[<@mesh, [{"a"}], replicated={"c"}>] manual_axes={"a", "c"} (%arg2: tensor<4xf32>) {
// CHECK-NEXT:        sdy.return %arg2 : tensor<4xf32>
// CHECK-NEXT:      } : (tensor<4xf32>) -> tensor<8xf32>
// CHECK-NEXT:      sdy.return %1 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @nested(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={"b"} (%arg1: tensor<4xf32>) {
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"c", "a"} (%arg2: tensor<4xf32>) {
      sdy.return %arg2 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
