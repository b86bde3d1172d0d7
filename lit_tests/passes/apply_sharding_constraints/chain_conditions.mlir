// What is no chain: its input has a sharding, comes from a constraint, or has another constraint or manual computation
// among its users; a link has a second use; the last has a constraint or manual computation among its users.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @input_has_a_sharding(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>]>} : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.sine %0 : tensor<8xf32>
// CHECK-NEXT:    return %3 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @input_has_a_sharding(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>]>} : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"b", ?}]> : tensor<8xf32>
  %3 = stablehlo.sine %0 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// CHECK-LABEL: func.func @input_is_a_constraint(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{?}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.sine %0 : tensor<8xf32>
// CHECK-NEXT:    %4 = stablehlo.sine %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %3, %4 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @input_is_a_constraint(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{?}]> : tensor<8xf32>
  %3 = stablehlo.sine %0 : tensor<8xf32>
  %4 = stablehlo.sine %arg0 : tensor<8xf32>
  return %3, %4 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @input_has_another_constraint(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.sine %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %3 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @input_has_another_constraint(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %3 = stablehlo.sine %arg0 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// CHECK-LABEL: func.func @input_has_a_manual_computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tensor<8xf32>) -> ()
// CHECK-NEXT:    %2 = stablehlo.sine %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %2 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @input_has_a_manual_computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  %2 = stablehlo.sine %arg0 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// CHECK-LABEL: func.func @link_has_two_uses(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = stablehlo.sine %0 : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.sine %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %2, %3 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @link_has_two_uses(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
  %2 = stablehlo.sine %0 : tensor<8xf32>
  %3 = stablehlo.sine %arg0 : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @last_has_two_constraints(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{?}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.sharding_constraint %1 <@mesh, [{?}]> : tensor<8xf32>
// CHECK-NEXT:    %4 = stablehlo.sine %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %4 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @last_has_two_constraints(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{?}]> : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{?}]> : tensor<8xf32>
  %4 = stablehlo.sine %arg0 : tensor<8xf32>
  return %4 : tensor<8xf32>
}

// CHECK-LABEL: func.func @last_has_a_manual_computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    sdy.manual_computation(%1) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tensor<8xf32>) -> ()
// CHECK-NEXT:    %2 = stablehlo.sine %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %2 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @last_has_a_manual_computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b", ?}]> : tensor<8xf32>
  sdy.manual_computation(%1) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  %2 = stablehlo.sine %arg0 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
