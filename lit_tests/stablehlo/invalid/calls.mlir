// What custom calls say of layouts and shared memory, and composites of their decompositions.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @one_layout(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Layout attributes should be specified for either both operands and results or none.
  %0 = stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @layout_count(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op Number of operands must match the number of operand layouts, 1 != 0
  %0 = stablehlo.custom_call @f(%arg0) {operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @layout(%arg0: tensor<4x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op incorrect layout dense<[0, 2]> : tensor<2xindex> for type 'tensor<4x8xf32>', layout must be a permutation of [0, 2)
  %0 = stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<[0, 2]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @alias_operand(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op expects operandIndex in the output_operand_alias attribute to be in range [0, 1); got: 1.
  %0 = stablehlo.custom_call @f(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @alias_types(%arg0: tensor<4xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<4xi32>' and output part has type 'tensor<4xf32>'
  %0 = stablehlo.custom_call @f(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @backend_config(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.custom_call' op backend_config for api_version API_VERSION_ORIGINAL must be a string attribute.
  %0 = stablehlo.custom_call @f(%arg0) {backend_config = {}} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_decomposition(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'nothing' does not reference a valid function
  %0 = stablehlo.composite "a.b" %arg0 {decomposition = @nothing} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @composite_name(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"
  %0 = stablehlo.composite "name" %arg0 {decomposition = @composite_name} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @decomposition_type(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: has 1 result(s), but decomposition has 0
  %0 = stablehlo.composite "a.b" %arg0 {decomposition = @decomposition_type} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
