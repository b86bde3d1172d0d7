// Every attribute and type of the dialect: parameters in any order, spaces, empty ones, trailing commas.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func private @enumerations() attributes {a = #stablehlo<precision HIGHEST>, b = #stablehlo<comparison_direction LT>, c = #stablehlo<comparison_type TOTALORDER>, d = #stablehlo<fft_type IRFFT>, e = #stablehlo<transpose ADJOINT>, f = #stablehlo<rng_distribution UNIFORM>, g = #stablehlo<rng_algorithm PHILOX>, h = #stablehlo.result_accuracy_mode<HIGHEST>, i = #stablehlo.result_accuracy_mode<DEFAULT>}
func.func private @enumerations() attributes {a = #stablehlo<precision HIGHEST>, b = #stablehlo<comparison_direction "LT">, c = #stablehlo<comparison_type TOTALORDER>, d = #stablehlo<fft_type IRFFT>, e = #stablehlo<transpose ADJOINT>, f = #stablehlo<rng_distribution UNIFORM>, g = #stablehlo<rng_algorithm PHILOX>, h = #stablehlo.result_accuracy_mode<HIGHEST>, i = #stablehlo<result_accuracy_mode<DEFAULT>>}

// CHECK-LABEL: func.func private @dimension_numbers() attributes {a = #stablehlo.dot<>, b = #stablehlo.dot<lhs_contracting_dimensions = [2, 3], rhs_contracting_dimensions = [1]>, c = #stablehlo.gather<index_vector_dim = 16>, d = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [3], scatter_indices_batching_dims = [4]>, e = #stablehlo.dot<lhs_batching_dimensions = [0]>}
func.func private @dimension_numbers() attributes {a = #stablehlo.dot<>, b = #stablehlo.dot<rhs_contracting_dimensions = [1], lhs_contracting_dimensions = [2, 3],>, c = #stablehlo.gather<index_vector_dim = 0x10, offset_dims = []>, d = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [3], scatter_indices_batching_dims = [4]>, e = #stablehlo<dot<lhs_batching_dimensions = [0]>>}

// CHECK-LABEL: func.func private @convolutions() attributes {a = #stablehlo.conv<[b, 1, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>, b = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>}
func.func private @convolutions() attributes {a = #stablehlo.conv<[b, 1, 0, f] x [0, 1, i, o] -> [b, 0, 1, f]>, b = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>}

// CHECK-LABEL: func.func private @parameters() attributes {a = #stablehlo.channel_handle<handle = -2, type = 1>, b = #stablehlo.output_operand_alias<output_tuple_indices = [1, 2], operand_index = 0, operand_tuple_indices = [3]>, c = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>, d = #stablehlo.result_accuracy<atol = 1.000000e+00, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}
func.func private @parameters() attributes {a = #stablehlo.channel_handle<type = 1, handle = -2>, b = #stablehlo.output_operand_alias<output_tuple_indices = [1, 2], operand_index = 0, operand_tuple_indices = [3]>, c = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>, d = #stablehlo.result_accuracy<atol = 0x3FF0000000000000, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}

// CHECK-LABEL: func.func private @meshes() attributes {a = #stablehlo.mesh_axis<name = "x", size = 2>, b = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 3>]>, c = #stablehlo.axis_ref<name = "x", sub_axis_info = (2)4>, d = #stablehlo<sub_axis_info(2)4>}
func.func private @meshes() attributes {a = #stablehlo.mesh_axis<size = 2, name = "x">, b = #stablehlo.mesh<axes = [<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 3>]>, c = #stablehlo.axis_ref<sub_axis_info = (2)4, name = "x">, d = #stablehlo<sub_axis_info(2)4>}

// CHECK-LABEL: func.func private @bounds() attributes {a = #stablehlo.bounds<?, 4, -1>, b = #stablehlo.bounds<>, c = #stablehlo.bounds<3, ?>, d = #stablehlo.bounds<>}
func.func private @bounds() attributes {a = #stablehlo.bounds<?, 4, -1>, b = #stablehlo.bounds<>, c = #stablehlo.type_extensions<bounds = [3, ?]>, d = #stablehlo.bounds}

// CHECK-LABEL: func.func private @types(!stablehlo.token, !stablehlo.token, !stablehlo.future<tensor<2xf32>, tensor<?xi8>>, tensor<?x?xf32, #stablehlo.bounds<3, ?>>)
func.func private @types(!stablehlo.token, !stablehlo<token>, !stablehlo.future<tensor<2xf32>, tensor<?xi8>>, tensor<?x?xf32, #stablehlo.bounds<3, ?>>)

// CHECK-LABEL: func.func private @booleans_are_numbers_of_one_bit() attributes {a = #stablehlo.channel_handle<handle = -1, type = 0>, b = #stablehlo.gather<offset_dims = [-1, 0]>}
func.func private @booleans_are_numbers_of_one_bit() attributes {a = #stablehlo.channel_handle<handle = true, type = false>, b = #stablehlo.gather<offset_dims = [true, false]>}

// CHECK-LABEL: func.func private @any_attributes_are_axes_of_a_named_mesh() attributes {a = [#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [5 : i32, "a"]>]}
func.func private @any_attributes_are_axes_of_a_named_mesh() attributes {a = [#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [5 : i32, "a"]>]}
