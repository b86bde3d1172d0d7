// Operations with sizes that are not known, with bounds and with all kinds of elements: nothing is wrong with them.
// RUN: sdy-opt %s -verify-diagnostics
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt -verify-diagnostics

func.func @ew(%a: tensor<?x4xf32>, %b: tensor<2x4xf32>, %c: tensor<?x4xf32, #stablehlo.bounds<8, ?>>, %i: tensor<?xi32>, %j: tensor<3xi32>, %p: tensor<?xi1>, %z: tensor<2x?xcomplex<f64>>, %u: tensor<ui8>, %s: tensor<f32>, %h: tensor<4xbf16>) {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  %1 = "stablehlo.add"(%a, %b) : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = "stablehlo.multiply"(%c, %a) : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = "stablehlo.abs"(%z) : (tensor<2x?xcomplex<f64>>) -> tensor<2x?xf64>
  %4 = "stablehlo.and"(%i, %j) : (tensor<?xi32>, tensor<3xi32>) -> tensor<3xi32>
  %5 = "stablehlo.not"(%p) : (tensor<?xi1>) -> tensor<?xi1>
  %6 = "stablehlo.compare"(%i, %j) <{comparison_direction = #stablehlo<comparison_direction GE>, compare_type = #stablehlo<comparison_type SIGNED>}> : (tensor<?xi32>, tensor<3xi32>) -> tensor<?xi1>
  %7 = "stablehlo.select"(%p, %i, %j) : (tensor<?xi1>, tensor<?xi32>, tensor<3xi32>) -> tensor<3xi32>
  %pz = stablehlo.constant dense<true> : tensor<i1>
  %8 = "stablehlo.select"(%pz, %i, %j) : (tensor<i1>, tensor<?xi32>, tensor<3xi32>) -> tensor<?xi32>
  %9 = "stablehlo.clamp"(%s, %b, %s) : (tensor<f32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %10 = "stablehlo.clamp"(%b, %b, %b) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %11 = "stablehlo.real"(%z) : (tensor<2x?xcomplex<f64>>) -> tensor<2x?xf64>
  %12 = "stablehlo.complex"(%a, %a) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xcomplex<f32>>
  %13 = "stablehlo.is_finite"(%c) : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x4xi1>
  %14 = "stablehlo.convert"(%b) : (tensor<2x4xf32>) -> tensor<2x4xi8>
  %15 = "stablehlo.reduce_precision"(%b) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %16 = "stablehlo.popcnt"(%u) : (tensor<ui8>) -> tensor<ui8>
  %17 = "stablehlo.round_nearest_afz"(%h) : (tensor<4xbf16>) -> tensor<4xbf16>
  %18 = "stablehlo.convert"(%c) : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x4xi8, #stablehlo.bounds<8, ?>>
  %19 = "stablehlo.tanh"(%b) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-05, rtol = 0.0, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %20 = "stablehlo.bitcast_convert"(%b) : (tensor<2x4xf32>) -> tensor<2x4x4xi8>
  %21 = "stablehlo.bitcast_convert"(%h) : (tensor<4xbf16>) -> tensor<4xi16>
  %h2 = stablehlo.constant dense<1.0> : tensor<3x2xbf16>
  %22 = "stablehlo.bitcast_convert"(%h2) : (tensor<3x2xbf16>) -> tensor<3xf32>
  return
}
func.func @shapes(%a: tensor<2x3x4xf32>, %d: tensor<?x3x?xf32>, %c: tensor<?x4xf32, #stablehlo.bounds<8, ?>>, %s: tensor<f32>) {
  %0 = "stablehlo.transpose"(%d) <{permutation = array<i64: 2, 0, 1>}> : (tensor<?x3x?xf32>) -> tensor<?x?x3xf32>
  %1 = "stablehlo.transpose"(%c) <{permutation = array<i64: 1, 0>}> : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>
  %2 = "stablehlo.reshape"(%a) : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %3 = "stablehlo.reshape"(%s) : (tensor<f32>) -> tensor<1x1xf32>
  %4 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 2, 3>}> : (tensor<2x3x4xf32>) -> tensor<2x7x3x4xf32>
  %5 = "stablehlo.broadcast_in_dim"(%s) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x7xf32>
  %6 = "stablehlo.concatenate"(%a, %d, %a) <{dimension = 1 : i64}> : (tensor<2x3x4xf32>, tensor<?x3x?xf32>, tensor<2x3x4xf32>) -> tensor<2x9x4xf32>
  %7 = "stablehlo.concatenate"(%d, %d) <{dimension = 0 : i64}> : (tensor<?x3x?xf32>, tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  %8 = "stablehlo.slice"(%a) <{start_indices = array<i64: 0, 1, 0>, limit_indices = array<i64: 2, 3, 4>, strides = array<i64: 1, 2, 3>}> : (tensor<2x3x4xf32>) -> tensor<2x1x2xf32>
  %9 = "stablehlo.slice"(%d) <{start_indices = array<i64: 0, 1, 0>, limit_indices = array<i64: 2, 3, 4>, strides = array<i64: 1, 2, 3>}> : (tensor<?x3x?xf32>) -> tensor<2x1x2xf32>
  %10 = "stablehlo.pad"(%a, %s) <{edge_padding_low = array<i64: 0, 1, -1>, edge_padding_high = array<i64: 2, -1, 0>, interior_padding = array<i64: 0, 1, 2>}> : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<4x5x9xf32>
  %11 = "stablehlo.pad"(%c, %s) <{edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, -1>, interior_padding = array<i64: 1, 1>}> : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<f32>) -> tensor<?x7xf32, #stablehlo.bounds<17, ?>>
  %12 = "stablehlo.reverse"(%a) <{dimensions = array<i64: 0, 2>}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %13 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>
  %14 = "stablehlo.get_dimension_size"(%d) <{dimension = 2 : i64}> : (tensor<?x3x?xf32>) -> tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %15 = "stablehlo.set_dimension_size"(%a, %n) <{dimension = 0 : i64}> : (tensor<2x3x4xf32>, tensor<i32>) -> tensor<?x3x4xf32, #stablehlo.bounds<2, ?, ?>>
  %16 = "stablehlo.set_dimension_size"(%c, %n) <{dimension = 1 : i64}> : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<i32>) -> tensor<?x?xf32, #stablehlo.bounds<8, 4>>
  %17 = "stablehlo.broadcast"(%a) <{broadcast_sizes = array<i64: 5, 6>}> : (tensor<2x3x4xf32>) -> tensor<5x6x2x3x4xf32>
  %18 = "stablehlo.reshape"(%d) : (tensor<?x3x?xf32>) -> tensor<6x4xf32>
  %19 = "stablehlo.concatenate"(%c, %c) <{dimension = 0 : i64}> : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x4xf32, #stablehlo.bounds<16, ?>>
  %20 = "stablehlo.broadcast_in_dim"(%c) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  return
}
func.func @slices(%a: tensor<2x3x4xf32>, %d: tensor<?x3x?xf32>, %i: tensor<i32>, %j: tensor<i64>, %u: tensor<1x2x?xf32>) {
  %0 = "stablehlo.dynamic_slice"(%d, %i, %i, %i) <{slice_sizes = array<i64: 1, 2, 3>}> : (tensor<?x3x?xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf32>
  %1 = "stablehlo.dynamic_update_slice"(%a, %u, %j, %j, %j) : (tensor<2x3x4xf32>, tensor<1x2x?xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x3x4xf32>
  %lo = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %hi = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %st = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %m = stablehlo.constant dense<1.0> : tensor<3x5xf32>
  %2 = "stablehlo.real_dynamic_slice"(%m, %lo, %hi, %st) : (tensor<3x5xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x2xf32>
  %3 = "stablehlo.real_dynamic_slice"(%m, %lo, %hi, %st) : (tensor<3x5xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
func.func @dyn(%a: tensor<2x3xf32>, %d: tensor<?x?xf32>, %n: tensor<2xi64>, %n3: tensor<3xindex>, %s: tensor<f32>) {
  %sz = stablehlo.constant dense<[2, 5, 3]> : tensor<3xi32>
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %sz) <{broadcast_dimensions = array<i64: 0, 2>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>}> : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x5x3xf32>
  %1 = "stablehlo.dynamic_broadcast_in_dim"(%d, %n3) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x5x?xf32>
  %2 = "stablehlo.dynamic_reshape"(%d, %n) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x6xf32>
  %sr = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %3 = "stablehlo.dynamic_reshape"(%a, %sr) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  %4 = "stablehlo.dynamic_iota"(%n) <{iota_dimension = 1 : i64}> : (tensor<2xi64>) -> tensor<?x4xi32>
  %5 = "stablehlo.dynamic_iota"(%sr) <{iota_dimension = 0 : i64}> : (tensor<2xi32>) -> tensor<3x?xf32>
  %6 = "stablehlo.dynamic_pad"(%d, %s, %n, %n, %n) : (tensor<?x?xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %lo = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %7 = "stablehlo.dynamic_pad"(%a, %s, %lo, %lo, %lo) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x7xf32>
  return
}
func.func @linear(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %d: tensor<?x3x?xf32>, %v: tensor<4xf32>, %m: tensor<3x4xf32>, %z: tensor<3x4xcomplex<f32>>, %f: tensor<3x3xf32>) {
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %1 = "stablehlo.dot_general"(%d, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x3x?xf32>, tensor<2x4x5xf32>) -> tensor<?x3x5xf32>
  %2 = "stablehlo.dot_general"(%m, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf64>
  %3 = "stablehlo.dot_general"(%m, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  %4 = "stablehlo.dot"(%m, %v) : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  %5 = "stablehlo.dot"(%v, %v) <{precision_config = [#stablehlo<precision HIGH>]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %6 = "stablehlo.fft"(%z) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  %7 = "stablehlo.fft"(%m) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<3x4xf32>) -> tensor<3x3xcomplex<f32>>
  %zz = stablehlo.constant dense<(1.0, 0.0)> : tensor<3x3xcomplex<f32>>
  %8 = "stablehlo.fft"(%zz) <{fft_length = array<i64: 3, 4>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<3x3xcomplex<f32>>) -> tensor<3x4xf32>
  %9 = "stablehlo.cholesky"(%f) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %10 = "stablehlo.triangular_solve"(%f, %m) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %fd = stablehlo.constant dense<1.0> : tensor<2x4x4xf32>
  %11 = "stablehlo.triangular_solve"(%fd, %a) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %12 = "stablehlo.einsum"(%m, %v) <{einsum_config = "ij,j->i"}> : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  return
}
func.func @conv(%x: tensor<1x8x8x207xf32>, %w: tensor<3x3x207x16xf32>, %d: tensor<?x8x8x207xf32>, %g: tensor<3x3x1x207xf32>) {
  %0 = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> tensor<1x8x8x16xf32>
  %1 = "stablehlo.convolution"(%d, %g) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 207 : i64, window_strides = array<i64: 2, 3>}> : (tensor<?x8x8x207xf32>, tensor<3x3x1x207xf32>) -> tensor<?x3x2x207xf32>
  %k = stablehlo.constant dense<1.0> : tensor<4x2x5xf32>
  %l = stablehlo.constant dense<1.0> : tensor<2x3x2xf32>
  %2 = "stablehlo.convolution"(%k, %l) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, 0, i]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<4x2x5xf32>, tensor<2x3x2xf32>) -> tensor<2x2x3xf32>
  %pd = stablehlo.constant dense<0> : tensor<2x2xi64>
  %3 = "stablehlo.dynamic_conv"(%x, %w, %pd) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 4, 4>}> : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>, tensor<2x2xi64>) -> tensor<1x2x2x16xf32>
  return
}
