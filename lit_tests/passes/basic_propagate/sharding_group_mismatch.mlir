// Where the members of a sharding group have different shardings, each gets an open constraint that takes its place.
// RUN: sdy-opt %s -sdy-basic-propagate 2>%t.warnings | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING <%t.warnings

// WARNING: sharding_group_mismatch.mlir:[[# @LINE + 12]]:1: warning: The initial operand shardings on the sharding groups of groupID: 3 do not match.
sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>}) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg1 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %arg0 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %1 group_id=3 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %0 group_id=3 : tensor<8xf32>
// CHECK-NEXT:    %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}]>]>} : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}]>]>} : tensor<8xf32>
// CHECK-NEXT:    return %2, %3 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=3 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=3 : tensor<8xf32>
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = stablehlo.negate %arg1 : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
