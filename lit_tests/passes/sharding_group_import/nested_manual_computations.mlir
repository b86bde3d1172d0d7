// Groups in manual computations within each other: each keeps to one of them, two that share a value are merged, and all
// are numbered together.
// RUN: sdy-opt %s -sdy-sharding-group-import | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @nested_manual_computations(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:     sdy.sharding_group %arg1 group_id=1 : tensor<4xf32>
// CHECK-NEXT:     %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"b"} (%arg2: tensor<2xf32>) {
// CHECK-NEXT:       sdy.sharding_group %arg2 group_id=2 : tensor<2xf32>
// CHECK-NEXT:       %2 = stablehlo.negate %arg2 : tensor<2xf32>
// CHECK-NEXT:       sdy.sharding_group %2 group_id=2 : tensor<2xf32>
// CHECK-NEXT:       sdy.return %2 : tensor<2xf32>
// CHECK-NEXT:     } : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     sdy.sharding_group %1 group_id=1 : tensor<4xf32>
// CHECK-NEXT:     sdy.return %1 : tensor<4xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @nested_manual_computations(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.sharding_group %arg1 group_id=2 : tensor<4xf32>
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"b"} (%arg2: tensor<2xf32>) {
      sdy.sharding_group %arg2 group_id=8 : tensor<2xf32>
      sdy.sharding_group %arg2 group_id=9 : tensor<2xf32>
      %2 = stablehlo.negate %arg2 : tensor<2xf32>
      sdy.sharding_group %2 group_id=9 : tensor<2xf32>
      sdy.return %2 : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    sdy.sharding_group %1 group_id=2 : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
