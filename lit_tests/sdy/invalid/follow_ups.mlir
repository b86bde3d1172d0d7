// What is reported after the first error of a text that cannot be read: which parts of which attributes could not be, from
// the innermost on. All of it counts with -verify-diagnostics, and what can be read is written.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect | FileCheck %s

// CHECK: sdy.mesh @last = <["a"=2]>

// expected-error @+3 {{custom op 'sdy.mesh' expected string}}
// expected-error @+2 {{custom op 'sdy.mesh' failed to parse Sdy_MeshAxis parameter 'name' which is to be a `::llvm::StringRef`}}
// expected-error @+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @name = <[=2]>

// -----

// expected-error @+3 {{custom op 'sdy.mesh' expected integer value}}
// expected-error @+2 {{custom op 'sdy.mesh' failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`}}
// expected-error @+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @size = <["a"=]>

// -----

// expected-error @+3 {{custom op 'sdy.mesh' integer value too large}}
// expected-error @+2 {{custom op 'sdy.mesh' failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`}}
// expected-error @+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @large = <["a"=99999999999999999999]>

// -----

// expected-error @+2 {{custom op 'sdy.mesh' axis size must be at least 1, got: 0}}
// expected-error @+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @illegal = <["a"=0]>

// -----

// expected-error @+2 {{custom op 'sdy.mesh' expected integer value}}
// expected-error @+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'device_ids' which is to be a `::llvm::ArrayRef<int64_t>`}}
sdy.mesh @device_ids = <["a"=2], device_ids=[0, x]>

// -----

// In full, and by an alias. Behind an attribute in full the parser goes on, wherever it has stopped in it.
#axis = 5 : i32
// expected-error @+2 {{custom op 'sdy.mesh' invalid kind of attribute specified}}
// expected-error @+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @alias = <[#axis]>

// -----

// expected-error @+2 {{expected '='}}
// expected-error @+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @full = <[#sdy<mesh_axis"a">, "b"=2]>

// -----

// expected-error @+2 {{unknown attribute `mesh_ais` in dialect `sdy`}}
// expected-error @+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @unknown = <[#sdy.mesh_ais<"a"=2>]>

// -----

// expected-error @+2 {{unbalanced '{' character in pretty dialect name}}
// expected-error @+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @unbalanced = <[#sdy<mesh_axis{>]>

// -----

// The lexer has said what is wrong: nothing follows.
// expected-error @+1 {{unexpected character}}
sdy.mesh @token = <["a"=$]>

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>}}
module attributes {test.no_mesh = #sdy.sharding<5, []>} {}

// -----

// expected-error @+4 {{expected integer value}}
// expected-error @+3 {{failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`}}
// expected-error @+2 {{failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
// expected-error @+1 {{failed to parse MeshAttr}}
module attributes {test.inlined = #sdy.sharding<mesh<["a"=x]>, []>} {}

// -----

// expected-error @+4 {{expected integer value}}
// expected-error @+3 {{failed to parse Sdy_SubAxisInfo parameter 'size' which is to be a `int64_t`}}
// expected-error @+2 {{failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`}}
// expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
module attributes {test.dimension = #sdy.sharding<@mesh, [{"a":(1)x}]>} {}

// -----

// expected-error @+2 {{expecting priority in format 'p<number>', got: q1}}
// expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
module attributes {test.priority = #sdy.sharding<@mesh, [{}q1]>} {}

// -----

// expected-error @+4 {{expected string}}
// expected-error @+3 {{failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
// expected-error @+2 {{failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`}}
// expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'replicated_axes'}}
module attributes {test.replicated = #sdy.sharding<@mesh, [{}], replicated={"a", 5}>} {}

// -----

// expected-error @+2 {{expected '='}}
// expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'replicated_axes'}}
module attributes {test.replicated = #sdy.sharding<@mesh, [{}], replicated "a">} {}

// -----

// expected-error @+4 {{expected string}}
// expected-error @+3 {{failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
// expected-error @+2 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
// expected-error @+1 {{failed to parse Sdy_TensorShardingPerValue parameter 'shardings' which is to be a `::llvm::ArrayRef<TensorShardingAttr>`}}
module attributes {test.per_value = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{5}]>]>} {}

// -----

// expected-error @+2 {{failed to parse Sdy_TensorSharding, expected valid named axis list after comma}}
// expected-error @+1 {{failed to parse Sdy_TensorShardingPerValue parameter 'shardings' which is to be a `::llvm::ArrayRef<TensorShardingAttr>`}}
module attributes {test.name = #sdy.sharding_per_value<[<@mesh, [{}], other={}>]>} {}

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse Sdy_ManualAxes parameter 'value' which is to be a `::llvm::ArrayRef<StringAttr>`}}
module attributes {test.manual = #sdy<manual_axes{"a", 5}>} {}

// -----

// expected-error @+3 {{expecting symbol from 'i' to 'z'. Received: 'a'}}
// expected-error @+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`}}
// expected-error @+1 {{failed to parse Sdy_OpShardingRule parameter 'result_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`}}
module attributes {test.rule = #sdy.op_sharding_rule<([i])->([a]) {i=2}>} {}

// -----

// expected-error @+5 {{expected ::mlir::sdy::EdgeNodeType to be one of: operand, result}}
// expected-error @+4 {{failed to parse Sdy_EdgeValueRef parameter 'type' which is to be a `::mlir::sdy::EdgeNodeType`}}
// expected-error @+3 {{failed to parse Sdy_AxisToPropagationDetails parameter 'source' which is to be a `::mlir::sdy::EdgeValueRefAttr`}}
// expected-error @+2 {{failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`}}
// expected-error @+1 {{failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`}}
module attributes {test.edges = #sdy.propagation_edges<[{step-0 = [{"a" = foo-0 -> [result-0]}]}]>} {}

// -----

// expected-error @+5 {{expected integer value}}
// expected-error @+4 {{failed to parse Sdy_EdgeValueRef parameter 'index' which is to be a `int64_t`}}
// expected-error @+3 {{failed to parse Sdy_AxisToPropagationDetails parameter 'targets' which is to be a `::llvm::ArrayRef<EdgeValueRefAttr>`}}
// expected-error @+2 {{failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`}}
// expected-error @+1 {{failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`}}
module attributes {test.edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-x]}]}]>} {}

// -----

// expected-error @+1 {{expected '-'}}
module attributes {test.hyphen = #sdy<edge_value_ref operand 0>} {}

// -----

func.func @operation(%arg0: tensor<8xf32>) {
  // expected-error @+3 {{custom op 'sdy.manual_computation' expected string}}
  // expected-error @+2 {{custom op 'sdy.manual_computation' failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
  // expected-error @+1 {{custom op 'sdy.manual_computation' failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{5}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @collective(%arg0: tensor<8xf32>) {
  // expected-error @+3 {{custom op 'sdy.all_to_all' expected integer value}}
  // expected-error @+2 {{custom op 'sdy.all_to_all' failed to parse Sdy_AllToAllParamAttr parameter 'tgt_dim' which is to be a `int64_t`}}
  // expected-error @+1 {{custom op 'sdy.all_to_all' failed to parse Sdy_AllToAllParamList parameter 'value' which is to be a `::llvm::ArrayRef<AllToAllParamAttr>`}}
  %0 = sdy.all_to_all [{"a"}: 0->x] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

func.func @gather(%arg0: tensor<8xf32>) {
  // expected-error @+4 {{custom op 'sdy.all_gather' expected string}}
  // expected-error @+3 {{custom op 'sdy.all_gather' failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
  // expected-error @+2 {{custom op 'sdy.all_gather' failed to parse Sdy_AxisRefList parameter 'value' which is to be a `::llvm::ArrayRef<AxisRefAttr>`}}
  // expected-error @+1 {{custom op 'sdy.all_gather' failed to parse Sdy_ListOfAxisRefLists parameter 'value' which is to be a `::llvm::ArrayRef<AxisRefListAttr>`}}
  %0 = sdy.all_gather [{5}] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @last = <["a"=2]>
