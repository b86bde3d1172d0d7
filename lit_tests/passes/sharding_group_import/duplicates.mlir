// A second membership of a value in the same group, after merging, is erased; the first stays.
// RUN: sdy-opt %s -sdy-sharding-group-import | FileCheck %s

// CHECK-LABEL: func.func @duplicates(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<i32>) {
// CHECK-NEXT:    "stablehlo.case"(%arg2) ({
// CHECK-NEXT:      sdy.sharding_group %arg0 group_id=0 {first} : tensor<8xf32>
// CHECK-NEXT:      stablehlo.return
// CHECK-NEXT:    }) : (tensor<i32>) -> ()
// CHECK-NEXT:    sdy.sharding_group %arg1 group_id=0 {fifth} : tensor<8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @duplicates(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<i32>) {
  "stablehlo.case"(%arg2) ({
    sdy.sharding_group %arg0 group_id=0 {first} : tensor<8xf32>
    sdy.sharding_group %arg0 group_id=0 {second} : tensor<8xf32>
    stablehlo.return
  }) : (tensor<i32>) -> ()
  sdy.sharding_group %arg0 group_id=0 {third} : tensor<8xf32>
  sdy.sharding_group %arg0 group_id=1 {fourth} : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=1 {fifth} : tensor<8xf32>
  return
}
