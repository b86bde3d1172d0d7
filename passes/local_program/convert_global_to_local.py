"""-sdy-convert-global-to-local."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.builtin import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.func import ops as func
from sdyopt.dialects.quant import UniformQuantizedType, stored
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import ManualAxes
from sdyopt.dialects.sdy.shardings.slots import function_type, stored_shardings
from sdyopt.dialects.stablehlo.ops import linear_algebra, reductions, shapes
from sdyopt.dialects.stablehlo.ops.control_flow import CASE, IF, WHILE
from sdyopt.dialects.stablehlo.ops.elementwise import ADD
from sdyopt.dialects.stablehlo.ops.shapes import IOTA
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import (
    NO_ATTRIBUTES,
    DenseElementsAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    IntegerType,
    RankedTensorType,
    ShapedType,
    TypeAttr,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES, OpDef, ShardingSlots
from sdyopt.mlir.diagnostics import Diagnostic, failure
from sdyopt.mlir.releases import Release, followed, since
from sdyopt.passes.local_program import collectives, slices
from sdyopt.passes.local_program.collectives import PART_SLICED, has_several_scales
from sdyopt.passes.local_program.conversion import Convert, LocalProgram
from sdyopt.rewriting.conversion import missing_passes
from sdyopt.rewriting.folding import cast_folded, constant_like_folded, splat_constant
from sdyopt.rewriting.local_emission import shard_indices, tensor_type
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import axes_of, fail

# Functions and calls, loops and branches, manual and named computations, constants, and random bits.


def same(op: Operation, program: LocalProgram) -> None:
    """Gives an operation local types."""
    program.localize(op)


def without_attributes(op: Operation, program: LocalProgram) -> None:
    """Gives an operation local types, and removes its discardable attributes."""
    program.localize(op, op.signature.with_attributes(NO_ATTRIBUTES))


def illegal(op: Operation, program: LocalProgram) -> None:
    """Raises CompilationError: the operation has no local form."""
    program.not_legalized(op)


# Functions, and operations with bodies.


def function(op: Operation, program: LocalProgram) -> None:
    """Gives the arguments and results of a function local types. One without a body loses its arguments."""
    signature = op.signature
    type = function_type(signature)
    results = _local_types(op, type.results, RESULT_ATTRIBUTES, program)
    properties, inputs = signature.properties, type.inputs
    if blocks := op.regions[0].blocks:
        inputs = _local_types(op, inputs, ARGUMENT_ATTRIBUTES, program)
        for argument, local in zip(blocks[0].arguments, inputs, strict=True):
            program.set_type(argument, local)
    elif inputs:
        text = "@{name} loses its arguments: it has no body"
        program.rewriter.tell("arguments-dropped", text, op, name=symbol_name(op) or "")
        inputs = ()
        properties = properties.without("arg_attrs")
    properties = properties.with_entry("function_type", TypeAttr(FunctionType(inputs, results)))
    program.rewriter.convert(op, signature.with_properties(properties), op.operands)


def _local_types(
    op: Operation, types: tuple[Type, ...], slots: ShardingSlots, program: LocalProgram
) -> tuple[Type, ...]:
    shardings = stored_shardings(op.signature, slots)
    return tuple([program.local_type(op, type, each) for type, each in zip(types, shardings, strict=True)])


def call(op: Operation, program: LocalProgram) -> None:
    """Gives a call local operands. Its results have the types that they had; it keeps only the name of its callee.

    The shardings of results matter only if these are used.
    """
    signature, operands = op.signature, program.values(op)
    types = tuple([operand.type for operand in operands])
    properties = DictionaryAttr((("callee", signature.properties["callee"]),))
    local = Signature.of(signature.definition, types, signature.result_types, properties)
    is_used = any(result.is_used for result in op.results)
    if not is_used or program.local_result_types(op) == signature.result_types:
        program.rewriter.convert(op, local, operands)
    else:
        program.replace(op, program.emitter(op).create(local, operands).results)


def control_flow(op: Operation, program: LocalProgram) -> None:
    """Gives a loop or a branch, and the arguments of its blocks, local types.

    An argument has the sharding of the operand; if that has none, that of the result.
    """
    shardings = [program.sharding(operand) for operand in op.operands]
    for region in op.regions:
        for argument in region.block.arguments:
            sharding = shardings[argument.index] or program.sharding(op.results[argument.index])
            program.noted[argument] = sharding
            program.set_type(argument, program.local_type(op, argument.type, sharding))
    program.localize(op)


def named_computation(op: Operation, program: LocalProgram) -> None:
    """Gives a named computation local types, outside and inside."""
    for argument in op.regions[0].blocks[0].arguments:
        program.set_type(argument, program.local_type(op, argument.type, program.sharding(argument)))
    without_attributes(op, program)


def manual_computation(op: Operation, program: LocalProgram) -> None:
    """Puts the body of a manual computation in its place."""
    block = op.regions[0].block
    program.enter(block, program.values(op))
    text = "body of {op} takes its place, as it is local along {axes} already"
    axes = op.properties.find(ManualAxes).axes or ("no axes",)
    program.rewriter.tell("body-inlined", text, op, op=op, axes=axes)
    end = block.terminator
    for inner in block.ops:
        if inner is not end:
            program.rewriter.move(inner, InsertionPoint.before_op(op))
    program.substitute(op, end.operands, end.signature.operand_types)
    program.skip(end)


def cast_operation(op: Operation, program: LocalProgram) -> None:
    """Replaces a cast that changes no type. Raises CompilationError for any other before jaxlib 0.12.

    Since then a cast back is replaced, too, and others get local types.
    """
    signature, values = op.signature, op.operands
    if signature.operand_types != signature.result_types:
        if not since("0.12.0.1"):
            program.not_legalized(op)
        source = values[0].owner if values and isinstance(values[0], OpResult) else None
        is_back = source is not None and source.definition is op.definition and list(source.results) == list(values)
        if source is None or not is_back or source.signature.operand_types != signature.result_types:
            program.localize(op)
            return
        values = source.operands
    for result, value in zip(op.results, values, strict=True):
        program.rewriter.report(cast_folded, result, value)
    program.substitute(op, values, signature.result_types)


# Constants and iotas: each device makes its own part.


def constant(op: Operation, program: LocalProgram) -> None:
    """Makes a constant of the same value, or slices the global constant.

    If one of SDY is unreduced, since jaxlib 0.12, only the first device along these axes keeps it.
    """
    type = checked(RankedTensorType, op.signature.result_types[0])
    local = checked(RankedTensorType, program.local_result_types(op)[0])
    whole, sharding = op.signature.properties["value"], program.sharding(op.results[0])
    value: Attribute | None = whole
    if local is not type:
        # The text of a list, or a hex string, is of elements that are not all the same.
        text = whole.text if isinstance(whole, DenseElementsAttr) else ""
        value = DenseElementsAttr(text, stored(local)) if text and not text.startswith(("[", '"')) else None
    unreduced = sharding.unreduced if sharding and op.definition is sdy.CONSTANT and since("0.12.0.1") else ()
    if value is not None and not unreduced:
        program.localize(op, signatures.constant(value, type))
        return
    assert sharding is not None
    mesh, emitter = program.mesh(sharding), program.emitter(op)
    if value is not None:
        made = emitter.constant(value, local)
    else:
        program.rewriter.tell("part-sliced", PART_SLICED, op, value=op.results[0])
        held, type = (stored(local), stored(type)) if has_several_scales(local) else (local, type)
        made = emitter.slice_by(emitter.constant(whole, type), axes_of(sharding, len(type.shape)), held, mesh)
    if unreduced:
        collectives.check_sum(op, sharding)
        made = emitter.on_first_device(made, unreduced, mesh)
    program.replace(op, [emitter.bitcast(made, local)])


def stablehlo_constant(op: Operation, program: LocalProgram) -> None:
    """Gives a constant of StableHLO local types. Quantized ones, for which SDY has none, are made or sliced, too."""
    (constant if is_quantized(op.signature.result_types[0]) else same)(op, program)


def constant_like(op: Operation, program: LocalProgram) -> None:
    """Makes a constant of a static shape. Others stay; before jaxlib 0.12 they raise CompilationError."""
    type = op.signature.operand_types[0]
    is_static = isinstance(type, ShapedType) and type.has_static_shape
    signature = splat_constant(op.signature) if is_static else None
    if signature is None:
        if not since("0.12.0.1"):
            program.not_legalized(op)
        program.localize(op)
        return
    program.rewriter.report(constant_like_folded, op)
    program.replace(op, [program.emitter(op).emit(signature)])


def iota(op: Operation, program: LocalProgram) -> None:
    """Makes the part of the device: what is in front of it is added."""
    if (sharding := program.sharding(op.results[0])) is None or not sharding.is_sharded:
        program.kept.add(op)
        return
    type = checked(RankedTensorType, program.local_result_types(op)[0])
    dimension = op.properties.find(IntegerAttr, "iota_dimension")
    emitter, axes = program.emitter(op), sharding.dimensions[dimension.value].axes
    value: Value = emitter.apply(IOTA, (), type, (("iota_dimension", dimension),))
    if axes:
        if isinstance(type.element_type, UniformQuantizedType):
            number = dimension.value
            fail(op, f"cannot be local: dimension {number} is sharded, and quantized numbers cannot be counted on")
        offset = emitter.offset(axes, type.shape[dimension.value], program.mesh(sharding), type.element_type)
        value = emitter.binary(ADD, value, emitter.broadcast(offset, (), type))
    program.replace(op, [value])


# Random bits.

MURMUR = ((33, 0xFF51AFD7ED558CCD), (33, 0xC4CEB9FE1A85EC53))
"""The shifts and factors of the last step of MurmurHash3, which ends with another shift by 33."""


def seed_of_shard(index: int, width: int) -> int:
    """Returns what is added to the state of a generator on a shard: a hash of its number, 32 bits again and again."""
    for shift, factor in MURMUR:
        index = (index ^ index >> shift) * factor % (1 << 64)
    hashed = (index ^ index >> 33) % (1 << 32)
    return sum([hashed << start for start in range(0, width, 32)]) % (1 << width)


def random_bits(op: Operation, program: LocalProgram) -> None:
    """Generates the part of the device from a state of its own; the new state is that of the first part."""
    if (sharding := program.sharding(op.results[1])) is None or not sharding.is_sharded:
        program.localize(op)
        return
    emitter = program.emitter(op)
    axes = sharding.axes
    (state,) = program.values(op)
    type = tensor_type(state)
    element = checked(IntegerType, type.element_type)
    indices = shard_indices(axes, program.mesh(sharding), True)
    seeds = signatures.numbers(tuple([seed_of_shard(index, element.width) for index in indices]), element)
    device = emitter.device()
    seed = emitter.broadcast(emitter.entry_of_device(seeds, device), (), type)
    local = program.local_signature(op, [state], op.signature.with_attributes(NO_ATTRIBUTES))
    new_state, bits = emitter.create(local, [emitter.binary(ADD, state, seed)]).results
    is_first = emitter.entry_of_device(signatures.leaders(indices), device)
    first = emitter.select(is_first, new_state, emitter.zeros(type))
    program.replace(op, [emitter.summed(first, axes, sharding), bits])


# Which conversion is for which operation.

_CONVERSIONS: Mapping[OpDefinition, Convert] = {
    UNREALIZED_CONVERSION_CAST: cast_operation,
    chlo.CONSTANT_LIKE: constant_like,
    func.CALL: call,
    func.FUNC: function,
    func.RETURN: without_attributes,
    sdy.ALL_GATHER: collectives.all_gather,
    sdy.ALL_REDUCE: collectives.all_reduce,
    sdy.ALL_SLICE: collectives.all_slice,
    sdy.ALL_TO_ALL: collectives.all_to_all,
    sdy.COLLECTIVE_PERMUTE: collectives.collective_permute,
    sdy.CONSTANT: constant,
    sdy.MANUAL_COMPUTATION: manual_computation,
    sdy.NAMED_COMPUTATION: named_computation,
    sdy.REDUCE_SCATTER: collectives.reduce_scatter,
    sdy.RETURN: same,
    shapes.GATHER: slices.gather,
    shapes.SCATTER: slices.scatter,
    linear_algebra.CONVOLUTION: slices.convolution,
    linear_algebra.DOT: slices.dot,
    linear_algebra.DOT_GENERAL: slices.dot,
    reductions.REDUCE_WINDOW: slices.window,
    reductions.SELECT_AND_SCATTER: slices.window,
    shapes.CONSTANT: stablehlo_constant,
    shapes.CONCATENATE: slices.concatenate,
    shapes.IOTA: iota,
    shapes.PAD: slices.pad,
    shapes.SLICE: slices.slice_,
}
"""How operations are converted, by what defines them."""


_SINCE_0_12: Mapping[OpDefinition, Convert] = {
    **{each: same for each in chlo.OPERATIONS if each is not chlo.CONSTANT_LIKE},
    **dict.fromkeys((WHILE, CASE, IF), control_flow),
    **dict.fromkeys((func.CALL, func.RETURN), same),
    sdy.REPLICATED_TO_UNREDUCED: collectives.replicated_to_unreduced,
    sdy.SHARDED_TO_UNREDUCED: collectives.sharded_to_unreduced,
    reductions.REDUCE: slices.reduce,
    **dict.fromkeys((reductions.REDUCE_WINDOW, reductions.SELECT_AND_SCATTER), same),
    shapes.DYNAMIC_SLICE: slices.dynamic_slice,
    shapes.DYNAMIC_UPDATE_SLICE: slices.dynamic_update_slice,
    shapes.RNG_BIT_GENERATOR: random_bits,
}
"""Those that are converted otherwise since jaxlib 0.12."""


@cache
def _conversion_of(definition: OpDefinition, release: Release) -> Convert:
    """Returns the conversion for operations with this definition in the release that is followed.

    Other operations of StableHLO, and those of dialects that are not registered or are part of other packages, only get
    local types. Those of MLIR's own dialects have no local form.
    """
    newer = _SINCE_0_12.get(definition) if since("0.12.0.1") else None
    is_shipped = isinstance(definition, OpDef) and REGISTRY.is_shipped(definition.dialect)
    is_generic = definition.dialect == "stablehlo" or not is_shipped
    return newer or _CONVERSIONS.get(definition, same if is_generic else illegal)


def conversion_of(definition: OpDefinition) -> Convert:
    return _conversion_of(definition, followed())


BOTH_COUNTS = (
    "Shardy partitioner convert_global_to_local does not support both replica_count > 1 and partition_count > 1 yet."
)


@register_pass("sdy-convert-global-to-local")
class ConvertGlobalToLocal(Pass):
    """Makes a sharded program the program that each device runs.

    Values get the types of the parts that devices hold, and collectives of SDY become those of StableHLO. Other
    operations must be sharded so that each device has what it needs.
    """

    rolls_back = True

    per_dim_all_gather: bool = option(default=False, help="Gathers along one dimension after the other")
    combine_multi_dimension_reduce_scatter: bool = option(
        default=False, help="Scatters along several dimensions in one collective, instead of an all-reduce and a slice"
    )
    enable_rgv3: bool = option(
        default=False,
        help="Writes replica groups as axes of meshes; the default is true since jaxlib 0.11.2",
        changed=("0.11.2", True),
    )
    replica_count: int = option(default=1, help="Number of replicas; if above 1, devices are replicas", since="0.11.1")
    partition_count: int = option(default=1, help="Number of partitions, which devices are otherwise", since="0.11.1")

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        if self.replica_count > 1 and self.partition_count > 1:
            raise failure(BOTH_COUNTS, module.location)
        LocalProgram(module, self, rewriter).convert(conversion_of)

    def error_hint(self, error: Diagnostic) -> str:
        """Returns which passes are missing for the operation that the message names: those left keep their types."""
        return missing_passes(error.message.partition("'")[2].partition("'")[0])
