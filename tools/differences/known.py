"""Where ours and the reference differ, and are to: each difference with its reason and an example.

A test asks both sides about each example; what no longer differs so has to leave this list.
"""

from __future__ import annotations

from tools import reference
from tools.differences.difference import CRASHES, GARBLED, SILENT, UNREGISTERED, Difference
from tools.differences.local_programs import LOCAL_PROGRAMS
from tools.differences.mlir_dialects import MLIR_DIALECTS
from tools.differences.newer import NEWER
from tools.differences.padding import PADDING
from tools.differential import Answer, Run, is_garbled, ours


def told(text: str, answer: Answer | None, line: int = 1, following: int = 0) -> str:
    """An answer to `text` in a few words: a line of what is printed, or the error, and how many errors follow it."""
    if answer is None:
        return CRASHES
    if is_garbled(text, answer):
        return GARBLED
    if answer.accepted:
        return f"prints {code_span(answer.output.splitlines()[line].strip())}"
    more = f", and {following} more" if following else ""
    return code_span(f"{answer.line or '?'}:{answer.column or '?'}: error: {answer.message.strip()}") + more


def code_span(text: str) -> str:
    """Returns a text, which may contain back quotes, as code in Markdown."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def told_of_ours(difference: Difference) -> str:
    """Returns the answer of sdy-opt for the example."""
    return told(difference.text, ours(difference.text, difference.run), difference.line)


def told_of_theirs(difference: Difference) -> str:
    """Returns the answer of the reference for the example, with the number of errors after the first."""
    text, run = difference.text, difference.run
    result = reference.run_isolated(text, run.passes, allow_unregistered=run.allow_unregistered, printing=run.printing)
    if result.crashed:
        return told(text, None)
    if result.ok:
        return told(text, Answer(True, result.output), difference.line)
    errors = [found for found in result.diagnostics if found.severity == "error"]
    if not errors:
        return SILENT
    first = errors[0]
    return told(text, Answer(False, "", first.line, first.column, first.message), following=len(errors) - 1)


KNOWN: tuple[Difference, ...] = (
    Difference(
        "Which of several faulty axes is named",
        "The reference visits the axes of a sharding in the order of a hash table, sdy-opt in the order of the text.",
        'sdy.mesh @mesh = <["a"=8, "x"=8]>\n'
        "func.func @f(%arg0: tensor<8x8xf32> "
        '{sdy.sharding = #sdy.sharding<@mesh, [{"a":(2)3}, {"x":(2)3}]>}) {\n'
        "  return\n"
        "}",
        "`2:1: error: 'func.func' op arg 0 - sub-axis next pre-size 6 doesn't divide the size of the full axis 8: "
        '"a":(2)3`',
        "`2:1: error: 'func.func' op arg 0 - sub-axis next pre-size 6 doesn't divide the size of the full axis 8: "
        '"x":(2)3`',
    ),
    Difference(
        "Further errors of a parse",
        "In the reference, each parser around the one that has failed adds an error of its own. sdy-opt stops at the "
        "first, which has the position and the reason.",
        'sdy.mesh @mesh = <["x"=]>',
        "`1:24: error: custom op 'sdy.mesh' expected integer value`",
        "`1:24: error: custom op 'sdy.mesh' expected integer value`, and 2 more",
    ),
    Difference(
        "Further dialects",
        "The reference is part of XLA, and has some thirty dialects that programs for Shardy do not use (`affine`, "
        "`scf`, `vector`, …), and more of `mhlo`. The note “Available dialects” lists those that sdy-opt has.",
        "vector.print punctuation <newline>",
        "`` 1:1: error: Dialect `vector' not found for custom op 'vector.print' ``",
        "prints `vector.print`",
    ),
    Difference(
        "Dense elements with a leading type",
        "A form of dense elements that MLIR parses but never prints; sdy-opt does not parse it.",
        '"t.op"() {a = dense<tensor<2xi32> : [1 : i32, 2 : i32]>} : () -> ()',
        "`1:21: error: expected element literal of primitive type`",
        'prints `"t.op"() {a = dense<[1, 2]> : tensor<2xi32>} : () -> ()`',
        UNREGISTERED,
    ),
    Difference(
        "Very large spatial dimensions",
        "The reference allocates memory for all dimensions up to the highest one.",
        '"t.op"() {a = #stablehlo.conv<[b, 9223372036854775807, f]x[i, 0, o]->[b, 0, f]>} : () -> ()',
        "`1:58: error: Expected spatial dimensions 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 not specified`",
        "`?:?: error: SmallVector unable to grow. Requested capacity (9223372036854775808) is larger than maximum "
        "value for size type (4294967295)`",
        UNREGISTERED,
    ),
    Difference(
        "Quantized types",
        "The reference lacks the dialect quant, which has the types of StableHLO's quantized tensors; sdy-opt has it "
        "with the rules of StableHLO.",
        "func.func private @f(tensor<2x!quant.uniform<i8:f32, 0.5>>)",
        "prints `func.func private @f(tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>)`",
        '`` 1:38: error: `!"quant"<"uniform<i8:f32, 0.5>">` type created with unregistered dialect. If this is '
        "intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with "
        "the MLIR opt tool used ``",
    ),
    Difference(
        "Excess bits of integers",
        "Elements in hexadecimal may have more bits than their type. sdy-opt drops the bits; the reference prints text "
        "that cannot be parsed.",
        '"t.op"() {a = dense<"0xF0"> : tensor<1xi2>} : () -> ()',
        'prints `"t.op"() {a = dense<0> : tensor<1xi2>} : () -> ()`',
        'prints `"t.op"() {a = dense<> : tensor<1xi2>} : () -> ()`',
        UNREGISTERED,
    ),
    Difference(
        "A mesh in freed memory",
        "If a constraint with an inlined mesh determines the sharding of one of several results, the reference creates "
        "the shardings of the others from freed memory, and sometimes crashes. In sdy-opt they have the mesh.",
        "func.func @f() -> tensor<8xf32> {\n"
        "  %0:2 = stablehlo.custom_call @f() : () -> (tensor<8xf32>, tensor<8xf32>)\n"
        '  %1 = sdy.sharding_constraint %0#1 <mesh<["a"=8]>, [{}]> : tensor<8xf32>\n'
        "  return %0#0 : tensor<8xf32>\n"
        "}",
        "prints `%0:2 = stablehlo.custom_call @f() {sdy.sharding = #sdy.sharding_per_value<[<mesh<["
        '"a"=8]>, [{?}]>, <mesh<["a"=8]>, [{}]>]>} : () -> (tensor<8xf32>, tensor<8xf32>)`',
        GARBLED,
        Run(("sdy-apply-sharding-constraints",)),
        line=2,
    ),
    Difference(
        "Functions without bodies",
        "Passes of the reference that visit the bodies of functions crash on a function without a body.",
        "func.func private @f(tensor<8xf32>) -> tensor<8xf32>",
        "prints `func.func private @f(tensor<8xf32>) -> tensor<8xf32>`",
        CRASHES,
        Run(("sdy-inline-meshes",)),
    ),
    Difference(
        "No main function",
        "Where there are several functions and none is @main the reference ends with this message.",
        "func.func @f() { return }\nfunc.func @g() { return }",
        "`?:?: error: Failed to lookup function: main`",
        CRASHES,
        Run(("sdy-remove-sub-axes-in-input-output-shardings",)),
    ),
    Difference(
        "A dot without a sharding before a reduce-scatter",
        "It has no unreduced axes, so ours removes the reduce-scatter; the reference reads a sharding in any case.",
        'sdy.mesh @m = <["a"=2]>\n'
        "func.func @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {\n"
        "  %0 = stablehlo.dot %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\n"
        '  %1 = sdy.reduce_scatter [{"a"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<8x8xf32>\n'
        "  return %1 : tensor<8x8xf32>\n"
        "}",
        "prints `return %0 : tensor<8x8xf32>`",
        CRASHES,
        Run(("sdy-remove-all-gather-reduce-scatter-for-cmv1",)),
        line=4,
    ),
    Difference(
        "Open shardings on inlined meshes",
        "What has no edge becomes fully open on the mesh of another edge, by its name; the reference makes one up.",
        "func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {\n"
        "  %0:2 = stablehlo.optimization_barrier %x, %x : tensor<8xf32>, tensor<8xf32>\n"
        '  %1 = sdy.data_flow_edge %0#0 sharding=<mesh<["a"=2]>, [{"a"}]> : tensor<8xf32>\n'
        "  return %1 : tensor<8xf32>\n"
        "}",
        "`2:10: error: 'stablehlo.optimization_barrier' op has an edge whose mesh is inlined and one without a "
        "sharding, which needs the mesh's name`",
        GARBLED,
        Run(("sdy-sink-data-flow-edges",)),
    ),
    Difference(
        "Reshards between inlined meshes",
        "The reference compares the names of meshes, which inlined ones do not have; in sdy-opt these are the same if "
        "they are equal.",
        'sdy.mesh @m = <["a"=2, "b"=2]>\n'
        'func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"a"}, {}]>}) {\n'
        '  %0 = sdy.reshard %x <mesh<["a"=2, "b"=2]>, [{}, {"a"}]> : tensor<8x8xf32>\n'
        "  return\n"
        "}",
        'prints `%0 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<mesh<["a"=2, "b"=2]>, [{}, {"a"}]> : '
        "tensor<8x8xf32>`",
        CRASHES,
        Run(("sdy-reshard-to-collectives",)),
        line=3,
    ),
    Difference(
        "Products of sizes beyond 64 bits",
        "The reference multiplies sizes in 64 bits, which overflow; sdy-opt computes exact products.",
        "%0 = stablehlo.custom_call @f() : () -> tensor<4294967296x4294967296xf32>\n"
        "%1 = stablehlo.reshape %0 : (tensor<4294967296x4294967296xf32>) -> tensor<0xf32>",
        "`2:6: error: number of output elements (0) doesn't match expected number of elements (18446744073709551616)`",
        "prints `%1 = stablehlo.reshape %0 : (tensor<4294967296x4294967296xf32>) -> tensor<0xf32>`",
        line=2,
    ),
    Difference(
        "Devices of a mesh beyond 64 bits",
        "The same overflow, in a message.",
        'sdy.mesh @m = <["a"=4294967296, "b"=4294967296], device_ids=[0, 1]>',
        "`1:15: error: custom op 'sdy.mesh' total product of axis sizes must match total number of device ids, got: "
        "18446744073709551616 != 2`",
        "`1:15: error: custom op 'sdy.mesh' total product of axis sizes must match total number of device ids, got: "
        "0 != 2`",
    ),
    Difference(
        "Very many equal numbers",
        "A constant may consist of any number of equal numbers. Verifiers that visit each of them are limited to a "
        "million in sdy-opt.",
        "%0 = stablehlo.custom_call @f() : () -> tensor<8xf32>\n"
        '%1 = "stablehlo.collective_broadcast"(%0) {replica_groups = dense<0> : tensor<1048577x1xi64>} : '
        "(tensor<8xf32>) -> tensor<8xf32>",
        "`2:6: error: 'stablehlo.collective_broadcast' op is checked with up to 1048576 equal numbers in an attribute, "
        "but there are 1048577`",
        "`2:6: error: replica id #0 seen more than once`",
    ),
    Difference(
        "Invalid meshes in replica groups",
        "Replica groups may have a mesh that is invalid in SDY, for example with an axis of size 0. The reference "
        "lifts it, which results in a module that it cannot parse; sdy-opt reports an error.",
        "%0 = stablehlo.custom_call @f() : () -> tensor<8x2xf32>\n"
        '%1 = "stablehlo.all_gather"(%0) {all_gather_dim = 1 : i64, replica_groups = '
        "#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<"
        'name = "y", size = 0>]>, axes = [#stablehlo.axis_ref<name = "y">]>} : '
        "(tensor<8x2xf32>) -> tensor<8x8xf32>",
        "`2:6: error: 'stablehlo.all_gather' op axis size must be at least 1, got: 0`",
        'prints `sdy.mesh @mesh = <["y"=0]> {stablehlo.mesh = {axes = [{name = "y", size = 0 : i64}]}}`',
        Run(("sdy-lift-inlined-meshes",)),
        line=1,
    ),
    Difference(
        "Unreduced axes that nothing can reduce",
        "Inserting explicit reshards, the reference ends with a message where unreduced axes change in a way that it "
        "does not expect; sdy-opt reports an error with these words.",
        'sdy.mesh @m = <["a"=2]>\n'
        'func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"a"}>}) {\n'
        "  sdy.sharding_group %x group_id=0 : tensor<8xf32>\n"
        "  return\n"
        "}",
        "`3:3: error: Some operands have unreduced axes but the operation has no results.`",
        CRASHES,
        Run(("sdy-insert-explicit-reshards",)),
    ),
    Difference(
        "Explicit reshards over inlined meshes",
        "The reference looks the mesh of an operation up by its name.",
        'func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) {\n'
        "  %0 = stablehlo.negate %x : tensor<8xf32>\n"
        "  return\n"
        "}",
        'prints `%1 = sdy.reshard %0 <mesh<["a"=2]>, [{}]> : tensor<8xf32>`',
        CRASHES,
        Run(("sdy-insert-explicit-reshards{enable-full-version=true}",)),
        line=3,
    ),
    Difference(
        "Explicit reshards of dimensions that consist of three factors",
        "Where axes do not divide the first factor of a dimension, the reference does not know the third one of it.",
        'sdy.mesh @m = <["a"=3, "b"=2, "c"=2]>\n'
        'func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %y: tensor<4xf32> '
        '{sdy.sharding = #sdy.sharding<@m, [{"b", "c"}]>}) {\n'
        "  %0 = stablehlo.custom_call @f(%x, %y) {sdy.sharding_rule = "
        "#sdy.op_sharding_rule<([ijk], [ij])->([ijk]) {i=2, j=2, k=2}>} : "
        "(tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>\n"
        "  return\n"
        "}",
        'prints `%0 = sdy.reshard %arg0 <@m, [{"b", "c"}]> : tensor<8xf32>`',
        CRASHES,
        Run(("sdy-insert-explicit-reshards{enable-full-version=true}",)),
        line=3,
    ),
    Difference(
        "Slices whose operand is sharded otherwise than the result",
        "Resolving permutation factors, the reference ends with a message. sdy-opt removes the axes of the dimensions "
        "that are cut, as it does for other operations.",
        'sdy.mesh @m = <["a"=2]>\n'
        'func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {\n'
        "  %0 = stablehlo.slice %x [1:7] : (tensor<8xf32>) -> tensor<6xf32>\n"
        "  return\n"
        "}",
        "prints `%0 = sdy.reshard %arg0 <@m, [{}]> : tensor<8xf32>`",
        CRASHES,
        Run(("sdy-resolve-permutation-factors",)),
        line=3,
    ),
    Difference(
        "Halo exchanges of complex numbers",
        "The reference has no zero of a complex type to pad a tensor with.",
        'sdy.mesh @m = <["a"=2]>\n'
        'func.func @f(%x: tensor<7xcomplex<f32>> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {\n'
        "  %0 = stablehlo.reverse %x, dims = [0] : tensor<7xcomplex<f32>>\n"
        "  return\n"
        "}",
        "prints `%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>`",
        CRASHES,
        Run(("sdy-resolve-permutation-factors",)),
        line=4,
    ),
    Difference(
        "The name of a reversed mesh without a name",
        "Where an inlined mesh is reversed, the reference reads its name from memory that is no longer its own.",
        'func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) {\n'
        "  %0 = stablehlo.reverse %x, dims = [0] : tensor<8xf32>\n"
        "  return\n"
        "}",
        'prints `sdy.mesh @mesh_reversed = <["a"=2], device_ids=[1, 0]>`',
        GARBLED,
        Run(("sdy-resolve-permutation-factors",)),
    ),
    Difference(
        "Permutation factors of unregistered operations",
        "The reference reads the dialect of each operation, which an unregistered operation may not have.",
        '"t.op"() : () -> ()',
        'prints `"t.op"() : () -> ()`',
        CRASHES,
        Run(("sdy-resolve-permutation-factors",), allow_unregistered=True),
    ),
    *PADDING,
    Difference(
        "Reshapes to bounded sizes",
        "The reference computes factors with the number that stands for a size that is not known, which overflows; "
        "sdy-opt finds no factors. Only the full version of -sdy-insert-explicit-reshards accepts such a rule.",
        'sdy.mesh @m = <["a"=2]>\n'
        'func.func @f(%x: tensor<32xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {\n'
        "  %0 = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : "
        "(tensor<32xf32>) -> tensor<?x2xf32, #stablehlo.bounds<16, ?>>\n"
        "  return\n"
        "}",
        "prints `%0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : "
        "(tensor<32xf32>) -> tensor<?x2xf32, #stablehlo.bounds<16, ?>>`",
        'prints `%0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : '
        "(tensor<32xf32>) -> tensor<?x2xf32, #stablehlo.bounds<16, ?>>`",
        Run(("sdy-insert-explicit-reshards{enable-full-version=true}",)),
        line=3,
    ),
    Difference(
        "Data-flow edges of unregistered operations",
        "The reference uses the interface of an edge's owner, which an unregistered operation does not have.",
        '%0 = "t.op"() : () -> tensor<8xf32>\n%1 = sdy.data_flow_edge %0 : tensor<8xf32>',
        'prints `%0 = "t.op"() : () -> tensor<8xf32>`',
        CRASHES,
        UNREGISTERED,
    ),
    Difference(
        "The order of users after a loop",
        "-mlir-print-value-users prints the users of a value in the order of MLIR's use lists, which "
        "constant-or-scalar-splitter renews in the reference for all operations that it visits, outer before inner; "
        "sdy-opt does so for constants only.",
        "func.func @f(%a: tensor<8xf32>, %p: tensor<i1>) {\n"
        "  %0 = stablehlo.while(%i = %a) : tensor<8xf32> cond {\n"
        "    stablehlo.return %p : tensor<i1>\n"
        "  } do {\n"
        "    stablehlo.return %a : tensor<8xf32>\n"
        "  }\n"
        "  return\n"
        "}",
        "prints `// %arg0 is used by %1, %3`",
        "prints `// %arg0 is used by %3, %1`",
        Run(("sdy-constant-or-scalar-splitter",), printing=("-mlir-print-value-users",)),
        line=2,
    ),
    Difference(
        "Copies of functions that call themselves",
        "-sdy-flatten-call-graph and -sdy-constant-or-scalar-splitter copy a function with all that it calls, in the "
        "reference without end if that is the function itself.",
        "func.func @main() {\n  call @f() : () -> ()\n  return\n}\n"
        "func.func private @f() {\n  call @f() : () -> ()\n  return\n}",
        "`2:3: error: cannot copy function @f for this call: it leads to a function that calls itself`",
        CRASHES,
        Run(("sdy-flatten-call-graph",)),
    ),
    Difference(
        "Functions inlined into themselves",
        "-sdy-import-func-calls replaces a call by the body of the function, which here holds the call.",
        "func.func private @f() {\n  call @f() : () -> ()\n  return\n}",
        "`2:3: error: cannot inline function @f into itself`",
        CRASHES,
        Run(("sdy-import-func-calls",)),
    ),
    Difference(
        "Indices that come from themselves",
        "-sdy-explicit-gather-scatter-batching follows indices to an iota, in the reference without end where an "
        "operation may use its own result.",
        'func.func @main() {\n"t.region"() ({\n'
        "  %a = stablehlo.custom_call @f() : () -> tensor<4x8xf32>\n"
        "  %i = stablehlo.reshape %i : (tensor<4x2xi32>) -> tensor<4x2xi32>\n"
        '  %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], '
        "start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : "
        "(tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>\n"
        '  "t.use"(%g) : (tensor<4xf32>) -> ()\n'
        "}) : () -> ()\nreturn\n}",
        "prints `%1 = stablehlo.reshape %1 : (tensor<4x2xi32>) -> tensor<4x2xi32>`",
        CRASHES,
        Run(("sdy-explicit-gather-scatter-batching",), allow_unregistered=True),
        line=4,
    ),
    Difference(
        "A case that returns its own result",
        "Right inside a module a value may be used before it is computed. Where a constant chooses the branch, the "
        "reference replaces the result by itself, and erases it.",
        "%c = stablehlo.constant dense<0> : tensor<i32>\n"
        '%0 = "stablehlo.case"(%c) ({\n'
        "  stablehlo.return %0 : tensor<f32>\n"
        "}) : (tensor<i32>) -> tensor<f32>\n"
        "%1 = stablehlo.custom_call @f(%0) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>",
        'prints `%0 = "stablehlo.case"(%c) ({`',
        "`5:6: error: null operand found`",
        Run(("canonicalize",)),
        line=2,
    ),
    Difference(
        "Windows whose initial values are tensors",
        "An initial value that is not a scalar may have fewer dimensions than the operands of `reduce_window`. The "
        "reference gives it their factors, of which there are more than it has dimensions, so that it reads other "
        "memory and mostly crashes.",
        "func.func @main(%arg0: tensor<4x4xf32>, %arg1: tensor<2xf32>) -> tensor<3x3xf32> {\n"
        '  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({\n'
        "  ^bb0(%arg2: tensor<2xf32>, %arg3: tensor<2xf32>):\n"
        "    stablehlo.return %arg2 : tensor<2xf32>\n"
        "  }) : (tensor<4x4xf32>, tensor<2xf32>) -> tensor<3x3xf32>\n"
        "  return %0 : tensor<3x3xf32>\n"
        "}",
        "`2:8: error: 'stablehlo.reduce_window' op has no sharding rule with an initial value of type "
        "'tensor<2xf32>', which is not a scalar`",
        GARBLED,
        Run(("sdy-basic-propagate",)),
    ),
    *MLIR_DIALECTS,
    *LOCAL_PROGRAMS,
    *NEWER,
)
