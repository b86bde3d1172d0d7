// Rules of operations, by examples of their shapes.
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules | FileCheck %s

// CHECK-LABEL: func.func @add(
// CHECK: op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=1}>
func.func @add(%arg0: tensor<4x1xf32>, %arg1: tensor<4x1xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<4x1xf32>
  return
}

// CHECK-LABEL: func.func @add_2(
// CHECK: op_sharding_rule<([], [])->([])>
func.func @add_2(%arg0: tensor<f32>, %arg1: tensor<f32>) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
  return
}

// CHECK-LABEL: func.func @exponential(
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=0, j=5}>
func.func @exponential(%arg0: tensor<0x5xf32>) {
  %0 = stablehlo.exponential %arg0 : tensor<0x5xf32>
  return
}

// CHECK-LABEL: func.func @bitcast_convert(
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=3, j=4}>
func.func @bitcast_convert(%arg0: tensor<3x4xf32>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4xi32>
  return
}

// CHECK-LABEL: func.func @bitcast_convert_2(
// CHECK: op_sharding_rule<([i, j])->([i, j, k]) {i=3, j=4, k=4} need_replication={k}>
func.func @bitcast_convert_2(%arg0: tensor<3x4xf32>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<3x4xf32>) -> tensor<3x4x4xi8>
  return
}

// CHECK-LABEL: func.func @bitcast_convert_3(
// CHECK: op_sharding_rule<([i, j, k])->([i, j]) {i=3, j=4, k=4} need_replication={k}>
func.func @bitcast_convert_3(%arg0: tensor<3x4x4xi8>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<3x4x4xi8>) -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: func.func @batch_norm_inference(
// CHECK: op_sharding_rule<([i, j, k], [j], [j], [j], [j])->([i, j, k]) {i=3, j=6, k=5}>
func.func @batch_norm_inference(%arg0: tensor<3x6x5xf32>, %arg1: tensor<6xf32>, %arg2: tensor<6xf32>, %arg3: tensor<6xf32>, %arg4: tensor<6xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<3x6x5xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<3x6x5xf32>
  return
}

// CHECK-LABEL: func.func @broadcast_in_dim(
// CHECK: op_sharding_rule<([l, i])->([j, k, l]) {i=1, j=7, k=3, l=5}>
func.func @broadcast_in_dim(%arg0: tensor<5x1xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 0] : (tensor<5x1xf32>) -> tensor<7x3x5xf32>
  return
}

// CHECK-LABEL: func.func @broadcast_in_dim_2(
// CHECK: op_sharding_rule<([])->([i, j]) {i=7, j=3}>
func.func @broadcast_in_dim_2(%arg0: tensor<f32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<7x3xf32>
  return
}

// CHECK-LABEL: func.func @broadcast_in_dim_3(
// CHECK: op_sharding_rule<([j])->([i, j]) {i=7, j=1}>
func.func @broadcast_in_dim_3(%arg0: tensor<1xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<1xf32>) -> tensor<7x1xf32>
  return
}

// CHECK-LABEL: func.func @cholesky(
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k]) {i=3, j=5, k=5} need_replication={j, k}>
func.func @cholesky(%arg0: tensor<3x5x5xf32>) {
  %0 = stablehlo.cholesky %arg0 : tensor<3x5x5xf32>
  return
}

// CHECK-LABEL: func.func @clamp(
// CHECK: op_sharding_rule<([], [i, j], [])->([i, j]) {i=3, j=5}>
func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<3x5xf32>, %arg2: tensor<f32>) {
  %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// CHECK-LABEL: func.func @select(
// CHECK: op_sharding_rule<([], [i, j], [i, j])->([i, j]) {i=3, j=5}>
func.func @select(%arg0: tensor<i1>, %arg1: tensor<3x5xf32>, %arg2: tensor<3x5xf32>) {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<3x5xf32>
  return
}

// CHECK-LABEL: func.func @dot_general(
// CHECK: op_sharding_rule<([i, j, l], [l, i, k])->([i, j, k]) {i=2, j=5, k=7, l=3} reduction={l}>
func.func @dot_general(%arg0: tensor<2x5x3xf32>, %arg1: tensor<3x2x7xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<2x5x3xf32>, tensor<3x2x7xf32>) -> tensor<2x5x7xf32>
  return
}

// CHECK-LABEL: func.func @dot(
// CHECK: op_sharding_rule<([i, k], [k, j])->([i, j]) {i=5, j=7, k=3} reduction={k}>
func.func @dot(%arg0: tensor<5x3xf32>, %arg1: tensor<3x7xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<5x3xf32>, tensor<3x7xf32>) -> tensor<5x7xf32>
  return
}

// CHECK-LABEL: func.func @dot_2(
// CHECK: op_sharding_rule<([i, j], [j])->([i]) {i=5, j=3} reduction={j}>
func.func @dot_2(%arg0: tensor<5x3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<5x3xf32>, tensor<3xf32>) -> tensor<5xf32>
  return
}

// CHECK-LABEL: func.func @dot_3(
// CHECK: op_sharding_rule<([j], [j, i])->([i]) {i=7, j=3} reduction={j}>
func.func @dot_3(%arg0: tensor<3xf32>, %arg1: tensor<3x7xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<3xf32>, tensor<3x7xf32>) -> tensor<7xf32>
  return
}

// CHECK-LABEL: func.func @dot_4(
// CHECK: op_sharding_rule<([i], [i])->([]) {i=3} reduction={i}>
func.func @dot_4(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @dynamic_slice(
// CHECK: op_sharding_rule<([i, j], [], [])->([i, j]) {i=3, j=9} need_replication={j} blocked_propagation={j}>
func.func @dynamic_slice(%arg0: tensor<3x9xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [3, 4] : (tensor<3x9xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: func.func @dynamic_update_slice(
// CHECK: op_sharding_rule<([i, j], [i, k], [], [])->([i, j]) {i=3, j=9, k=4} permutation={j, k}>
func.func @dynamic_update_slice(%arg0: tensor<3x9xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<3x9xf32>, tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x9xf32>
  return
}

// CHECK-LABEL: func.func @fft(
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k]) {i=3, j=6, k=8} need_replication={k} blocked_propagation={k}>
func.func @fft(%arg0: tensor<3x6x8xf32>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<3x6x8xf32>) -> tensor<3x6x5xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @reduce(
// CHECK: op_sharding_rule<([i, j, k], [])->([j]) {i=3, j=5, k=7} reduction={i, k}>
func.func @reduce(%arg0: tensor<3x5x7xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x5x7xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// CHECK-LABEL: func.func @reduce_2(
// CHECK: op_sharding_rule<([i, j], [i, j], [], [])->([i], [i]) {i=3, j=5} reduction={j}>
func.func @reduce_2(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>) {
  %0:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [1] : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
   reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<f32>, %arg7: tensor<f32>)  {
    %1 = stablehlo.add %arg4, %arg6 : tensor<f32>
    %2 = stablehlo.add %arg5, %arg7 : tensor<f32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
  }
  return
}

// CHECK-LABEL: func.func @reverse(
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=3, j=5} permutation={j}>
func.func @reverse(%arg0: tensor<3x5xf32>) {
  %0 = stablehlo.reverse %arg0, dims = [1] : tensor<3x5xf32>
  return
}

// CHECK-LABEL: func.func @rng_bit_generator(
// CHECK: op_sharding_rule<([i])->([i], [j, k]) {i=2, j=5, k=7} need_replication={i} blocked_propagation={i}>
func.func @rng_bit_generator(%arg0: tensor<2xui64>) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x7xui32>)
  return
}

// CHECK-LABEL: func.func @sort(
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=3, j=5} need_replication={j}>
func.func @sort(%arg0: tensor<3x5xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.compare GT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return
}

// CHECK-LABEL: func.func @sort_2(
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=1, j=5} need_replication={j} blocked_propagation={j}>
func.func @sort_2(%arg0: tensor<1x5xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.compare GT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<1x5xf32>) -> tensor<1x5xf32>
  return
}

// CHECK-LABEL: func.func @sort_3(
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=3, j=5}>
func.func @sort_3(%arg0: tensor<3x5xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = -1 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.compare GT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return
}

// CHECK-LABEL: func.func @sort_4(
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=3, j=5}>
func.func @sort_4(%arg0: tensor<3x5xf32>) {
  %0 = "stablehlo.sort"(%arg0) ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.compare GT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return
}

// CHECK-LABEL: func.func @transpose(
// CHECK: op_sharding_rule<([j, k, i])->([i, j, k]) {i=7, j=3, k=5}>
func.func @transpose(%arg0: tensor<3x5x7xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [2, 0, 1] : (tensor<3x5x7xf32>) -> tensor<7x3x5xf32>
  return
}

// CHECK-LABEL: func.func @all_gather(
// CHECK: op_sharding_rule<([i, k, j])->([i, l, j]) {i=3, j=5, k=4, l=8} need_replication={k, l}>
func.func @all_gather(%arg0: tensor<3x4x5xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3x4x5xf32>) -> tensor<3x8x5xf32>
  return
}

// CHECK-LABEL: func.func @reduce_scatter(
// CHECK: op_sharding_rule<([i, k, j])->([i, l, j]) {i=3, j=5, k=4, l=2} need_replication={k, l}>
func.func @reduce_scatter(%arg0: tensor<3x4x5xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4x5xf32>) -> tensor<3x2x5xf32>
  return
}

// CHECK-LABEL: func.func @all_reduce(
// CHECK: op_sharding_rule<([i, j], [], [i])->([i, j], [], [i]) {i=6, j=2}>
func.func @all_reduce(%arg0: tensor<6x2xf32>, %arg1: tensor<f32>, %arg2: tensor<3xf32>) {
  %0:3 = "stablehlo.all_reduce"(%arg0, %arg1, %arg2) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6x2xf32>, tensor<f32>, tensor<3xf32>) -> (tensor<6x2xf32>, tensor<f32>, tensor<3xf32>)
  return
}

// CHECK-LABEL: func.func @all_to_all(
// CHECK: op_sharding_rule<([l, j, i])->([m, k, i]) {i=5, j=4, k=2, l=3, m=6} need_replication={j, k, l, m}>
func.func @all_to_all(%arg0: tensor<3x4x5xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<3x4x5xf32>) -> tensor<6x2x5xf32>
  return
}

// CHECK-LABEL: func.func @all_to_all_2(
// CHECK: op_sharding_rule<([i, k, j])->([i, l, j]) {i=3, j=5, k=4, l=4} need_replication={k, l}>
func.func @all_to_all_2(%arg0: tensor<3x4x5xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  return
}

// CHECK-LABEL: func.func @reshape(
// CHECK: op_sharding_rule<([i, j, k])->([ijk]) {i=2, j=3, k=5}>
func.func @reshape(%arg0: tensor<2x3x5xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x3x5xf32>) -> tensor<30xf32>
  return
}

// CHECK-LABEL: func.func @reshape_2(
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @reshape_2(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @reshape_3(
// CHECK: op_sharding_rule<([ij])->([i, j]) {i=3, j=4}>
func.func @reshape_3(%arg0: tensor<12xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<12xf32>) -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: func.func @reshape_4(
// CHECK: op_sharding_rule<([ij, k])->([i, jk]) {i=2, j=2, k=8}>
func.func @reshape_4(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// CHECK-LABEL: func.func @reshape_5(
// CHECK: op_sharding_rule<([i, jl, m])->([j, k, l]) {i=1, j=2, k=1, l=3, m=1} need_replication={i, k, m}>
func.func @reshape_5(%arg0: tensor<1x6x1xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<1x6x1xf32>) -> tensor<2x1x3xf32>
  return
}

// CHECK-LABEL: func.func @reshape_6(
// CHECK: op_sharding_rule<([])->([i, j]) {i=1, j=1} need_replication={i, j}>
func.func @reshape_6(%arg0: tensor<f32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<f32>) -> tensor<1x1xf32>
  return
}

// CHECK-LABEL: func.func @reshape_7(
// CHECK: op_sharding_rule<([ij, km])->([ij, lm]) {i=2, j=3, k=5, l=3, m=7} need_replication={k, l} permutation={j}>
func.func @reshape_7(%arg0: tensor<6x35xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<6x35xf32>) -> tensor<10x21xf32>
  return
}

// CHECK-LABEL: func.func @reshape_8(
// CHECK: op_sharding_rule<([i, j, l])->([i, k, m]) {i=2, j=3, k=3, l=5, m=2} need_replication={j, k, l, m} permutation={i}>
func.func @reshape_8(%arg0: tensor<2x3x5xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x3x5xf32>) -> tensor<5x3x2xf32>
  return
}

// CHECK-LABEL: func.func @reshape_9(
// CHECK: op_sharding_rule<([ij, lm])->([ij, km]) {i=2, j=3, k=3, l=2, m=5} need_replication={k, l} permutation={j}>
func.func @reshape_9(%arg0: tensor<6x10xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<6x10xf32>) -> tensor<4x15xf32>
  return
}

// CHECK-LABEL: func.func @reshape_10(
// CHECK: op_sharding_rule<([ij, km])->([ij, lm]) {i=4, j=3, k=5, l=3, m=2} need_replication={k, l} permutation={j}>
func.func @reshape_10(%arg0: tensor<12x10xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<12x10xf32>) -> tensor<20x6xf32>
  return
}

// CHECK-LABEL: func.func @reshape_11(
// CHECK: op_sharding_rule<([i, jk, l])->([ij, k, l]) {i=3, j=2, k=4, l=5}>
func.func @reshape_11(%arg0: tensor<3x8x5xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<3x8x5xf32>) -> tensor<6x4x5xf32>
  return
}

// CHECK-LABEL: func.func @reshape_12(
// CHECK: op_sharding_rule<([ij, km])->([ij, lm]) {i=4, j=2, k=3, l=2, m=3} need_replication={k, l} permutation={j}>
func.func @reshape_12(%arg0: tensor<8x9xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<8x9xf32>) -> tensor<12x6xf32>
  return
}

// CHECK-LABEL: func.func @reshape_13(
// CHECK-NOT: sharding_rule
func.func @reshape_13(%arg0: tensor<0x3xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<0x3xf32>) -> tensor<3x0xf32>
  return
}

// CHECK-LABEL: func.func @gather(
// CHECK: op_sharding_rule<([i, m, k, l], [i, j, n])->([i, j, k, l]) {i=2, j=7, k=5, l=3, m=9, n=2} reduction={m} need_replication={k, n} blocked_propagation={k}>
func.func @gather(%arg0: tensor<2x9x5x3xf32>, %arg1: tensor<2x7x2xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4, 3>}> : (tensor<2x9x5x3xf32>, tensor<2x7x2xi32>) -> tensor<2x7x4x3xf32>
  return
}

// CHECK-LABEL: func.func @gather_2(
// CHECK: op_sharding_rule<([j, l], [i])->([i, k, l]) {i=7, j=9, k=1, l=5} reduction={j} need_replication={k}>
func.func @gather_2(%arg0: tensor<9x5xf32>, %arg1: tensor<7xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<9x5xf32>, tensor<7xi32>) -> tensor<7x1x5xf32>
  return
}

// CHECK-LABEL: func.func @scatter(
// CHECK: op_sharding_rule<([i, n, k, m], [i, j, o], [i, j, l, m])->([i, n, k, m]) {i=2, j=7, k=5, l=4, m=3, n=9, o=2} reduction={j} need_replication={k, l, o}>
func.func @scatter(%arg0: tensor<2x9x5x3xf32>, %arg1: tensor<2x7x2xi32>, %arg2: tensor<2x7x4x3xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x9x5x3xf32>, tensor<2x7x2xi32>, tensor<2x7x4x3xf32>) -> tensor<2x9x5x3xf32>
  return
}

// CHECK-LABEL: func.func @scatter_2(
// CHECK: op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=7, j=3, k=9, l=1} need_replication={i, l}>
func.func @scatter_2(%arg0: tensor<9x3xf32>, %arg1: tensor<7x1xi32>, %arg2: tensor<7x3xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    stablehlo.return %arg4 : tensor<f32>
  }) : (tensor<9x3xf32>, tensor<7x1xi32>, tensor<7x3xf32>) -> tensor<9x3xf32>
  return
}

// CHECK-LABEL: func.func @triangular_solve(
// CHECK: op_sharding_rule<([i, j, l], [i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4} need_replication={j, k, l}>
func.func @triangular_solve(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x3xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// CHECK-LABEL: func.func @triangular_solve_2(
// CHECK: op_sharding_rule<([i, l, j], [i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4} need_replication={j, k, l}>
func.func @triangular_solve_2(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x3xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// CHECK-LABEL: func.func @triangular_solve_3(
// CHECK: op_sharding_rule<([i, l, k], [i, j, k])->([i, j, l]) {i=2, j=3, k=4, l=4} need_replication={j, k, l}>
func.func @triangular_solve_3(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x3x4xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// CHECK-LABEL: func.func @triangular_solve_4(
// CHECK: op_sharding_rule<([i, k, l], [i, j, k])->([i, j, l]) {i=2, j=3, k=4, l=4} need_replication={j, k, l}>
func.func @triangular_solve_4(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x3x4xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// CHECK-LABEL: func.func @custom_call_MoveToHost(
// CHECK: op_sharding_rule<([i, j])->([i, j], [i, j]) {i=3, j=5}>
func.func @custom_call_MoveToHost(%arg0: tensor<3x5xf32>) {
  %0:2 = stablehlo.custom_call @MoveToHost(%arg0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>)
  return
}

// CHECK-LABEL: func.func @custom_call_mhlo_erf(
// CHECK: op_sharding_rule<([i])->([i, j]) {i=4, j=2}>
func.func @custom_call_mhlo_erf(%arg0: tensor<4xf32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%arg0) : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// CHECK-LABEL: func.func @custom_call_mhlo_erf_2(
// CHECK: op_sharding_rule<([i])->([i]) {i=8}>
func.func @custom_call_mhlo_erf_2(%arg0: tensor<4xf32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%arg0) : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @custom_call_mhlo_erf_3(
// CHECK-NOT: sharding_rule
func.func @custom_call_mhlo_erf_3(%arg0: tensor<4xf32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%arg0) : (tensor<4xf32>) -> !stablehlo.token
  return
}

// CHECK-LABEL: func.func @custom_call_X64Combine(
// CHECK: op_sharding_rule<([i], [i])->([i]) {i=2}>
func.func @custom_call_X64Combine(%arg0: tensor<2xui32>, %arg1: tensor<2xui32>) {
  %0 = stablehlo.custom_call @X64Combine(%arg0, %arg1) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
  return
}

// CHECK-LABEL: func.func @custom_call_Eigh(
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k], [i, k]) {i=3, j=5, k=5}>
func.func @custom_call_Eigh(%arg0: tensor<3x5x5xf32>) {
  %0:2 = stablehlo.custom_call @Eigh(%arg0) : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3x5xf32>)
  return
}

// CHECK-LABEL: func.func @custom_call_Eigh_2(
// CHECK-NOT: sharding_rule
func.func @custom_call_Eigh_2(%arg0: tensor<5xf32>) {
  %0:2 = stablehlo.custom_call @Eigh(%arg0) : (tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return
}

// CHECK-LABEL: func.func @custom_call_Qr(
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k], [i, l]) {i=3, j=6, k=5, l=5} need_replication={j, k, l}>
func.func @custom_call_Qr(%arg0: tensor<3x6x5xf32>) {
  %0:2 = stablehlo.custom_call @Qr(%arg0) : (tensor<3x6x5xf32>) -> (tensor<3x6x5xf32>, tensor<3x5xf32>)
  return
}

// CHECK-LABEL: func.func @custom_call_ProductOfElementaryHouseholderReflectors(
// CHECK: op_sharding_rule<([i, j, k], [i, l])->([i, j, k]) {i=3, j=6, k=5, l=5} need_replication={j, k, l}>
func.func @custom_call_ProductOfElementaryHouseholderReflectors(%arg0: tensor<3x6x5xf32>, %arg1: tensor<3x5xf32>) {
  %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%arg0, %arg1) : (tensor<3x6x5xf32>, tensor<3x5xf32>) -> tensor<3x6x5xf32>
  return
}

// CHECK-LABEL: func.func @custom_call_mhlo_topk(
// CHECK: op_sharding_rule<([i, j])->([i, j], [i, j]) {i=3, j=9} need_replication={j} blocked_propagation={j}>
func.func @custom_call_mhlo_topk(%arg0: tensor<3x9xf32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%arg0) : (tensor<3x9xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return
}

// CHECK-LABEL: func.func @custom_call_ApproxTopK(
// CHECK: op_sharding_rule<([i, j], [i, j], [], [])->([i, k], [i, k]) {i=3, j=9, k=2} need_replication={k} blocked_propagation={k}>
func.func @custom_call_ApproxTopK(%arg0: tensor<3x9xf32>, %arg1: tensor<3x9xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0:2 = stablehlo.custom_call @ApproxTopK(%arg0, %arg1, %arg2, %arg3) : (tensor<3x9xf32>, tensor<3x9xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return
}

// CHECK-LABEL: func.func @custom_call_tpu_custom_call(
// CHECK-NOT: sharding_rule
func.func @custom_call_tpu_custom_call(%arg0: tensor<3x5xf32>) {
  %0 = stablehlo.custom_call @tpu_custom_call(%arg0) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return
}

// CHECK-LABEL: func.func @custom_call_Sharding(
// CHECK-NOT: sharding_rule
func.func @custom_call_Sharding(%arg0: tensor<3x5xf32>) {
  %0 = stablehlo.custom_call @Sharding(%arg0) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return
}

// If all operands are slices, or all are parts of the same value, what is concatenated is permuted.
// CHECK-LABEL: func.func @concatenated_slices(
// CHECK: concatenate{{.*}}permutation={i}>
// CHECK: concatenate{{.*}}need_replication={i}>
// CHECK: concatenate{{.*}}permutation={i}>
// CHECK: concatenate{{.*}}need_replication={i}>
func.func @concatenated_slices(%a: tensor<3x5xf32>, %b: tensor<3x5xf32>) {
  %s = stablehlo.slice %a [0:1, 0:5] : (tensor<3x5xf32>) -> tensor<1x5xf32>
  %t = stablehlo.slice %b [0:1, 0:5] : (tensor<3x5xf32>) -> tensor<1x5xf32>
  %0 = stablehlo.concatenate %a, %s, dim = 0 : (tensor<3x5xf32>, tensor<1x5xf32>) -> tensor<4x5xf32>
  %1 = stablehlo.concatenate %b, %s, dim = 0 : (tensor<3x5xf32>, tensor<1x5xf32>) -> tensor<4x5xf32>
  %2 = stablehlo.concatenate %s, %t, dim = 0 : (tensor<1x5xf32>, tensor<1x5xf32>) -> tensor<2x5xf32>
  %3 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<6x5xf32>
  return
}

// At constant indices shardings pass through.
// CHECK-LABEL: func.func @update_at_constant_indices(
// CHECK: op_sharding_rule<([i], [j], [])->([i]) {i=9, j=4} permutation={i, j}>
func.func @update_at_constant_indices(%a: tensor<9xf32>, %u: tensor<4xf32>) {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<9xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9xf32>
  return
}

// The combined state of random bits is replicated.
// CHECK-LABEL: func.func @combined_state(
// CHECK: @X64Combine{{.*}}op_sharding_rule<([i], [i])->([i]) {i=2} need_replication={i} blocked_propagation={i}>
func.func @combined_state(%a: tensor<2xui32>) {
  %0 = stablehlo.custom_call @X64Combine(%a, %a) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
  %1:2 = stablehlo.rng_bit_generator %0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xi8>)
  return
}
