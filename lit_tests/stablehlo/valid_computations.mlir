// Operations with regions, or between devices, of several operands and types: nothing is wrong with them.
// RUN: sdy-opt %s -verify-diagnostics
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt -verify-diagnostics

func.func @red(%a: tensor<2x3x4xf32>, %b: tensor<2x3x4xi32>, %d: tensor<?x3x?xf32>, %s: tensor<f32>, %i: tensor<i32>, %c: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) {
  %0:2 = "stablehlo.reduce"(%a, %b, %s, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>, %z: tensor<f32>, %w: tensor<i32>):
    %k = "stablehlo.compare"(%x, %z) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %l = "stablehlo.select"(%k, %x, %z) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %m = "stablehlo.select"(%k, %y, %w) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%l, %m) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  %1 = "stablehlo.reduce"(%d, %s) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %z: tensor<f32>):
    %l = "stablehlo.maximum"(%x, %z) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%l) : (tensor<f32>) -> ()
  }) : (tensor<?x3x?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = "stablehlo.reduce"(%a, %s) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f64>, %z: tensor<f64>):
    %l = "stablehlo.add"(%x, %z) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%l) : (tensor<f64>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf64>
  %3 = "stablehlo.reduce"(%c, %s) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %z: tensor<f32>):
    %l = "stablehlo.add"(%x, %z) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%l) : (tensor<f32>) -> ()
  }) : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<8>>
  %4:2 = "stablehlo.reduce_window"(%a, %b, %s, %i) <{window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 2, 1>, base_dilations = array<i64: 1, 1, 1>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [2, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>, %z: tensor<f32>, %w: tensor<i32>):
    %l = "stablehlo.maximum"(%x, %z) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %m = "stablehlo.add"(%y, %w) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%l, %m) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2x4xf32>, tensor<2x2x4xi32>)
  %5 = "stablehlo.reduce_window"(%d, %s) <{window_dimensions = array<i64: 1, 2, 3>}> ({
  ^bb0(%x: tensor<f32>, %z: tensor<f32>):
    %l = "stablehlo.maximum"(%x, %z) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%l) : (tensor<f32>) -> ()
  }) : (tensor<?x3x?xf32>, tensor<f32>) -> tensor<?x2x?xf32>
  %6:2 = "stablehlo.sort"(%a, %b) <{dimension = -1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<i32>, %w: tensor<i32>):
    %l = "stablehlo.compare"(%x, %y) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%l) : (tensor<i1>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xi32>)
  %7 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1, 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>):
    %l = "stablehlo.convert"(%x) : (tensor<f32>) -> tensor<i8>
    "stablehlo.return"(%l) : (tensor<i8>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>) -> tensor<2x3x4xi8>
  %src = stablehlo.constant dense<1.0> : tensor<2x2x2xf32>
  %8 = "stablehlo.select_and_scatter"(%a, %src, %s) <{window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 1, 1, 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %l = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%l) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %l = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%l) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x2x2xf32>, tensor<f32>) -> tensor<2x3x4xf32>
  return
}
func.func @idx(%a: tensor<3x4x2xf32>, %b: tensor<3x4x2xi32>, %g: tensor<2x3x2xi64>, %d: tensor<?x?x?xf32>, %u: tensor<2x3x2x2xf32>, %v: tensor<2x3x2x2xi32>, %ab: tensor<5x3x4x2xf32>, %gb: tensor<5x3x2xi32>, %ub: tensor<5x3x2x2xf32>) {
  %0 = "stablehlo.gather"(%d, %g) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false}> : (tensor<?x?x?xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  %1:2 = "stablehlo.scatter"(%a, %b, %g, %u, %v) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>, %z: tensor<f32>, %w: tensor<i32>):
    %l = "stablehlo.maximum"(%x, %z) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%l, %w) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<3x4x2xf32>, tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xf32>, tensor<3x4x2xi32>)
  %2 = "stablehlo.scatter"(%ab, %gb, %ub) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<f32>, %z: tensor<f32>):
    %l = "stablehlo.add"(%x, %z) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%l) : (tensor<f32>) -> ()
  }) : (tensor<5x3x4x2xf32>, tensor<5x3x2xi32>, tensor<5x3x2x2xf32>) -> tensor<5x3x4x2xf32>
  %ss = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %3 = "stablehlo.dynamic_gather"(%a, %g, %ss) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>
  %4 = "stablehlo.gather"(%ab, %gb) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<5x3x4x2xf32>, tensor<5x3x2xi32>) -> tensor<5x3x2x2xf32>
  return
}
func.func @cf(%a: tensor<2xf32>, %i: tensor<i32>, %p: tensor<i1>, %d: tensor<?xf32>, %t: !stablehlo.token) {
  %0:3 = "stablehlo.while"(%i, %a, %t) ({
  ^bb0(%x: tensor<i32>, %y: tensor<2xf32>, %z: !stablehlo.token):
    %k = "stablehlo.compare"(%x, %i) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%k) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<2xf32>, %z: !stablehlo.token):
    %k = "stablehlo.add"(%x, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%k, %y, %z) : (tensor<i32>, tensor<2xf32>, !stablehlo.token) -> ()
  }) : (tensor<i32>, tensor<2xf32>, !stablehlo.token) -> (tensor<i32>, tensor<2xf32>, !stablehlo.token)
  %1 = "stablehlo.if"(%p) ({
    "stablehlo.return"(%a) : (tensor<2xf32>) -> ()
  }, {
    %k = "stablehlo.negate"(%d) : (tensor<?xf32>) -> tensor<?xf32>
    "stablehlo.return"(%k) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  %2:2 = "stablehlo.case"(%i) ({
    "stablehlo.return"(%a, %t) : (tensor<2xf32>, !stablehlo.token) -> ()
  }, {
    "stablehlo.return"(%a, %t) : (tensor<2xf32>, !stablehlo.token) -> ()
  }, {
    %k = "stablehlo.negate"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    "stablehlo.return"(%k, %t) : (tensor<2xf32>, !stablehlo.token) -> ()
  }) : (tensor<i32>) -> (tensor<2xf32>, !stablehlo.token)
  %3:2 = "stablehlo.optimization_barrier"(%a, %t) : (tensor<2xf32>, !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %4 = "stablehlo.tuple"(%a, %t, %i) : (tensor<2xf32>, !stablehlo.token, tensor<i32>) -> tuple<tensor<2xf32>, !stablehlo.token, tensor<i32>>
  %5 = "stablehlo.get_tuple_element"(%4) <{index = 2 : i32}> : (tuple<tensor<2xf32>, !stablehlo.token, tensor<i32>>) -> tensor<i32>
  %6 = "stablehlo.after_all"(%t, %t) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return
}
func.func @cc(%a: tensor<2x4xf32>, %b: tensor<2x4xi8>, %t: !stablehlo.token) {
  %0:2 = "stablehlo.all_gather"(%a, %b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>, tensor<2x4xi8>) -> (tensor<4x4xf32>, tensor<4x4xi8>)
  %1:2 = "stablehlo.all_reduce"(%a, %a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %z: tensor<f32>):
    %l = "stablehlo.add"(%x, %z) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%l) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %2:2 = "stablehlo.all_to_all"(%a, %b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>, tensor<2x4xi8>) -> (tensor<4x2xf32>, tensor<4x2xi8>)
  %3 = "stablehlo.reduce_scatter"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %z: tensor<f32>):
    %l = "stablehlo.add"(%x, %z) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%l) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %4 = "stablehlo.collective_permute"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %5:3 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<2x4xf32>, tensor<i8>, !stablehlo.token)
  %6 = "stablehlo.send"(%a, %b, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>, tensor<2x4xi8>, !stablehlo.token) -> !stablehlo.token
  %7:2 = "stablehlo.custom_call"(%a, %b, %t) <{api_version = 4 : i32, backend_config = {a = 1 : i64}, call_target_name = "x", has_side_effect = true, called_computations = [@cc], operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>]}> : (tensor<2x4xf32>, tensor<2x4xi8>, !stablehlo.token) -> (tensor<2x4xf32>, tensor<2x4xi8>)
  return
}
func.func @other(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %d: tensor<?x?xf32>, %db: tensor<?xf32>, %i: tensor<i64>, %s: tensor<f32>, %n: tensor<2xi64>, %u: tensor<2xui64>) {
  %0:3 = "stablehlo.batch_norm_training"(%d, %db, %db) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  %1 = "stablehlo.batch_norm_inference"(%a, %b, %b, %b, %b) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %2:3 = "stablehlo.batch_norm_grad"(%a, %b, %b, %b, %a) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %3 = "stablehlo.rng"(%s, %s, %n) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %nn = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %4 = "stablehlo.rng"(%s, %s, %nn) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  %5:2 = "stablehlo.rng_bit_generator"(%u) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  %6 = "chlo.broadcast_add"(%a, %b) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %7 = "chlo.broadcast_add"(%d, %b) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %8 = "chlo.broadcast_power"(%d, %d) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %9:2 = "chlo.top_k"(%d) <{k = 3 : i64}> : (tensor<?x?xf32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)
  %10 = "chlo.broadcast_compare"(%d, %b) <{comparison_direction = #chlo<comparison_direction NE>}> : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x4xi1>
  %11 = "chlo.constant_like"(%d) <{value = 1.5 : f32}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %12 = "chlo.next_after"(%d, %a) : (tensor<?x?xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
