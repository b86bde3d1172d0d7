// Data-flow edges of functions: on an argument, and on what a call returns.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func private @callee(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.func_data_flow_edge %arg0 : tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: %2 = "sdy.func_data_flow_edge"(%arg1) : (tensor<8xf32>) -> tensor<8xf32>
func.func private @callee(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.func_data_flow_edge %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @caller(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = call @callee(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.func_data_flow_edge %0 {note} : tensor<8xf32>
// CHECK-NEXT:   return %1 : tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: %1 = "sdy.func_data_flow_edge"(%0) {note} : (tensor<8xf32>) -> tensor<8xf32>
func.func @caller(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @callee(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.func_data_flow_edge %0 {note} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
