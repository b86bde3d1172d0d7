// What operations between devices say of replica groups, channels, meshes and shapes.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @groups_rank(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: replica groups should be a rank 2 tensor
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @replica_twice(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: replica id #0 seen more than once
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @replica_missing(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: replica id #1 not seen in replica groups
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @gathered_size(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: result gather dimension has size 7, expected to be a multiple of operand gather dimension size 4
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @gathered_dimension(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: all_gather_dim must be a valid index of operand
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @channel(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: channel_id must be positive when useGlobalDeviceIds is set but got: 0
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduced_shape(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.all_reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.all_reduce' op failed to infer returned types
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @scattered_size(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: operand scatter dimension has size 4, expected to be a multiple of result scatter dimension size 3
  %0 = "stablehlo.reduce_scatter"(%arg0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @split_count(%arg0: tensor<4x4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: group size of replica_groups must be 4
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.all_to_all' op failed to infer returned types
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<16x1xf32>
  return
}

// -----

func.func @pairs(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: duplicate sources not allowed.
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_groups(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: replica_groups values must be positive, but was given -1
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[-1]]> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unknown_mesh(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.all_gather' op replica_groups: mesh symbol 'mesh' not found
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = []>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @unknown_axis(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:117: error: axis 'y' not found in mesh definition
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @send(%arg0: tensor<4xf32>, %arg1: !stablehlo.token) {
  // CHECK: :[[# @LINE + 2]]:8: error: channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.send' op failed to infer returned types
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv(%arg0: !stablehlo.token) {
  // CHECK: :[[# @LINE + 1]]:8: error: last element of result types is expected to be of token type, but got 'tensor<4xf32>'
  %0 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> tensor<4xf32>
  return
}

// -----

func.func @infeed(%arg0: !stablehlo.token) {
  // CHECK: :[[# @LINE + 1]]:10: error: layout-attribute size must be 1 (which is the number of op-results - 1 (for token result)), but got 0
  %0:2 = "stablehlo.infeed"(%arg0) <{layout = []}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @mesh_of_any_attribute(%arg0: tensor<2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.negate' op replica_groups: mesh symbol 'mesh' not found
  %0 = stablehlo.negate %arg0 {note = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = []>} : tensor<2xf32>
  return
}

// -----

func.func @what_is_wrong_with_operations_comes_first(%arg0: tensor<2xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = []>}> : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: :[[# @LINE + 1]]:3: error: 'builtin.unrealized_conversion_cast' op expected at least one result for cast operation
  "builtin.unrealized_conversion_cast"() : () -> ()
  return
}
