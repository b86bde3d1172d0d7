// Operations of CHLO with one operand are elementwise, those with two are not: the first are propagated at level 0, the
// others at level 2, when they have been erased here, as nothing uses them.
// RUN: sdy-opt %s -sdy-op-priority-propagate | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

func.func @main() {
  %0:3 = stablehlo.custom_call @make() {has_side_effect = true} : () -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %1 = chlo.erf %0#0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : tensor<8xf32> -> tensor<8xf32>
  %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<2x4xf32>
  %3 = chlo.zeta %0#1, %0#2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {i=8}, custom>} : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %4 = stablehlo.reshape %3 : (tensor<8xf32>) -> tensor<2x4xf32>
  return
}
