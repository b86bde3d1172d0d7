// Records of what propagation did: of an op, and of the values of a data-flow op.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["a"=2, "c"=4]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "c"=4]>, sym_name = "mesh"}> : () -> ()
sdy.mesh @mesh = <["a"=2, "c"=4]>

// CHECK-LABEL: func.func @op(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
// CHECK-NEXT:   %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.add %0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"c":(1)2 = result-0 -> [operand-0, operand-1]}, {"a" = operand-0 -> [operand-1]}]}, {step-0 = [{"a" = operand-1 -> [result-0]}]}]>} : tensor<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @op(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  %1 = stablehlo.add %0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{ step-2 = [{"c":(1)2 = result-0 -> [operand-0, operand-1]}, {"a"=operand-0->[operand-1]}] }, {step-0 = [{"a" = operand-1 -> [result-0]}]}]>} : tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @values(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:   } {sdy.block_arg_propagation_edges = [], sdy.result_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>]} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: %0 = "sdy.named_computation"(%arg0) <{name = "foo"}> ({
// GENERIC: "sdy.return"(%arg1) : (tensor<8xf32>) -> ()
func.func @values(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } {sdy.block_arg_propagation_edges = [], sdy.result_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>]} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
