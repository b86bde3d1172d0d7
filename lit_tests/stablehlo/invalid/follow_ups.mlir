// What is reported after the first error of a text that cannot be read: which parts of which attributes could not be, from
// the innermost on. All of it counts with -verify-diagnostics, and what can be read is written.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect | FileCheck %s

// CHECK: func.func private @last()

func.func @direction(%arg0: tensor<8xf32>) {
  // expected-error @+2 {{custom op 'stablehlo.compare' expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT}}
  // expected-error @+1 {{custom op 'stablehlo.compare' failed to parse StableHLO_ComparisonDirectionAttr parameter 'value' which is to be a `::mlir::stablehlo::ComparisonDirection`}}
  %0 = stablehlo.compare TL, %arg0, %arg0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return
}

// -----

func.func @type(%arg0: tensor<8xf32>) {
  // expected-error @+2 {{custom op 'stablehlo.compare' expected valid keyword or string}}
  // expected-error @+1 {{custom op 'stablehlo.compare' failed to parse StableHLO_ComparisonTypeAttr parameter 'value' which is to be a `::mlir::stablehlo::ComparisonType`}}
  %0 = stablehlo.compare EQ, %arg0, %arg0, 5 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return
}

// -----

// expected-error @+2 {{expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
// expected-error @+1 {{failed to parse StableHLO_PrecisionAttr parameter 'value' which is to be a `::mlir::stablehlo::Precision`}}
"test.op"() {a = #stablehlo<precision LOW>} : () -> ()

// -----

// expected-error @+2 {{expected ::mlir::chlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
// expected-error @+1 {{failed to parse CHLO_PrecisionAttr parameter 'value' which is to be a `::mlir::chlo::Precision`}}
"test.op"() {a = #chlo<precision LOW>} : () -> ()

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed parsing dot dimension numbers attribute}}
"test.op"() {a = #stablehlo.dot<lhs_contracting_dimensions = [x]>} : () -> ()

// -----

// expected-error @+2 {{expected one of: `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, `start_indices_batching_dims`, `start_index_map`, `index_vector_dim`}}
// expected-error @+1 {{failed parsing gather dimension numbers attribute}}
"test.op"() {a = #stablehlo.gather<offset = [0]>} : () -> ()

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed parsing scatter dimension numbers attribute}}
"test.op"() {a = #stablehlo.scatter<index_vector_dim = x>} : () -> ()

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed parsing dot dimension numbers attribute}}
"test.op"() {a = #stablehlo.conv<raw input_batch_dimension = x>} : () -> ()

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed parsing ragged dot dimension numbers attribute}}
"test.op"() {a = #chlo.ragged_dot<lhs_contracting_dimensions = [x]>} : () -> ()

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed to parse StableHLO_ChannelHandle parameter 'handle' which is to be a `int64_t`}}
"test.op"() {a = #stablehlo.channel_handle<handle = x, type = 1>} : () -> ()

// -----

// expected-error @+2 {{expected valid keyword}}
// expected-error @+1 {{expected a parameter name in struct}}
"test.op"() {a = #stablehlo.channel_handle<5>} : () -> ()

// -----

// expected-error @+4 {{expected integer value}}
// expected-error @+3 {{failed to parse StableHLO_MeshAxis parameter 'size' which is to be a `int64_t`}}
// expected-error @+2 {{failed to parse StableHLO_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<stablehlo::MeshAxisAttr>`}}
// expected-error @+1 {{failed to parse StableHLO_ReplicaGroupMeshAxes parameter 'mesh' which is to be a `Attribute`}}
"test.op"() {a = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "a", size = x>]>, axes = []>} : () -> ()

// -----

// expected-error @+3 {{expected string}}
// expected-error @+2 {{failed to parse StableHLO_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
// expected-error @+1 {{failed to parse StableHLO_ReplicaGroupMeshAxes parameter 'axes' which is to be a `ArrayAttr`}}
"test.op"() {a = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = 5>]>} : () -> ()

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed to parse StableHLO_OutputOperandAlias parameter 'outputTupleIndices' which is to be a `::llvm::ArrayRef<int64_t>`}}
"test.op"() {a = #stablehlo.output_operand_alias<output_tuple_indices = [x], operand_index = 0, operand_tuple_indices = []>} : () -> ()

// -----

// expected-error @+2 {{expected non-function type}}
// expected-error @+1 {{failed to parse StableHLO_DotAlgorithm parameter 'lhsPrecisionType' which is to be a `Type`}}
"test.op"() {a = #stablehlo.dot_algorithm<lhs_precision_type = 5, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : () -> ()

// -----

// expected-error @+2 {{expected non-function type}}
// expected-error @+1 {{failed to parse StableHLO_Future parameter 'types' which is to be a `::llvm::ArrayRef<::mlir::Type>`}}
func.func private @future() -> !stablehlo.future<tensor<4xf32>, 5>

// -----

func.func @list(%arg0: tensor<8x8xf32>) {
  // expected-error @+2 {{custom op 'stablehlo.transpose' expected integer value}}
  // expected-error @+1 {{expected ']'}}
  %0 = stablehlo.transpose %arg0, dims = [1, x] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @types(%arg0: tensor<8xf32>) {
  // expected-error @+2 {{expected '>' in tensor type}}
  // expected-error @+1 {{custom op 'stablehlo.optimization_barrier' expected type list}}
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8 xf32
  return
}

// -----

func.func private @last()
