// Data-flow edges, with and without a sharding, on what data-flow ops and ops of other dialects give, and on arguments.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["a"=2]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
sdy.mesh @mesh = <["a"=2]>

// CHECK-LABEL: func.func @result(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:   %0 = stablehlo.tanh %arg0 : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}]> {note} : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.tanh %1 : tensor<8xf32>
// CHECK-NEXT:   %3 = sdy.data_flow_edge %2 : tensor<8xf32>
// CHECK-NEXT:   return %1, %3 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: %4 = "sdy.data_flow_edge"(%3) <{sharding = #sdy.sharding<@mesh, [{"a"}]>}> {note} : (tensor<8xf32>) -> tensor<8xf32>
// GENERIC: %6 = "sdy.data_flow_edge"(%5) : (tensor<8xf32>) -> tensor<8xf32>
func.func @result(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}]> {note} : tensor<8xf32>
  %2 = stablehlo.tanh %1 : tensor<8xf32>
  %3 = sdy.data_flow_edge %2 : tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
// CHECK-NEXT:     %2 = sdy.data_flow_edge %arg1 : tensor<8xf32>
// CHECK-NEXT:     sdy.return %2 : tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:   return %1 : tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: %0 = "sdy.named_computation"(%arg0) <{name = "foo"}> ({
// GENERIC: %2 = "sdy.data_flow_edge"(%arg1) : (tensor<8xf32>) -> tensor<8xf32>
// GENERIC: "sdy.return"(%2) : (tensor<8xf32>) -> ()
// GENERIC: %1 = "sdy.data_flow_edge"(%0) : (tensor<8xf32>) -> tensor<8xf32>
func.func @computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    %2 = sdy.data_flow_edge %arg1 : tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
