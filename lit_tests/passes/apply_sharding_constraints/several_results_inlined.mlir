// An inlined mesh is that of the open shardings of the other results, too. (The reference loses it.)
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

// CHECK-LABEL: func.func @several_results_inlined(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0:2 = stablehlo.custom_call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>, <mesh<["a"=2]>, [{?}, {?}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<2x?xf32>)
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0#0 <mesh<["a"=2]>, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }

func.func @several_results_inlined(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = stablehlo.custom_call @f(%arg0) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<2x?xf32>)
  %1 = sdy.sharding_constraint %0#0 <mesh<["a"=2]>, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
