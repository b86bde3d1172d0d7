// What a failing pass leaves is shown behind what is wrong with it, in generic form as it is not in order.
// RUN: not sdy-opt %s -sdy-add-data-flow-edges -sdy-add-data-flow-edges -mlir-print-ir-after-failure 2>&1 | FileCheck %s

func.func @main(%arg0: tensor<i32>) {
  %0 = stablehlo.while(%x = %arg0) : tensor<i32> cond {
    %1 = stablehlo.compare LT, %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %x : tensor<i32>
  }
  return
}

// CHECK: error: 'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op
// CHECK: // -----// IR Dump After AddDataFlowEdgesPass Failed: sdy-add-data-flow-edges //----- //
// CHECK-NEXT: "builtin.module"() ({
// CHECK-NOT: IR Dump
