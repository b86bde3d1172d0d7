"""Scatters.

Each device scatters into its own part: indices outside of it are left out by the scatter itself. Where updates are
sharded along axes that the operand is not, one device begins with the operand and the others with the identity of the
combination, and what comes after sums up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sdyopt.dialects.quant.types import UniformQuantizedType
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.revision import revision
from sdyopt.dialects.sdy.shardings.axes import Axes, sharded_size
from sdyopt.dialects.stablehlo.attributes import ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.ops import elementwise
from sdyopt.dialects.stablehlo.ops.elementwise import SELECT, SUBTRACT
from sdyopt.dialects.stablehlo.splats import zero_text
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import FALSE, I1
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import FloatType, IntegerType, RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import float_text
from sdyopt.passes.local_program import signatures
from sdyopt.passes.local_program.conversion import LocalProgram
from sdyopt.passes.local_program.decisions import scatter_divided, scatter_shifted
from sdyopt.passes.local_program.devices.devices import shard_indices
from sdyopt.passes.local_program.emission import Emitter, tensor_type
from sdyopt.passes.local_program.errors import fail
from sdyopt.passes.local_program.indexing import spread, start_of_part
from sdyopt.passes.local_program.shardings import is_replicated

COMBINATIONS = frozenset(
    {
        elementwise.ADD,
        elementwise.AND,
        elementwise.MAXIMUM,
        elementwise.MINIMUM,
        elementwise.MULTIPLY,
        elementwise.OR,
    }
)
"""The combinations that have an identity."""


def scatter(op: Operation, program: LocalProgram) -> None:
    """Scatters into the part of the device."""
    count = len(op.results)
    operand, update = program.sharding(op.operands[0]), program.sharding(op.operands[count + 1])
    sharding = update if operand is None else operand
    if sharding is None or (is_replicated(operand) and is_replicated(update)):
        program.localize(op)
        return
    mesh = program.mesh(sharding)
    numbers = cast(ScatterDimensionNumbers, op.signature.properties["scatter_dimension_numbers"])
    reduction = _reduction_axes(operand, update, numbers)
    if not reduction and is_replicated(operand):
        program.localize(op)
        return
    identity = _identity(op) if reduction else ""
    if identity is None:
        program.not_legalized(op, "failed to get scatter reduction identity.")
    indexed = _indexed(op, operand, mesh, numbers, program)
    if not reduction and not indexed:
        program.localize(op)
        return
    values = [*program.values(op)]
    emitter = program.emitter(op)
    if reduction:
        program.rewriter.report(scatter_divided, op, reduction, identity)
        values[:count] = _starts(emitter, values[:count], identity, reduction, mesh)
    if indexed:
        assert operand is not None
        program.rewriter.report(scatter_shifted, op, indexed)
        values[count] = _relative_indices(emitter, values, count, numbers, operand, mesh, indexed)
    signature = op.signature
    properties = signature.properties
    for name in ("indices_are_sorted", "unique_indices"):
        if name not in properties:
            properties = properties.with_entry(name, FALSE)
    types = tuple([value.type for value in values])
    results = program.local_result_types(op)
    local = Signature.of(signature.definition, types, results, properties, signature.attributes)
    program.replace(op, emitter.create(local, values, [program.rewriter.take_region(op)]).results)


def _reduction_axes(operand: Sharding | None, update: Sharding | None, numbers: ScatterDimensionNumbers) -> Axes:
    """Returns the axes of the updates' batch dimensions that the operand does not have."""
    if update is None:
        return ()
    present = {axis for dimension in operand.dimensions for axis in dimension.axes} if operand is not None else set()
    return tuple(
        [
            axis
            for number, dimension in enumerate(update.dimensions)
            if number not in numbers.update_window_dims
            for axis in dimension.axes
            if axis not in present
        ]
    )


def _indexed(
    op: Operation, operand: Sharding | None, mesh: Mesh, numbers: ScatterDimensionNumbers, program: LocalProgram
) -> list[int]:
    """Returns the sharded dimensions that indices are for. Raises CompilationError for others without a window."""
    found: list[int] = []
    for number, dimension in enumerate(operand.dimensions if operand is not None else ()):
        if not dimension.axes:
            continue
        if sharded_size(dimension.axes, mesh) <= 1:
            fail(op, f"dimension {number} is sharded along axes of size 1 alone")
        if number in numbers.scatter_dims_to_operand_dims:
            found.append(number)
        elif number in numbers.inserted_window_dims:
            message = (
                f"'{op.name}' op sharding operand dimension {number} that is not indexed but in inserted window "
                "dimension is not supported."
            )
            program.not_legalized(op, message)
    return found


def _relative_indices(
    emitter: Emitter,
    values: Sequence[Value],
    count: int,
    numbers: ScatterDimensionNumbers,
    sharding: Sharding,
    mesh: Mesh,
    indexed: Sequence[int],
) -> Value:
    """Returns indices relative to the part of the device."""
    indices = values[count]
    type, shape = tensor_type(indices), tensor_type(values[0]).shape
    starts = [
        start_of_part(emitter, sharding.dimensions[number].axes, shape[number], mesh, type)
        if number in indexed
        else emitter.scalar(0, type.element_type)
        for number in numbers.scatter_dims_to_operand_dims
    ]
    return emitter.binary(SUBTRACT, indices, spread(emitter, starts, numbers.index_vector_dim, type))


# Combinations of several devices.


def _starts(emitter: Emitter, values: Sequence[Value], text: str, axes: Axes, mesh: Mesh) -> list[Value]:
    """Returns what the devices begin with: the first along `axes` with the operands, others with the identity."""
    type = tensor_type(values[0])
    scalar = RankedTensorType((), type.element_type)
    identity = emitter.splat(text, scalar)
    indices = shard_indices(axes, mesh, revision().counts_sub_axes_from_major)
    leaders = tuple([int(index == 0) for index in indices])
    leads = emitter.entry_of_device(signatures.numbers(leaders, I1))
    shown = emitter.broadcast(leads, (0,), type.replace(element_type=I1))
    rest = emitter.broadcast(identity, (), type)
    return [
        emitter.emit(
            signatures.signature(SELECT, (shown.type, value.type, rest.type), value.type), [shown, value, rest]
        )
        for value in values
    ]


def _identity(op: Operation) -> str | None:
    """Returns the number that changes nothing where a scatter combines it with another; None if there is none.

    It is that of the first operand; the types of the others must have one too, as in the reference.
    """
    combination = _combination(op)
    if combination is None:
        return None
    texts = [_identity_of(combination, tensor_type(value).element_type) for value in op.operands[: len(op.results)]]
    return None if None in texts else texts[0]


def _identity_of(combination: OpDefinition, element_type: Type) -> str | None:
    if isinstance(element_type, UniformQuantizedType):
        least, largest = element_type.storage_range
        if combination is elementwise.ADD:
            return zero_text(element_type)
        limits = {elementwise.MAXIMUM.name: str(least), elementwise.MINIMUM.name: str(largest)}
        return limits.get(combination.name)
    if combination in (elementwise.ADD, elementwise.OR, elementwise.MULTIPLY, elementwise.AND):
        is_zero = combination in (elementwise.ADD, elementwise.OR)
        if element_type is I1:
            return "false" if is_zero else "true"
        if combination in (elementwise.OR, elementwise.AND):
            return None
        zero = zero_text(element_type)
        return zero if is_zero else zero.replace("0", "1", 1)
    return _extreme(element_type, is_least=combination is elementwise.MAXIMUM)


def _combination(op: Operation) -> OpDefinition | None:
    """Returns what combines each operand with its update, if it is the same for all and can be of several devices."""
    block = op.regions[0].blocks[0]
    end, count = block.last, len(op.results)
    if end is None or len(end.operands) != count:
        return None
    found = {_combines(value, block, number, count) for number, value in enumerate(end.operands)}
    (combination,) = found if len(found) == 1 else {None}
    return combination


def _combines(value: Value, block: Block, number: int, count: int) -> OpDefinition | None:
    """Returns the definition of what makes `value` of the arguments `number` and `number` + `count` of a block."""
    if not isinstance(value, OpResult) or value.owner.signature.definition not in COMBINATIONS:
        return None
    wanted = {block.arguments[number], block.arguments[number + count]}
    return value.owner.signature.definition if {*value.owner.operands} == wanted else None


def _extreme(element_type: Type, is_least: bool) -> str | None:
    """Returns the least or the largest finite number of a type; integers count as signed, as in the reference."""
    if isinstance(element_type, FloatType):
        number_format = FLOAT_FORMATS[element_type.name]
        sign = "-" if is_least else ""
        return sign + float_text(number_format.largest, number_format)
    if isinstance(element_type, IntegerType):
        if element_type is I1:
            return "true" if is_least else "false"
        bits = 1 << (element_type.width - 1)
        if element_type.signedness == "u":
            return str(bits if is_least else bits - 1)
        return str(-bits if is_least else bits - 1)
    return None
