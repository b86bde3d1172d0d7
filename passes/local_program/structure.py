"""Functions and calls, manual and named computations."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.quant import UniformQuantizedType, stored
from sdyopt.dialects.sdy.attributes import ManualAxes
from sdyopt.dialects.sdy.shardings.slots import function_type, stored_shardings
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, SELECT
from sdyopt.dialects.stablehlo.ops.shapes import IOTA
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.ir.attribute import Type
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
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES, ShardingSlots
from sdyopt.mlir.releases import since
from sdyopt.passes.local_program import collectives
from sdyopt.passes.local_program.collectives import has_several_scales
from sdyopt.passes.local_program.conversion import LocalProgram, arguments_dropped, body_inlined, part_sliced
from sdyopt.rewriting.folding import cast_folded, constant_like_folded, splat_constant
from sdyopt.rewriting.local_emission import shard_indices, tensor_type
from sdyopt.sharding import local_signatures as signatures
from sdyopt.sharding.local_signatures import fail, is_replicated


def same(op: Operation, program: LocalProgram) -> None:
    """Gives an operation local types."""
    program.localize(op)


def without_attributes(op: Operation, program: LocalProgram) -> None:
    """Gives an operation local types, and removes its discardable attributes."""
    program.localize(op, op.signature.with_attributes(NO_ATTRIBUTES))


def illegal(op: Operation, program: LocalProgram) -> None:
    """Raises CompilationError: the operation has no local form."""
    program.not_legalized(op)


def function(op: Operation, program: LocalProgram) -> None:
    """Gives the arguments and results of a function local types. One without a body loses its arguments."""
    signature = op.signature
    type = function_type(signature)
    inputs = _local_types(op, type.inputs, ARGUMENT_ATTRIBUTES, program)
    results = _local_types(op, type.results, RESULT_ATTRIBUTES, program)
    properties = signature.properties
    blocks = op.regions[0].blocks
    if blocks:
        if inputs != type.inputs:
            for argument, local in zip(blocks[0].arguments, inputs, strict=True):
                program.set_type(argument, local)
    elif inputs:
        program.rewriter.report(arguments_dropped, op, symbol_name(op) or "")
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
    signature = op.signature
    operands = program.values(op)
    types = tuple([operand.type for operand in operands])
    properties = DictionaryAttr((("callee", signature.properties["callee"]),))
    local = Signature.of(signature.definition, types, signature.result_types, properties)
    is_used = any(result.is_used for result in op.results)
    if not is_used or program.local_result_types(op) == signature.result_types:
        program.rewriter.convert(op, local, operands)
    else:
        new = program.emitter(op).create(local, operands)
        program.replace(op, new.results)


def control_flow(op: Operation, program: LocalProgram) -> None:
    """Gives a loop or a branch, and the arguments of its blocks, local types.

    An argument has the sharding of the operand; if that has none, that of the result.
    """
    shardings = [program.sharding(operand) for operand in op.operands]
    for region in op.regions:
        for argument in region.block.arguments:
            sharding = shardings[argument.index] or program.sharding(op.results[argument.index])
            program.note_sharding(argument, sharding)
            program.set_type(argument, program.local_type(op, argument.type, sharding))
    program.localize(op)


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
    sharding = program.sharding(op.results[1])
    if sharding is None or is_replicated(sharding):
        program.localize(op)
        return
    mesh, emitter = program.mesh(sharding), program.emitter(op)
    axes = tuple([axis for dimension in sharding.dimensions for axis in dimension.axes])
    (state,) = program.values(op)
    type = tensor_type(state)
    indices, element = shard_indices(axes, mesh, True), cast(IntegerType, type.element_type)
    seeds = signatures.numbers(tuple([seed_of_shard(index, element.width) for index in indices]), element)
    device = emitter.device()
    seed = emitter.broadcast(emitter.reshape(emitter.entry_at(device, seeds), ()), (), type)
    states, bits = program.local_result_types(op)
    local = Signature.of(op.signature.definition, (type,), (states, bits), op.signature.properties)
    made = emitter.create(local, [emitter.binary(ADD, state, seed)])
    is_first = emitter.reshape(emitter.entry_at(device, signatures.leaders(indices)), ())
    selection = signatures.signature(SELECT, (is_first.type, type, type), type)
    first = emitter.emit(selection, [is_first, made.results[0], emitter.zeros(type)])
    program.replace(op, [collectives.summed(op, program, first, axes, sharding), made.results[1]])


def named_computation(op: Operation, program: LocalProgram) -> None:
    """Gives a named computation local types, outside and inside."""
    for argument in op.regions[0].blocks[0].arguments:
        program.set_type(argument, program.local_type(op, argument.type, program.sharding(argument)))
    without_attributes(op, program)


def manual_computation(op: Operation, program: LocalProgram) -> None:
    """Puts the body of a manual computation in its place."""
    (block,) = op.regions[0].blocks
    operands: list[Value] = program.values(op)
    program.enter(block, operands)
    program.rewriter.report(body_inlined, op, cast(ManualAxes, op.signature.properties["manual_axes"]).axes)
    for inner in block.ops:
        if inner is not block.last:
            program.move_before(op, inner)
    end = block.last
    assert end is not None
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
    """Makes a constant of the same value, or slices the global constant."""
    signature = op.signature
    value, type = signature.properties["value"], signature.result_types[0]
    (local,) = program.local_result_types(op)
    if local is type:
        program.localize_constant(op, signatures.constant(value, type))
    elif isinstance(value, DenseElementsAttr) and is_splat(value):
        part = DenseElementsAttr(value.text, stored(cast(RankedTensorType, local)))
        program.localize_constant(op, signatures.constant(part, type))
    else:
        sharding = program.sharding(op.results[0])
        assert sharding is not None
        emitter = program.emitter(op)
        lists = [dimension.axes for dimension in sharding.dimensions]
        program.rewriter.report(part_sliced, op)
        held = result = cast(RankedTensorType, local)
        if has_several_scales(result):
            held, type = stored(result), stored(cast(RankedTensorType, type))
        whole = emitter.constant(value, type)
        sliced = emitter.slice_by(whole, lists, held, program.mesh(sharding))
        program.replace(op, [emitter.bitcast(sliced, result)])


def stablehlo_constant(op: Operation, program: LocalProgram) -> None:
    """Gives a constant of StableHLO local types. Quantized ones, for which SDY has none, are made or sliced, too."""
    (constant if is_quantized(op.signature.result_types[0]) else same)(op, program)


def is_splat(value: DenseElementsAttr) -> bool:
    """Whether all elements are the same, so that the text is that of one; that of others is a list or a hex string."""
    return bool(value.text) and not value.text.startswith(("[", '"'))


def iota(op: Operation, program: LocalProgram) -> None:
    """Makes the part of the device: what is in front of it is added."""
    sharding = program.sharding(op.results[0])
    if sharding is None or is_replicated(sharding):
        program.keep(op)
        return
    (local,) = program.local_result_types(op)
    dimension = cast(IntegerAttr, op.signature.properties["iota_dimension"])
    emitter = program.emitter(op)
    value = emitter.emit(signatures.signature(IOTA, (), local, (("iota_dimension", dimension),)))
    type = tensor_type(value)
    axes = sharding.dimensions[dimension.value].axes
    if axes and isinstance(type.element_type, UniformQuantizedType):
        fail(op, f"cannot be local: dimension {dimension.value} is sharded, and quantized numbers cannot be counted on")
    if axes:
        offset = emitter.offset(axes, type.shape[dimension.value], program.mesh(sharding))
        offset = emitter.emit(signatures.convert(tensor_type(offset), type.element_type), [offset])
        value = emitter.binary(ADD, value, emitter.broadcast(offset, (), type))  # type: ignore[assignment]
    program.replace(op, [value])


def constant_like(op: Operation, program: LocalProgram) -> None:
    """Makes a constant of a static shape. Raises CompilationError for others."""
    signature = splat_constant(op.signature) if is_static(op.signature.operand_types[0]) else None
    if signature is None:
        program.not_legalized(op)
    program.rewriter.report(constant_like_folded, op)
    program.replace(op, [program.emitter(op).emit(signature)])


def is_static(type: Type) -> bool:
    """Whether a type has a shape all of whose sizes are known."""
    return isinstance(type, ShapedType) and type.has_static_shape
