// An error can show the operation that it is about, as it is then, whether reading or a pass has found it.
// RUN: not sdy-opt %s -split-input-file -chlo-legalize-to-stablehlo -mlir-print-op-on-diagnostic 2>&1 | FileCheck %s
// RUN: not sdy-opt %s -split-input-file -chlo-legalize-to-stablehlo 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: sdy-opt %s -split-input-file -chlo-legalize-to-stablehlo -mlir-print-op-on-diagnostic -verify-diagnostics

// CHECK: error: failed to legalize operation 'chlo.erf'
// CHECK: :16:8: note: see current operation: %0 = "chlo.erf"(%arg0) : (tensor<4xf8E5M2>) -> tensor<4xf8E5M2>
// CHECK: error: number of output elements (5)
// CHECK: note: see current operation: %0 = "stablehlo.reshape"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>
// CHECK: note: see current operation:
// CHECK-NEXT: %0 = "sdy.named_computation"(<<UNKNOWN SSA VALUE>>)
// WITHOUT-NOT: see current operation

func.func @erf(%arg0: tensor<4xf8E5M2>) -> tensor<4xf8E5M2> {
  // expected-error @+1 {{failed to legalize operation 'chlo.erf'}}
  %0 = chlo.erf %arg0 : tensor<4xf8E5M2> -> tensor<4xf8E5M2>
  return %0 : tensor<4xf8E5M2>
}

// -----

func.func @reshape(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{number of output elements (5)}}
  %0 = stablehlo.reshape %arg0 : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @operands_from_outside(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{unknown mesh: @mesh}}
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"x"}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
