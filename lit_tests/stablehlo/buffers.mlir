// Buffers: made, converted from tensors and back, and given back by calls. A buffer that is named more than once is
// reported, but the call is valid.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @converted
func.func @converted(%a: tensor<2xf32>, %b: tensor<?xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.custom_call @Pin(%arg0) {api_version = 4 : i32} : (tensor<2xf32>) -> memref<2xf32>
  %0 = stablehlo.custom_call @Pin(%a) {api_version = 4 : i32} : (tensor<2xf32>) -> memref<2xf32>
  // CHECK: %1 = stablehlo.custom_call @Unpin(%0) : (memref<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @Unpin(%0) : (memref<2xf32>) -> tensor<2xf32>
  // CHECK: %2 = stablehlo.custom_call @Pin(%arg1) : (tensor<?xf32>) -> memref<3xf32>
  %2 = stablehlo.custom_call @Pin(%b) : (tensor<?xf32>) -> memref<3xf32>
  // CHECK: %3 = stablehlo.custom_call @CreateBuffer() : () -> memref<2xf32>
  %3 = stablehlo.custom_call @CreateBuffer() : () -> memref<2xf32>
  // CHECK: %4:2 = stablehlo.custom_call @f(%0, %3) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>, memref<2xf32>) -> (tensor<2xf32>, memref<2xf32>)
  %4:2 = stablehlo.custom_call @f(%0, %3) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>, memref<2xf32>) -> (tensor<2xf32>, memref<2xf32>)
  return %1 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @repeated
func.func @repeated(%a: memref<2xf32>, %b: memref<2xf32>) {
  // expected-error@+3 {{'stablehlo.custom_call' op buffer output [0] is used in output_operand_alias more than once}}
  // expected-error@+2 {{'stablehlo.custom_call' op buffer operand 1[] is used in output_operand_alias more than once}}
  // CHECK: %0:2 = stablehlo.custom_call @f(%arg0, %arg1)
  %0:2 = stablehlo.custom_call @f(%a, %b) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>]} : (memref<2xf32>, memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  // expected-error@+1 {{'stablehlo.custom_call' op buffer operand 0[] is used in output_operand_alias more than once}}
  %1:2 = stablehlo.custom_call @f(%a, %b) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>, memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  // expected-error@+1 {{'stablehlo.custom_call' op buffer operand 0[] is used in output_operand_alias more than once}}
  %2:2 = stablehlo.custom_call @f(%a, %b) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>, memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  return
}
