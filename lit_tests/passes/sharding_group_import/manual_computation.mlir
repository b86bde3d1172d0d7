// Members in one manual computation may be in any region inside it.
// RUN: sdy-opt %s -sdy-sharding-group-import | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

// CHECK-LABEL: func.func @same_manual_computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      %1 = sdy.named_computation<"foo">(%arg1) (%arg2: tensor<8xf32>) {
// CHECK-NEXT:        sdy.sharding_group %arg2 group_id=1 : tensor<8xf32>
// CHECK-NEXT:        sdy.return %arg2 : tensor<8xf32>
// CHECK-NEXT:      } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:      sdy.sharding_group %1 group_id=1 : tensor<8xf32>
// CHECK-NEXT:      sdy.return %1 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @same_manual_computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg0 group_id=7 : tensor<8xf32>
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    %1 = sdy.named_computation<"foo">(%arg1) (%arg2: tensor<8xf32>) {
      sdy.sharding_group %arg2 group_id=4 : tensor<8xf32>
      sdy.return %arg2 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    sdy.sharding_group %1 group_id=4 : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  sdy.sharding_group %0 group_id=7 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
