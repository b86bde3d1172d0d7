// Calls that make and convert buffers, and others, which give back each buffer that they take.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: memref<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:10: error: 'stablehlo.custom_call' op CreateBuffer custom_call shouldn't have any inputs
  %0:2 = "stablehlo.custom_call"(%a) <{call_target_name = "CreateBuffer"}> : (memref<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:10: error: 'stablehlo.custom_call' op CreateBuffer custom_call should have one result
  %0:2 = "stablehlo.custom_call"() <{call_target_name = "CreateBuffer"}> : () -> (memref<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:3: error: 'stablehlo.custom_call' op CreateBuffer custom_call should have one result
  "stablehlo.custom_call"() <{call_target_name = "CreateBuffer"}> : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op CreateBuffer custom_call should have a memref result
  %0 = "stablehlo.custom_call"() <{call_target_name = "CreateBuffer"}> : () -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: memref<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op backend_config for api_version API_VERSION_ORIGINAL must be a string attribute.
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "CreateBuffer", backend_config = {}}> : (memref<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<2xf32>' and output part has type 'memref<2xf32>'
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "CreateBuffer", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Pin custom_call should have one input
  %0 = "stablehlo.custom_call"() <{call_target_name = "Pin"}> : () -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Pin custom_call should have one input
  %0 = "stablehlo.custom_call"(%a, %b) <{call_target_name = "Pin"}> : (tensor<2xf32>, tensor<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @f(%a: memref<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'stablehlo.custom_call' op Pin custom_call should have a tensor input
  "stablehlo.custom_call"(%a) <{call_target_name = "Pin"}> : (memref<2xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'stablehlo.custom_call' op Pin custom_call should have one output
  "stablehlo.custom_call"(%a) <{call_target_name = "Pin"}> : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:10: error: 'stablehlo.custom_call' op Pin custom_call should have one output
  %0:2 = "stablehlo.custom_call"(%a) <{call_target_name = "Pin"}> : (tensor<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Pin custom_call should have a memref output
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "Pin"}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<3xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Pin custom_call should have compatible input and output types
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "Pin"}> : (tensor<3xf32>) -> memref<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Pin custom_call should have compatible input and output types
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "Pin"}> : (tensor<2xi32>) -> memref<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x1xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Pin custom_call should have compatible input and output types
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "Pin"}> : (tensor<2x1xf32>) -> memref<2xf32>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Unpin custom_call should have one input
  %0 = "stablehlo.custom_call"() <{call_target_name = "Unpin"}> : () -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'stablehlo.custom_call' op Unpin custom_call should have a memref input
  "stablehlo.custom_call"(%a) <{call_target_name = "Unpin"}> : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'stablehlo.custom_call' op Unpin custom_call should have one output
  "stablehlo.custom_call"(%a) <{call_target_name = "Unpin"}> : (memref<2xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Unpin custom_call should have a tensor output
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "Unpin"}> : (memref<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @f(%a: memref<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Unpin custom_call should have compatible input and output types
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "Unpin"}> : (memref<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op buffer output [] is not used in output_operand_alias
  %0 = "stablehlo.custom_call"() <{call_target_name = "f"}> : () -> memref<2xf32>
  return
}

// -----

func.func @f(%a: memref<2xf32>, %b: memref<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:10: error: 'stablehlo.custom_call' op buffer output [0] is not used in output_operand_alias
  %0:2 = "stablehlo.custom_call"(%a, %b) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]}> : (memref<2xf32>, memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @f(%a: memref<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op buffer output [1, 0] is not used in output_operand_alias
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "f"}> : (memref<2xf32>) -> tuple<tensor<2xf32>, tuple<memref<2xf32>>>
  return
}

// -----

func.func @f(%a: memref<2xf32>, %b: memref<2xf32>) {
  // CHECK: :[[# @LINE + 2]]:10: error: 'stablehlo.custom_call' op buffer output [0] is used in output_operand_alias more than once
  // CHECK: :[[# @LINE + 1]]:10: error: 'stablehlo.custom_call' op buffer output [1] is not used in output_operand_alias
  %0:2 = "stablehlo.custom_call"(%a, %b) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>]}> : (memref<2xf32>, memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @f(%a: memref<2xf32>) {
  // CHECK: :[[# @LINE + 3]]:10: error: 'stablehlo.custom_call' op buffer output [0] is used in output_operand_alias more than once
  // CHECK: :[[# @LINE + 2]]:10: error: 'stablehlo.custom_call' op buffer operand 0[] is used in output_operand_alias more than once
  // CHECK: :[[# @LINE + 1]]:10: error: 'stablehlo.custom_call' op buffer output [1] is not used in output_operand_alias
  %0:2 = "stablehlo.custom_call"(%a) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]}> : (memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @f(%a: tuple<memref<2xf32>, memref<2xf32>>) {
  // CHECK: :[[# @LINE + 2]]:10: error: 'stablehlo.custom_call' op buffer operand 0[1] is used in output_operand_alias more than once
  // CHECK: :[[# @LINE + 1]]:10: error: 'stablehlo.custom_call' op buffer output [2] is not used in output_operand_alias
  %0:3 = "stablehlo.custom_call"(%a) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = [1]>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = [1]>]}> : (tuple<memref<2xf32>, memref<2xf32>>) -> (memref<2xf32>, memref<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @f(%a: memref<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op backend_config for api_version API_VERSION_ORIGINAL must be a string attribute.
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], backend_config = {}}> : (memref<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<2xf32>' and output part has type 'memref<2xf32>'
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2xf32>) -> memref<2xf32>
  return
}
