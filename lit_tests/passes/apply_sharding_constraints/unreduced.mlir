// Unreduced axes come along: to an argument of the function, to the result of an op, and from a manual computation.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @argument(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], unreduced={"b"}>}) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}], unreduced={"b"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-LABEL: func.func @open(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}], unreduced={"b"}> : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-LABEL: func.func @manual_computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}], unreduced={"b"}>]>} : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}], unreduced={"b"}>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a", "b"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<4xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return %1 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-LABEL: func.func @same_but_unreduced(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:   %0 = stablehlo.negate %arg0 : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:   %2 = sdy.sharding_constraint %0 <@mesh, [{"a"}], unreduced={"b"}> : tensor<8xf32>
// CHECK-NEXT:   return %1, %2 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @argument(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}], unreduced={"b"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @open(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}], unreduced={"b"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @manual_computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}], unreduced={"b"}>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a", "b"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @same_but_unreduced(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %0 <@mesh, [{"a"}], unreduced={"b"}> : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
