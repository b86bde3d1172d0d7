// Sharding groups: the id alone in the short form, with its type in the generic one.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @groups(%arg0: tensor<8x8xf32>) {
// CHECK-NEXT:   sdy.sharding_group %arg0 group_id=0 : tensor<8x8xf32>
// CHECK-NEXT:   sdy.sharding_group %arg0 group_id=-3 {note} : tensor<8x8xf32>
// CHECK-NEXT:   sdy.sharding_group %arg0 group_id=31 : tensor<8x8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: "sdy.sharding_group"(%arg0) <{group_id = 0 : i64}> : (tensor<8x8xf32>) -> ()
// GENERIC: "sdy.sharding_group"(%arg0) <{group_id = -3 : i64}> {note} : (tensor<8x8xf32>) -> ()
// GENERIC: "sdy.sharding_group"(%arg0) <{group_id = 31 : i64}> : (tensor<8x8xf32>) -> ()
func.func @groups(%arg0: tensor<8x8xf32>) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8x8xf32>
  sdy.sharding_group %arg0 group_id=-3 {note} : tensor<8x8xf32>
  sdy.sharding_group %arg0 group_id=0x1F : tensor<8x8xf32>
  return
}
