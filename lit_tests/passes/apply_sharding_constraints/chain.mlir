// The uses of the input after a chain of at least two constraints become uses of the last constraint, whether the chain
// is open or closed. The first is applied to the input if it may be. A single constraint takes no uses.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @open(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{?}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.sharding_constraint %2 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %4 = stablehlo.add %3, %3 : tensor<8xf32>
// CHECK-NEXT:    %5 = stablehlo.add %3, %3 : tensor<8xf32>
// CHECK-NEXT:    return %4, %5 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @open(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{?}]> : tensor<8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"b", ?}]> : tensor<8xf32>
  %4 = stablehlo.add %0, %0 : tensor<8xf32>
  %5 = stablehlo.add %0, %3 : tensor<8xf32>
  return %4, %5 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @closed(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.sine %2 : tensor<8xf32>
// CHECK-NEXT:    return %3 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @closed(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
  %3 = stablehlo.sine %0 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// CHECK-LABEL: func.func @function_argument(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = stablehlo.sine %1 : tensor<8xf32>
// CHECK-NEXT:    return %2 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @function_argument(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b"}]> : tensor<8xf32>
  %2 = stablehlo.sine %arg0 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// CHECK-LABEL: func.func @single(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = stablehlo.sine %0 : tensor<8xf32>
// CHECK-NEXT:    return %2 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @single(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %2 = stablehlo.sine %0 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
