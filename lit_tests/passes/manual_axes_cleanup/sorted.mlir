// The manual axes are sorted in the order of the mesh's axes; sharding dimensions keep their order.
// RUN: sdy-opt %s -sdy-manual-axes-cleanup | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// CHECK-LABEL: func.func @sorted(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"c", "a"}]>] out_shardings=[<@mesh, [{"c", "a"}], replicated={"b"}>] manual_axes={"a", "c"} (%arg1: tensor<2xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<2xf32>
// CHECK-NEXT:    } {foo = "bar"} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @sorted(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"c", "a"}]>] out_shardings=[<@mesh, [{"c", "a"}], replicated={"b"}>] manual_axes={"c", "a"} (%arg1: tensor<2xf32>) {
    sdy.return %arg1 : tensor<2xf32>
  } {foo = "bar"} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
