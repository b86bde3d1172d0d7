// One walk does both: a constraint that is applied first can give a later chain's input a sharding, so that it is no
// chain any more.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @applied_before_the_chain(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{?}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0#0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %0#1 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.sharding_constraint %2 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %4 = stablehlo.sine %0#1 : tensor<8xf32>
// CHECK-NEXT:    return %4 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @applied_before_the_chain(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = stablehlo.custom_call @foo(%arg0) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.sharding_constraint %0#0 <@mesh, [{"a"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %0#1 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"b", ?}]> : tensor<8xf32>
  %4 = stablehlo.sine %0#1 : tensor<8xf32>
  return %4 : tensor<8xf32>
}

// CHECK-LABEL: func.func @applied_within_the_chain(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{?}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0#1 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %0#0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.sharding_constraint %1 <@mesh, [{"b", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %4 = stablehlo.sine %3 : tensor<8xf32>
// CHECK-NEXT:    return %4 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @applied_within_the_chain(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = stablehlo.custom_call @foo(%arg0) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.sharding_constraint %0#1 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %0#0 <@mesh, [{"a"}]> : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"b", ?}]> : tensor<8xf32>
  %4 = stablehlo.sine %0#1 : tensor<8xf32>
  return %4 : tensor<8xf32>
}
