// Members of a group must have the same shape, dynamic sizes included; element types may differ.
// RUN: sdy-opt %s -sdy-sharding-group-import | FileCheck %s

// CHECK-LABEL: func.func @element_types(%arg0: tensor<8xf32>, %arg1: tensor<8xi32>, %arg2: tensor<?xf32>, %arg3: tensor<?xi8>) {
// CHECK-NEXT:    sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %arg1 group_id=0 : tensor<8xi32>
// CHECK-NEXT:    sdy.sharding_group %arg2 group_id=1 : tensor<?xf32>
// CHECK-NEXT:    sdy.sharding_group %arg3 group_id=1 : tensor<?xi8>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @element_types(%arg0: tensor<8xf32>, %arg1: tensor<8xi32>, %arg2: tensor<?xf32>, %arg3: tensor<?xi8>) {
  sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=1 : tensor<8xi32>
  sdy.sharding_group %arg2 group_id=2 : tensor<?xf32>
  sdy.sharding_group %arg3 group_id=2 : tensor<?xi8>
  return
}
