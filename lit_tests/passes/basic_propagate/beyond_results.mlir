// The first block may pass on more than the function returns. If that gets axes the function gets attributes of its
// results, as in the reference, all of them empty.
// RUN: sdy-opt %s -sdy-basic-propagate -mlir-print-op-generic | FileCheck %s
// RUN: sdy-opt %s -sdy-basic-propagate=debug-propagation-edge-sharding | FileCheck %s --check-prefix=EDGES

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}], function_type = (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{}], sym_name = "main"}> ({
// EDGES-LABEL: func.func @main
// EDGES-SAME: -> (tensor<4xf32> {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"x" = operand-0 -> [result-0]}]}]>}) {
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  cf.br ^bb1(%0, %b : tensor<i32>, tensor<4xf32>)
^bb1(%1: tensor<i32>, %2: tensor<4xf32>):
  %3 = stablehlo.add %a, %b : tensor<4xf32>
  %4 = sdy.sharding_constraint %3 <@mesh, [{?}]> : tensor<4xf32>
  return %2 : tensor<4xf32>
}
