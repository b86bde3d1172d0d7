// Sharding constraints, with and without attributes, on tensors and on what is none.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["a"=2, "b"=4]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4]>, sym_name = "mesh"}> : () -> ()
sdy.mesh @mesh = <["a"=2, "b"=4]>

// CHECK-LABEL: func.func @tensor(%arg0: tensor<8x8xf32>) {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {?}]> : tensor<8x8xf32>
// CHECK-NEXT:   %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"b", ?}p1], replicated={"a"}> {note = 1 : i32} : tensor<8x8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: %4 = "sdy.sharding_constraint"(%arg4) <{sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
// GENERIC: %5 = "sdy.sharding_constraint"(%4) <{sharding = #sdy.sharding<@mesh, [{}, {"b", ?}p1], replicated={"a"}>}> {note = 1 : i32} : (tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @tensor(%arg0: tensor<8x8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {?}]> : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"b", ?}p1], replicated={"a"}> {note = 1 : i32} : tensor<8x8xf32>
  return
}

// CHECK-LABEL: func.func @dynamic(%arg0: tensor<?x8xf32>) {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> : tensor<?x8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: %3 = "sdy.sharding_constraint"(%arg3) <{sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}> : (tensor<?x8xf32>) -> tensor<?x8xf32>
func.func @dynamic(%arg0: tensor<?x8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> : tensor<?x8xf32>
  return
}

// CHECK-LABEL: func.func @scalar(%arg0: i32, %arg1: !stablehlo.token) {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, []> : i32
// CHECK-NEXT:   %1 = sdy.sharding_constraint %arg1 <@mesh, []> : !stablehlo.token
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: %1 = "sdy.sharding_constraint"(%arg1) <{sharding = #sdy.sharding<@mesh, []>}> : (i32) -> i32
// GENERIC: %2 = "sdy.sharding_constraint"(%arg2) <{sharding = #sdy.sharding<@mesh, []>}> : (!stablehlo.token) -> !stablehlo.token
func.func @scalar(%arg0: i32, %arg1: !stablehlo.token) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, []> : i32
  %1 = sdy.sharding_constraint %arg1 <@mesh, []> : !stablehlo.token
  return
}

// CHECK-LABEL: func.func @tuple(%arg0: tuple<tensor<8x8xf32>>) {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> : tuple<tensor<8x8xf32>>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}> : (tuple<tensor<8x8xf32>>) -> tuple<tensor<8x8xf32>>
func.func @tuple(%arg0: tuple<tensor<8x8xf32>>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> : tuple<tensor<8x8xf32>>
  return
}
