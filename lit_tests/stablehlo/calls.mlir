// Calls of functions elsewhere: attributes that have their default value are not written.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func private @decomposition(tensor<2x4xf32>) -> tensor<2x4xf32>
func.func private @decomposition(%arg0: tensor<2x4xf32>) -> tensor<2x4xf32>

// CHECK-LABEL: func.func @custom_call(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.custom_call @foo(%arg0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.custom_call @"foo bar"(%arg0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    stablehlo.custom_call @effect(%arg0, %arg0) {api_version = 2 : i32, backend_config = "text", has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
// CHECK-NEXT:    %2:2 = stablehlo.custom_call @typed() {api_version = 4 : i32, backend_config = {a = 1 : i32}, called_computations = [@decomposition]} : () -> (tensor<2x4xf32>, tuple<tensor<i32>, !stablehlo.token>)
// CHECK-NEXT:    %3 = stablehlo.custom_call @layouts(%arg0) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %4 = stablehlo.custom_call @aliases(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @custom_call(%arg0: tensor<2x4xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.custom_call @"foo bar"(%arg0) {api_version = 1 : i32, called_computations = [], has_side_effect = false, output_operand_aliases = []} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  stablehlo.custom_call @effect(%arg0, %arg0) {api_version = 2 : i32, backend_config = "text", has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  %2:2 = stablehlo.custom_call @typed() {api_version = 4 : i32, backend_config = {a = 1 : i32}, called_computations = [@decomposition]} : () -> (tensor<2x4xf32>, tuple<tensor<i32>, !stablehlo.token>)
  %3 = stablehlo.custom_call @layouts(%arg0) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = stablehlo.custom_call @aliases(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @composite(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.composite "my.op" %arg0 {decomposition = @decomposition} : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.composite "my.op" %arg0 {composite_attributes = {a = 1 : i32}, decomposition = @decomposition, note, version = 1 : i32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %2 = stablehlo.composite "my.op" %arg0 {decomposition = @decomposition} : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @composite(%arg0: tensor<2x4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @decomposition} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.composite "my.op" %arg0 {composite_attributes = {a = 1 : i32}, decomposition = @decomposition, note, version = 1 : i32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.composite "my.op" %arg0 {composite_attributes = {}, decomposition = @decomposition, version = 0 : i32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @composite_regions(%arg0: tensor<4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.composite "a.b" %arg0 ({
// CHECK-NEXT:    ^bb0(%arg1: tensor<4xf32>):
// CHECK-NEXT:      stablehlo.return %arg1 : tensor<4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:    }) {decomposition = @copy} : (tensor<4xf32>) -> tensor<4xf32>
func.func @composite_regions(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "a.b" %arg0 ({
  ^bb0(%arg1: tensor<4xf32>):
    stablehlo.return %arg1 : tensor<4xf32>
  }, {
  }) {decomposition = @copy} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @copy(tensor<4xf32>) -> tensor<4xf32>
