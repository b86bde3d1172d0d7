// Which of several faulty axes is named
//   The reference visits the axes of a sharding in the order of a hash table, sdy-opt in the order of the text.
// sdy-opt: `2:1: error: 'func.func' op arg 0 - sub-axis next pre-size 6 doesn't divide the size of the full axis 8: "a":(2)3`
// reference: `2:1: error: 'func.func' op arg 0 - sub-axis next pre-size 6 doesn't divide the size of the full axis 8: "x":(2)3`
sdy.mesh @mesh = <["a"=8, "x"=8]>
func.func @f(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(2)3}, {"x":(2)3}]>}) {
  return
}

// -----

// Further errors of a parse
//   In the reference, each parser around the one that has failed adds an error of its own. sdy-opt stops at the
//   first, which has the position and the reason.
// sdy-opt: `1:24: error: custom op 'sdy.mesh' expected integer value`
// reference: `1:24: error: custom op 'sdy.mesh' expected integer value`, and 2 more
sdy.mesh @mesh = <["x"=]>

// -----

// Further dialects
//   The reference is part of XLA, and has some thirty dialects that programs for Shardy do not use (`affine`,
//   `scf`, `vector`, …), and more of `mhlo`. The note “Available dialects” lists those that sdy-opt has.
// sdy-opt: `` 1:1: error: Dialect `vector' not found for custom op 'vector.print' ``
// reference: prints `vector.print`
vector.print punctuation <newline>

// -----

// Dense elements with a leading type
//   A form of dense elements that MLIR parses but never prints; sdy-opt does not parse it.
// flags: -allow-unregistered-dialect
// sdy-opt: `1:21: error: expected element literal of primitive type`
// reference: prints `"t.op"() {a = dense<[1, 2]> : tensor<2xi32>} : () -> ()`
"t.op"() {a = dense<tensor<2xi32> : [1 : i32, 2 : i32]>} : () -> ()

// -----

// Very large spatial dimensions
//   The reference allocates memory for all dimensions up to the highest one.
// flags: -allow-unregistered-dialect
// sdy-opt: `1:58: error: Expected spatial dimensions 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 not specified`
// reference: `?:?: error: SmallVector unable to grow. Requested capacity (9223372036854775808) is larger than maximum value for size type (4294967295)`
"t.op"() {a = #stablehlo.conv<[b, 9223372036854775807, f]x[i, 0, o]->[b, 0, f]>} : () -> ()

// -----

// Quantized types
//   The reference lacks the dialect quant, which has the types of StableHLO's quantized tensors; sdy-opt has it
//   with the rules of StableHLO.
// sdy-opt: prints `func.func private @f(tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>)`
// reference: `` 1:38: error: `!"quant"<"uniform<i8:f32, 0.5>">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used ``
func.func private @f(tensor<2x!quant.uniform<i8:f32, 0.5>>)

// -----

// Excess bits of integers
//   Elements in hexadecimal may have more bits than their type. sdy-opt drops the bits; the reference prints text
//   that cannot be parsed.
// flags: -allow-unregistered-dialect
// sdy-opt: prints `"t.op"() {a = dense<0> : tensor<1xi2>} : () -> ()`
// reference: prints `"t.op"() {a = dense<> : tensor<1xi2>} : () -> ()`
"t.op"() {a = dense<"0xF0"> : tensor<1xi2>} : () -> ()

// -----

// A mesh in freed memory
//   If a constraint with an inlined mesh determines the sharding of one of several results, the reference creates
//   the shardings of the others from freed memory, and sometimes crashes. In sdy-opt they have the mesh.
// flags: -sdy-apply-sharding-constraints
// line: 2
// sdy-opt: prints `%0:2 = stablehlo.custom_call @f() {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=8]>, [{?}]>, <mesh<["a"=8]>, [{}]>]>} : () -> (tensor<8xf32>, tensor<8xf32>)`
// reference: speaks of what it finds in memory that is not its own, or crashes
func.func @f() -> tensor<8xf32> {
  %0:2 = stablehlo.custom_call @f() : () -> (tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.sharding_constraint %0#1 <mesh<["a"=8]>, [{}]> : tensor<8xf32>
  return %0#0 : tensor<8xf32>
}

// -----

// Functions without bodies
//   Passes of the reference that visit the bodies of functions crash on a function without a body.
// flags: -sdy-inline-meshes
// sdy-opt: prints `func.func private @f(tensor<8xf32>) -> tensor<8xf32>`
// reference: crashes
func.func private @f(tensor<8xf32>) -> tensor<8xf32>

// -----

// No main function
//   Where there are several functions and none is @main the reference ends with this message.
// flags: -sdy-remove-sub-axes-in-input-output-shardings
// sdy-opt: `?:?: error: Failed to lookup function: main`
// reference: crashes
func.func @f() { return }
func.func @g() { return }

// -----

// A dot without a sharding before a reduce-scatter
//   It has no unreduced axes, so ours removes the reduce-scatter; the reference reads a sharding in any case.
// flags: -sdy-remove-all-gather-reduce-scatter-for-cmv1
// line: 4
// sdy-opt: prints `return %0 : tensor<8x8xf32>`
// reference: crashes
sdy.mesh @m = <["a"=2]>
func.func @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.reduce_scatter [{"a"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// Open shardings on inlined meshes
//   What has no edge becomes fully open on the mesh of another edge, by its name; the reference makes one up.
// flags: -sdy-sink-data-flow-edges
// sdy-opt: `2:10: error: 'stablehlo.optimization_barrier' op has an edge whose mesh is inlined and one without a sharding, which needs the mesh's name`
// reference: speaks of what it finds in memory that is not its own, or crashes
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = stablehlo.optimization_barrier %x, %x : tensor<8xf32>, tensor<8xf32>
  %1 = sdy.data_flow_edge %0#0 sharding=<mesh<["a"=2]>, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// Reshards between inlined meshes
//   The reference compares the names of meshes, which inlined ones do not have; in sdy-opt these are the same if
//   they are equal.
// flags: -sdy-reshard-to-collectives
// line: 3
// sdy-opt: prints `%0 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<mesh<["a"=2, "b"=2]>, [{}, {"a"}]> : tensor<8x8xf32>`
// reference: crashes
sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"a"}, {}]>}) {
  %0 = sdy.reshard %x <mesh<["a"=2, "b"=2]>, [{}, {"a"}]> : tensor<8x8xf32>
  return
}

// -----

// Products of sizes beyond 64 bits
//   The reference multiplies sizes in 64 bits, which overflow; sdy-opt computes exact products.
// line: 2
// sdy-opt: `2:6: error: number of output elements (0) doesn't match expected number of elements (18446744073709551616)`
// reference: prints `%1 = stablehlo.reshape %0 : (tensor<4294967296x4294967296xf32>) -> tensor<0xf32>`
%0 = stablehlo.custom_call @f() : () -> tensor<4294967296x4294967296xf32>
%1 = stablehlo.reshape %0 : (tensor<4294967296x4294967296xf32>) -> tensor<0xf32>

// -----

// Devices of a mesh beyond 64 bits
//   The same overflow, in a message.
// sdy-opt: `1:15: error: custom op 'sdy.mesh' total product of axis sizes must match total number of device ids, got: 18446744073709551616 != 2`
// reference: `1:15: error: custom op 'sdy.mesh' total product of axis sizes must match total number of device ids, got: 0 != 2`
sdy.mesh @m = <["a"=4294967296, "b"=4294967296], device_ids=[0, 1]>

// -----

// Very many equal numbers
//   A constant may consist of any number of equal numbers. Verifiers that visit each of them are limited to a
//   million in sdy-opt.
// sdy-opt: `2:6: error: 'stablehlo.collective_broadcast' op is checked with up to 1048576 equal numbers in an attribute, but there are 1048577`
// reference: `2:6: error: replica id #0 seen more than once`
%0 = stablehlo.custom_call @f() : () -> tensor<8xf32>
%1 = "stablehlo.collective_broadcast"(%0) {replica_groups = dense<0> : tensor<1048577x1xi64>} : (tensor<8xf32>) -> tensor<8xf32>

// -----

// Invalid meshes in replica groups
//   Replica groups may have a mesh that is invalid in SDY, for example with an axis of size 0. The reference lifts
//   it, which results in a module that it cannot parse; sdy-opt reports an error.
// flags: -sdy-lift-inlined-meshes
// sdy-opt: `2:6: error: 'stablehlo.all_gather' op axis size must be at least 1, got: 0`
// reference: prints `sdy.mesh @mesh = <["y"=0]> {stablehlo.mesh = {axes = [{name = "y", size = 0 : i64}]}}`
%0 = stablehlo.custom_call @f() : () -> tensor<8x2xf32>
%1 = "stablehlo.all_gather"(%0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "y", size = 0>]>, axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<8x2xf32>) -> tensor<8x8xf32>

// -----

// Unreduced axes that nothing can reduce
//   Inserting explicit reshards, the reference ends with a message where unreduced axes change in a way that it
//   does not expect; sdy-opt reports an error with these words.
// flags: -sdy-insert-explicit-reshards
// sdy-opt: `3:3: error: Some operands have unreduced axes but the operation has no results.`
// reference: crashes
sdy.mesh @m = <["a"=2]>
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"a"}>}) {
  sdy.sharding_group %x group_id=0 : tensor<8xf32>
  return
}

// -----

// Explicit reshards over inlined meshes
//   The reference looks the mesh of an operation up by its name.
// flags: -sdy-insert-explicit-reshards{enable-full-version=true}
// line: 3
// sdy-opt: prints `%1 = sdy.reshard %0 <mesh<["a"=2]>, [{}]> : tensor<8xf32>`
// reference: crashes
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return
}

// -----

// Explicit reshards of dimensions that consist of three factors
//   Where axes do not divide the first factor of a dimension, the reference does not know the third one of it.
// flags: -sdy-insert-explicit-reshards{enable-full-version=true}
// line: 3
// sdy-opt: prints `%0 = sdy.reshard %arg0 <@m, [{"b", "c"}]> : tensor<8xf32>`
// reference: crashes
sdy.mesh @m = <["a"=3, "b"=2, "c"=2]>
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %y: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b", "c"}]>}) {
  %0 = stablehlo.custom_call @f(%x, %y) {sdy.sharding_rule = #sdy.op_sharding_rule<([ijk], [ij])->([ijk]) {i=2, j=2, k=2}>} : (tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// Slices whose operand is sharded otherwise than the result
//   Resolving permutation factors, the reference ends with a message. sdy-opt removes the axes of the dimensions
//   that are cut, as it does for other operations.
// flags: -sdy-resolve-permutation-factors
// line: 3
// sdy-opt: prints `%0 = sdy.reshard %arg0 <@m, [{}]> : tensor<8xf32>`
// reference: crashes
sdy.mesh @m = <["a"=2]>
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = stablehlo.slice %x [1:7] : (tensor<8xf32>) -> tensor<6xf32>
  return
}

// -----

// Halo exchanges of complex numbers
//   The reference has no zero of a complex type to pad a tensor with.
// flags: -sdy-resolve-permutation-factors
// line: 4
// sdy-opt: prints `%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>`
// reference: crashes
sdy.mesh @m = <["a"=2]>
func.func @f(%x: tensor<7xcomplex<f32>> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<7xcomplex<f32>>
  return
}

// -----

// The name of a reversed mesh without a name
//   Where an inlined mesh is reversed, the reference reads its name from memory that is no longer its own.
// flags: -sdy-resolve-permutation-factors
// sdy-opt: prints `sdy.mesh @mesh_reversed = <["a"=2], device_ids=[1, 0]>`
// reference: speaks of what it finds in memory that is not its own, or crashes
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<8xf32>
  return
}

// -----

// Permutation factors of unregistered operations
//   The reference reads the dialect of each operation, which an unregistered operation may not have.
// flags: -sdy-resolve-permutation-factors -allow-unregistered-dialect
// sdy-opt: prints `"t.op"() : () -> ()`
// reference: crashes
"t.op"() : () -> ()

// -----

// Slices that cannot be padded
//   Where a slice that -sdy-pad-for-divisibility pads would need elements of other devices, or its operand has no
//   sharding, the reference ends with a message, or crashes.
// flags: -sdy-pad-for-divisibility
// sdy-opt: `3:8: error: 'stablehlo.slice' op cannot be padded along dimension 0: its limit would become 8 instead of 5, but its operand has no sharding`
// reference: crashes
sdy.mesh @m = <["a"=4]>
func.func @f(%x: tensor<8xf32>) {
  %0 = stablehlo.slice %x [0:5] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<5xf32>
  return
}

// -----

// Padding of complex numbers
//   The reference has no zero of a complex type.
// flags: -sdy-pad-for-divisibility
// line: 3
// sdy-opt: prints `%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>`
// reference: crashes
sdy.mesh @m = <["a"=4]>
func.func @f(%x: tensor<7xcomplex<f32>>) {
  %0 = sdy.all_slice [{"a"}] %x out_sharding=<@m, [{"a"}]> : tensor<7xcomplex<f32>>
  return
}

// -----

// Padding inside of reducers
//   An argument of a region that is not a loop, branch or computation stands for nothing that is sharded, and the
//   reference uses that nothing as an operand.
// flags: -sdy-pad-for-divisibility
// line: 5
// sdy-opt: prints `%1 = stablehlo.custom_call @f(%arg2) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<f32>) -> tensor<8xf32>`
// reference: crashes
sdy.mesh @m = <["a"=4]>
func.func @f(%x: tensor<8xf32>, %c: tensor<f32>) {
  %0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
   reducer(%p: tensor<f32>, %q: tensor<f32>) {
    %1 = stablehlo.custom_call @f(%p) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<f32>) -> tensor<7xf32>
    stablehlo.return %q : tensor<f32>
  }
  return
}

// -----

// Padding inside of asynchronous operations
//   An argument of `stablehlo.async_start` stands for nothing that is sharded, either: after the error that both
//   report, the reference finds that nothing as an operand, and sdy-opt the cast of the argument.
// flags: -sdy-pad-for-divisibility
// sdy-opt: `4:8: error: 'stablehlo.async_start' op operand type 'tensor<8xf32>' at index 0 must match region argument type 'tensor<7xf32>'`
// reference: `4:8: error: 'stablehlo.async_start' op operand type 'tensor<8xf32>' at index 0 must match region argument type 'tensor<7xf32>'`, and 1 more
sdy.mesh @m = <["a"=4]>
func.func @f(%u: tensor<1xf32>, %i: tensor<i32>) {
  %0 = stablehlo.custom_call @f() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : () -> tensor<7xf32>
  %1 = "stablehlo.async_start"(%0, %u, %i) ({
  ^bb0(%p: tensor<7xf32>, %q: tensor<1xf32>, %r: tensor<i32>):
    %2 = stablehlo.dynamic_update_slice %p, %q, %r : (tensor<7xf32>, tensor<1xf32>, tensor<i32>) -> tensor<7xf32>
    stablehlo.return %2 : tensor<7xf32>
  }) : (tensor<7xf32>, tensor<1xf32>, tensor<i32>) -> !stablehlo.future<tensor<7xf32>>
  return
}

// -----

// Reshapes to bounded sizes
//   The reference computes factors with the number that stands for a size that is not known, which overflows;
//   sdy-opt finds no factors. Only the full version of -sdy-insert-explicit-reshards accepts such a rule.
// flags: -sdy-insert-explicit-reshards{enable-full-version=true}
// line: 3
// sdy-opt: prints `%0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<32xf32>) -> tensor<?x2xf32, #stablehlo.bounds<16, ?>>`
// reference: prints `%0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<32xf32>) -> tensor<?x2xf32, #stablehlo.bounds<16, ?>>`
sdy.mesh @m = <["a"=2]>
func.func @f(%x: tensor<32xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<32xf32>) -> tensor<?x2xf32, #stablehlo.bounds<16, ?>>
  return
}

// -----

// Data-flow edges of unregistered operations
//   The reference uses the interface of an edge's owner, which an unregistered operation does not have.
// flags: -allow-unregistered-dialect
// sdy-opt: prints `%0 = "t.op"() : () -> tensor<8xf32>`
// reference: crashes
%0 = "t.op"() : () -> tensor<8xf32>
%1 = sdy.data_flow_edge %0 : tensor<8xf32>

// -----

// The order of users after a loop
//   -mlir-print-value-users prints the users of a value in the order of MLIR's use lists, which
//   constant-or-scalar-splitter renews in the reference for all operations that it visits, outer before inner;
//   sdy-opt does so for constants only.
// flags: -sdy-constant-or-scalar-splitter -mlir-print-value-users
// line: 2
// sdy-opt: prints `// %arg0 is used by %1, %3`
// reference: prints `// %arg0 is used by %3, %1`
func.func @f(%a: tensor<8xf32>, %p: tensor<i1>) {
  %0 = stablehlo.while(%i = %a) : tensor<8xf32> cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %a : tensor<8xf32>
  }
  return
}

// -----

// Copies of functions that call themselves
//   -sdy-flatten-call-graph and -sdy-constant-or-scalar-splitter copy a function with all that it calls, in the
//   reference without end if that is the function itself.
// flags: -sdy-flatten-call-graph
// sdy-opt: `2:3: error: cannot copy function @f for this call: it leads to a function that calls itself`
// reference: crashes
func.func @main() {
  call @f() : () -> ()
  return
}
func.func private @f() {
  call @f() : () -> ()
  return
}

// -----

// Functions inlined into themselves
//   -sdy-import-func-calls replaces a call by the body of the function, which here holds the call.
// flags: -sdy-import-func-calls
// sdy-opt: `2:3: error: cannot inline function @f into itself`
// reference: crashes
func.func private @f() {
  call @f() : () -> ()
  return
}

// -----

// Indices that come from themselves
//   -sdy-explicit-gather-scatter-batching follows indices to an iota, in the reference without end where an
//   operation may use its own result.
// flags: -sdy-explicit-gather-scatter-batching -allow-unregistered-dialect
// line: 4
// sdy-opt: prints `%1 = stablehlo.reshape %1 : (tensor<4x2xi32>) -> tensor<4x2xi32>`
// reference: crashes
func.func @main() {
"t.region"() ({
  %a = stablehlo.custom_call @f() : () -> tensor<4x8xf32>
  %i = stablehlo.reshape %i : (tensor<4x2xi32>) -> tensor<4x2xi32>
  %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  "t.use"(%g) : (tensor<4xf32>) -> ()
}) : () -> ()
return
}

// -----

// A case that returns its own result
//   Right inside a module a value may be used before it is computed. Where a constant chooses the branch, the
//   reference replaces the result by itself, and erases it.
// flags: -canonicalize
// line: 2
// sdy-opt: prints `%0 = "stablehlo.case"(%c) ({`
// reference: `5:6: error: null operand found`
%c = stablehlo.constant dense<0> : tensor<i32>
%0 = "stablehlo.case"(%c) ({
  stablehlo.return %0 : tensor<f32>
}) : (tensor<i32>) -> tensor<f32>
%1 = stablehlo.custom_call @f(%0) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>

// -----

// Windows whose initial values are tensors
//   An initial value that is not a scalar may have fewer dimensions than the operands of `reduce_window`. The
//   reference gives it their factors, of which there are more than it has dimensions, so that it reads other
//   memory and mostly crashes.
// flags: -sdy-basic-propagate
// sdy-opt: `2:8: error: 'stablehlo.reduce_window' op has no sharding rule with an initial value of type 'tensor<2xf32>', which is not a scalar`
// reference: speaks of what it finds in memory that is not its own, or crashes
func.func @main(%arg0: tensor<4x4xf32>, %arg1: tensor<2xf32>) -> tensor<3x3xf32> {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%arg2: tensor<2xf32>, %arg3: tensor<2xf32>):
    stablehlo.return %arg2 : tensor<2xf32>
  }) : (tensor<4x4xf32>, tensor<2xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// Operations of arith, cf, complex, math, shape and tensor are not folded
//   Passes that fold or canonicalize leave them as they are, as programs of StableHLO and SDY have none. Their
//   constants are merged and move, and those that nothing uses go.
// flags: -canonicalize
// line: 2
// sdy-opt: prints `%0 = arith.maxsi %arg0, %arg0 : i32`
// reference: prints `return %arg0 : i32`
func.func @f(%a: i32) -> i32 {
  %0 = arith.maxsi %a, %a : i32
  return %0 : i32
}

// -----

// Branches of a switch without values
//   The reference reads the values of the cases that a `cf.switch` does not have.
// sdy-opt: `2:3: error: 'cf.switch' op number of case values (0) should match number of case destinations (1)`
// reference: crashes
func.func @f(%a: i32) {
  "cf.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

// Concatenation along a negative dimension
//   The reference looks up the size of a dimension that does not exist.
// sdy-opt: `2:6: error: 'tensor.concat' op concatenation dim must be less than the tensor rank`
// reference: crashes
%0 = builtin.unrealized_conversion_cast to tensor<4xf32>
%1 = tensor.concat dim(-1) %0 : (tensor<4xf32>) -> tensor<4xf32>

// -----

// Extents of a shape that are not integers
//   The reference says nothing about the attribute in front of the type of a `shape.const_shape`.
// sdy-opt: `1:24: error: custom op 'shape.const_shape' expected integers`
// reference: rejects it without a message
%0 = shape.const_shape ["a"] : tensor<1xindex>

// -----

// Propagation to results that a function does not have
//   The reference takes what the first block of the main function passes on for what the function returns, and
//   reads and writes attributes beyond the last result.
// flags: -sdy-basic-propagate
// line: 3
// sdy-opt: prints `cf.br ^bb1(%arg0, %arg0 : tensor<4xf32>, tensor<4xf32>)`
// reference: crashes
sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  cf.br ^bb1(%a, %a : tensor<4xf32>, tensor<4xf32>)
^bb1(%0: tensor<4xf32>, %1: tensor<4xf32>):
  return
}

// -----

// Complex numbers of other types than floating-point ones
//   The reference takes the type of the parts for a floating-point type.
// sdy-opt: `1:49: error: expected a floating-point type, but got 'i32'`
// reference: crashes
module attributes {complex.a = #complex.number<:i32 1.0, 2.0>} {
}

// -----

// Local gathers by indices that do not have 64 bits
//   For a gather along a sharded dimension, the reference makes constants of 64 bits for indices of any type. In
//   sdy-opt they have the type of the indices, such as i32, which JAX uses.
// flags: -sdy-convert-global-to-local
// line: 5
// sdy-opt: prints `%0 = stablehlo.clamp %c, %arg1, %c_0 : tensor<3x1xi32>`
// reference: crashes
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %i: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@m, [{}, {}]> : tensor<3x4xf32>
  return
}

// -----

// Local gathers of complex numbers
//   The reference makes no zero of a complex type, nor an identity for a scatter.
// flags: -sdy-convert-global-to-local
// line: 24
// sdy-opt: prints `%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<3x4xcomplex<f32>>`
// reference: crashes
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8x4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %i: tensor<3x1xi64>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xcomplex<f32>>, tensor<3x1xi64>) -> tensor<3x4xcomplex<f32>>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@m, [{}, {}]> : tensor<3x4xcomplex<f32>>
  return
}

// -----

// Products that a reduce-scatter completes
//   Where contracted dimensions are sharded, the reference takes an all-reduce as the only use. The
//   canonicalization of the export pipeline makes reduce-scatters of all-reduces and slices: in sdy-opt these
//   complete sums, too, also those of convolutions and gathers.
// flags: -sdy-convert-global-to-local
// line: 3
// sdy-opt: prints `%0 = stablehlo.dot %arg0, %arg1 : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>`
// reference: crashes
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @f(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %0 = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = sdy.reduce_scatter [{"x"}, {}] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<4x4xf32>
  return
}

// -----

// Products that stay unreduced
//   Nothing completes a sum along axes that the sharding of the result has as unreduced. The reference needs an
//   all-reduce there, too.
// flags: -sdy-convert-global-to-local
// line: 3
// sdy-opt: prints `%0 = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"x"}>]>} : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>`
// reference: crashes
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @f(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"x"}>]>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// Products along axes in another order
//   An all-reduce has its axes in the order of the mesh; the reference compares them with those of the contracted
//   dimensions, one after the other. In sdy-opt it is enough that they are the same.
// flags: -sdy-convert-global-to-local
// line: 3
// sdy-opt: prints `%0 = stablehlo.dot %arg0, %arg1 : (tensor<4x1xf32>, tensor<1x4xf32>) -> tensor<4x4xf32>`
// reference: crashes
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @f(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y", "x"}]>}, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}, {}]>}) {
  %0 = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = sdy.all_reduce {"x", "y"} %0 out_sharding=<@m, [{}, {}]> : tensor<4x4xf32>
  return
}

// -----

// Sums that nothing completes
//   The reference ends with a message where an operation needs a collective that is not there, dimensions are not
//   divisible, or where shardings of operand and result differ. sdy-opt reports an error there.
// flags: -sdy-convert-global-to-local
// sdy-opt: `3:8: error: 'stablehlo.dot' op needs one use, an sdy.all_reduce or an sdy.reduce_scatter, as contracted dimensions are sharded`
// reference: crashes
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @f(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %0 = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// Users that come before a definition
//   In a region whose operations may be in any order, the reference converts users of a value before the value.
//   When that follows it puts them first in the list of uses, in the opposite order.
// flags: -sdy-convert-global-to-local -mlir-print-value-users -allow-unregistered-dialect
// line: 6
// sdy-opt: prints `%6 = stablehlo.custom_call @f() : () -> tensor<4xf32> // users: %5, %4`
// reference: prints `%6 = stablehlo.custom_call @f() : () -> tensor<4xf32> // users: %4, %5`
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @f() {
  "t.graph"() ({
    "t.use"(%0) : (tensor<4xf32>) -> ()
    "t.use"(%0) : (tensor<4xf32>) -> ()
    %0 = stablehlo.custom_call @f() : () -> tensor<4xf32>
  }) : () -> ()
  return
}

// -----

// Parts of axes without groups
//   There are no groups of devices along parts of an axis that end at sizes which do not divide each other.
// flags: -sdy-convert-global-to-local
// sdy-opt: `3:8: error: 'sdy.all_gather' op has parts of an axis whose sizes do not divide each other, so that there are no groups`
// reference: crashes
sdy.mesh @m = <["x"=6]>
func.func @f(%a: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}, {"x":(3)2}]>}) {
  %0 = sdy.all_gather [{"x":(1)2}, {"x":(3)2}] %a out_sharding=<@m, [{}, {}]> : tensor<6x6xf32>
  return
}

// -----

// Values on a single device in a local program
//   The reference looks for the sharding of a dimension that a value on a single device does not have.
// flags: -sdy-convert-global-to-local
// line: 3
// sdy-opt: prints `%0 = stablehlo.concatenate %arg0, %arg0, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>`
// reference: crashes
sdy.mesh @one = <[], device_ids=[0]>
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.concatenate %a, %a, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// Reduction operators
//   Newer versions of Shardy reduce by maximum and minimum, too, and read `unreduced{…}` without an equals sign.
// line: 2
// sdy-opt: prints `func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"a"}>})`
// reference: `2:86: error: expected '{'`, and 1 more
sdy.mesh @m = <["a"=2, "one"=1]>
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"a"}>})

// -----

// Unreduced axes without braces
//   As newer versions, sdy-opt expects a brace where the equals sign may be missing.
// sdy-opt: `1:62: error: expected '{'`
// reference: `1:62: error: expected '='`, and 1 more
module attributes {test.a = #sdy.sharding<@m, [{}], unreduced "a">} {}

// -----

// Large factors
//   In newer versions the sizes of factors have 64 bits.
// line: 0
// sdy-opt: prints `module attributes {test.a = #sdy.op_sharding_rule<([i])->([i]) {i=8589934592}>} {`
// reference: `1:67: error: integer value too large`
module attributes {test.a = #sdy.op_sharding_rule<([i])->([i]) {i=8589934592}>} {}

// -----

// Records of functions' edges
//   Newer versions do not look for the values that the record of a function's edge names.
// line: 3
// sdy-opt: prints `%0 = sdy.func_data_flow_edge %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-3]}]}]>} : tensor<8xf32>`
// reference: `3:8: error: 'sdy.func_data_flow_edge' op expected a value ref to have an operand index in range [0, 1), got: 3`
sdy.mesh @m = <["a"=2, "one"=1]>
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = sdy.func_data_flow_edge %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-3]}]}]>} : tensor<8xf32>
  return
}

// -----

// Inlined meshes of replica groups
//   Newer versions inline them as meshes of StableHLO.
// flags: -sdy-inline-meshes
// sdy-opt: prints `func.func private @f(tensor<8xf32>) attributes {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>, <name = "one", size = 1>]>, axes = [#stablehlo.axis_ref<name = "a">]>}`
// reference: crashes
sdy.mesh @m = <["a"=2, "one"=1]>
func.func private @f(tensor<8xf32>) attributes {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "a">]>}

// -----

// Reshards to single devices
//   Newer versions leave them to `-sdy-resolve-single-device-sharding`.
// flags: -sdy-reshard-to-collectives
// line: 4
// sdy-opt: prints `%0 = sdy.reshard %arg0 <@d, []> : tensor<8xf32>`
// reference: `4:8: error: failed to legalize operation 'sdy.reshard' that was explicitly marked illegal: %0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@d, []>}> : (tensor<8xf32>) -> tensor<8xf32>`
sdy.mesh @d = <[], device_ids=[0]>
sdy.mesh @m = <["a"=2, "one"=1]>
func.func @f(%x: tensor<8xf32>) {
  %0 = sdy.reshard %x <@d, []> : tensor<8xf32>
  return
}

// -----

// Slices along axes of size one
//   In newer versions they are local if they begin at the start.
// flags: -sdy-convert-global-to-local
// line: 3
// sdy-opt: prints `%0 = stablehlo.slice %arg0 [0:3] : (tensor<8xf32>) -> tensor<3xf32>`
// reference: `3:8: error: 'stablehlo.slice' op dimension 0 is sharded but the slice is not a full slice and requires device communication.`, and 1 more
sdy.mesh @m = <["a"=2, "one"=1]>
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"one"}]>}) {
  %0 = stablehlo.slice %x [0:3] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"one"}]>]>} : (tensor<8xf32>) -> tensor<3xf32>
  return
}

// -----

// Windows that do not overlap
//   In newer versions they are local. sdy-opt makes sure that windows begin where the parts of devices do.
// flags: -sdy-convert-global-to-local
// line: 3
// sdy-opt: prints `%0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({`
// reference: crashes
sdy.mesh @m = <["a"=2, "one"=1]>
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %c: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// Padded collectives
//   Newer versions pad further collectives than all-slices and all-gathers. sdy-opt does where the reference
//   fails.
// flags: -sdy-pad-for-divisibility
// line: 5
// sdy-opt: prints `%1 = sdy.reduce_scatter [{"a"}] %0 out_sharding=<@m, [{"a"}]> : tensor<8xf32>`
// reference: `4:8: error: 'sdy.all_gather' op collective on operand without sharding`
sdy.mesh @m = <["a"=2, "one"=1]>
func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
  %0 = sdy.reduce_scatter [{"a"}] %x out_sharding=<@m, [{"a"}]> : tensor<7xf32>
  %1 = sdy.all_gather [{"a"}] %0 out_sharding=<@m, [{}]> : tensor<7xf32>
  return %1 : tensor<7xf32>
}

// -----

// Pads of padded tensors
//   Newer versions change the edges of the pad. sdy-opt does where the reference fails, and masks the padding of
//   the operand if the pad adds less than before.
// flags: -sdy-pad-for-divisibility
// line: 6
// sdy-opt: prints `%2 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<8xi32>`
// reference: `4:8: error: failed to legalize operation 'stablehlo.pad' that was explicitly marked illegal: %4 = "stablehlo.pad"(%3, %arg1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 0>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>`
sdy.mesh @m = <["a"=2, "one"=1]>
func.func @f(%x: tensor<7xf32>, %c: tensor<f32>) {
  %0 = sdy.all_slice [{"a"}] %x out_sharding=<@m, [{"a"}]> : tensor<7xf32>
  %1 = stablehlo.pad %0, %c, low = [1], high = [0], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

// Convolutions of padded tensors
//   Newer versions mask the operands and slice the result. sdy-opt does where the reference fails, but not where
//   groups or reversed windows are padded.
// flags: -sdy-pad-for-divisibility
// line: 7
// sdy-opt: prints `%3 = stablehlo.slice %2 [0:1, 0:5, 0:1] : (tensor<1x6x1xf32>) -> tensor<1x5x1xf32>`
// reference: `4:8: error: inferred shape '[1, 6, 1]' is incompatible with return type of operation 'tensor<1x5x1xf32>'`
sdy.mesh @m = <["a"=2, "one"=1]>
func.func @f(%x: tensor<1x7x1xf32>, %k: tensor<3x1x1xf32>) {
  %0 = sdy.all_slice [{}, {"a"}, {}] %x out_sharding=<@m, [{}, {"a"}, {}]> : tensor<1x7x1xf32>
  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x1xf32>, tensor<3x1x1xf32>) -> tensor<1x5x1xf32>
  return
}
