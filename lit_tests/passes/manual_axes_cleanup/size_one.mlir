// A manual axis of size one is mentioned like any other.
// RUN: sdy-opt %s -sdy-manual-axes-cleanup | FileCheck %s

sdy.mesh @mesh = <["a"=1, "b"=2]>

// CHECK-LABEL: func.func @size_one(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}], replicated={"a"}>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @size_one(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
