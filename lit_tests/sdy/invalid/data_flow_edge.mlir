// Data-flow edges: static shapes, a single use of the input, and where it may come from.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @other_use(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<8xf32>
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to have a single user
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @sdy_op(%arg0: tensor<8xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<8xf32>
  // CHECK: :[[# @LINE + 2]]:8: error: 'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).
  // CHECK: :[[# @LINE - 2]]:8: note: sdy op defining the input of the sdy.data_flow_edge
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return
}

// -----

func.func @edge_of_edge(%arg0: tensor<8xf32>) {
  %0 = sdy.data_flow_edge %arg0 : tensor<8xf32>
  // CHECK: :[[# @LINE + 2]]:8: error: 'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).
  // CHECK: :[[# @LINE - 2]]:8: note: sdy op defining the input of the sdy.data_flow_edge
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return
}

// -----

func.func @dynamic(%arg0: tensor<?xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<?xf32>
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.data_flow_edge' op expected sdy.data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'
  %1 = sdy.data_flow_edge %0 : tensor<?xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @sharding(%arg0: tensor<8xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<8xf32>
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.data_flow_edge' op unknown axis name: "b"
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"b"}]> : tensor<8xf32>
  return
}

// -----

func.func @types(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.data_flow_edge' op requires the same type for all operands and results
  %0 = "sdy.data_flow_edge"(%arg0) : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @function_other_use(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to have a single user
  %0 = sdy.func_data_flow_edge %arg0 : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}

// -----

func.func @function_not_a_call(%arg0: tensor<8xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<8xf32>
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a result of call op.
  %1 = sdy.func_data_flow_edge %0 : tensor<8xf32>
  return
}

// -----

func.func @function_not_its_argument(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    // CHECK: :[[# @LINE + 1]]:10: error: 'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a block argument of a func op.
    %1 = sdy.func_data_flow_edge %arg1 : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @function_dynamic(%arg0: tensor<?xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.func_data_flow_edge' op expected sdy.func_data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'
  %0 = sdy.func_data_flow_edge %arg0 : tensor<?xf32>
  return
}
