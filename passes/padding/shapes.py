"""Types and shapes: which values have to be padded, and what the attributes of padded operations become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import (
    function_result_sharding,
    function_type,
    sharding_mesh,
    sharding_of,
    stored_shardings,
)
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers
from sdyopt.dialects.stablehlo.ops.shapes import PAD
from sdyopt.dialects.stablehlo.verification.inference import inferred_types
from sdyopt.dialects.stablehlo.verification.linear_algebra import convolution_shape
from sdyopt.dialects.stablehlo.verification.reading import integer, integers, shapes_fit
from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import DYNAMIC, FunctionType, RankedTensorType
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import ARGUMENT_ATTRIBUTES, RESULT_ATTRIBUTES
from sdyopt.mlir.diagnostics import CompilationError, failure
from sdyopt.mlir.releases import since
from sdyopt.mlir.verify.verification import probe
from sdyopt.sharding.padding import (
    NEEDED,
    Shape,
    grown_dimensions,
    is_communication_free,
    is_local_reshape,
    larger_type,
    padded_type,
)

# The values of a function that have to be padded, and the types that they then have.


class PaddedTypes:
    """The types of values that their shardings do not divide, when padded: `padded`, by value."""

    def __init__(self, meshes: Mapping[str, Mesh]) -> None:
        self.meshes = meshes
        self.padded: dict[Value, Type] = {}

    def add_all(self, function: Operation) -> None:
        """Finds the values in a function that have to be padded."""
        for op in walk(function):
            self.add(op)
            self.add_arguments(op)

    def add_arguments(self, op: Operation) -> None:
        """Finds the arguments of regions that have to be padded.

        Those of a loop that has taken the place of another one do not have the sharding of an edge any more.
        """
        for region in op.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    self.padded.pop(argument, None)
                    self._add(argument)

    def add(self, op: Operation) -> None:
        """Finds the results of an operation that have to be padded."""
        for result in op.results:
            self._add(result)

    def _add(self, value: Value) -> None:
        if (type := self.of(value.type, sharding_of(value))) is not value.type:
            self.padded[value] = type

    def of(self, type: Type, sharding: Sharding | None) -> Type:
        """Returns the type that a value of this type has when it is padded, so that `sharding` divides it."""
        mesh = None if sharding is None else sharding_mesh(sharding, self.meshes)
        return type if sharding is None or mesh is None else padded_type(type, sharding, mesh)

    def wanted(self, value: Value) -> Type:
        """Returns the type of a value when it is padded, if it has to be."""
        return self.padded.get(value, value.type)

    def has_padded_results(self, op: Operation) -> bool:
        """Returns whether results of an operation, which may be new, have to be padded."""
        return any(self.of(result.type, sharding_of(result)) is not result.type for result in op.results)

    def has_padded_values(self, op: Operation) -> bool:
        """Returns whether operands or results of an operation have to be padded."""
        return any(value in self.padded for value in (*op.operands, *op.results))

    def is_sliced_unevenly(self, op: Operation) -> bool:
        """Returns whether the new sharding of an all-slice or a reduce-scatter does not divide its operand."""
        type = op.signature.operand_types[0]
        return self.of(type, op.properties.find(Sharding)) is not type

    def function_type(self, function: Operation) -> FunctionType:
        """Returns the type of a function whose arguments and results are padded."""
        type = function_type(function.signature)
        inputs, results = [
            tuple(map(self.of, types, stored_shardings(function.signature, slots)))
            for types, slots in ((type.inputs, ARGUMENT_ATTRIBUTES), (type.results, RESULT_ATTRIBUTES))
        ]
        return FunctionType(inputs, results)

    def uneven_value(self, function: Operation) -> str | None:
        """Returns the first argument or result of a function that its sharding does not divide; None if there is none.

        Arguments of a function without a body do not count.
        """
        blocks = function.regions[0].blocks
        for number, argument in enumerate(blocks[0].arguments if blocks else ()):
            if argument in self.padded:
                return f"argument #{number}"
        for number, result in enumerate(function_type(function.signature).results):
            if self.of(result, function_result_sharding(function, number)) is not result:
                return f"result #{number}"
        return None


def shape_of(type: Type) -> Shape:
    """Returns the shape of a ranked tensor."""
    return checked(RankedTensorType, type).shape


# Slices and pads for which devices would have to exchange elements.


def check_slice(op: Operation, operand: Value, limits: Sequence[int], meshes: Mapping[str, Mesh]) -> None:
    """Raises CompilationError if devices would need elements of each other because a limit of a slice changes."""
    if (counts := _shard_counts(operand, meshes)) is None and since("0.12.0.1"):
        return
    source, result = shape_of(op.operands[0].type), shape_of(op.result.type)
    starts, strides = integers(op, "start_indices"), integers(op, "strides")
    for number, (old, new) in enumerate(zip(integers(op, "limit_indices"), limits, strict=True)):
        reason = "but its operand has no sharding" if counts is None else NEEDED
        if old != new and not (
            counts is not None
            and is_communication_free(source[number], result[number], starts[number], strides[number], counts[number])
        ):
            where = f"'{op.name}' op cannot be padded along dimension {number}"
            raise failure(f"{where}: its limit would become {new} instead of {old}, {reason}", op.location)


def moved_dimensions(op: Operation, operand: Value, type: Type, meshes: Mapping[str, Mesh]) -> list[int]:
    """Returns the dimensions along which devices need elements of each other to pad the operand of `op` to `type`.

    Their blocks grow then, so that all elements of the program have to be in the first one.
    """
    if (counts := _shard_counts(operand, meshes)) is None:
        return []
    size, old = shape_of(op.operands[0].type), shape_of(operand.type)
    grown = [each for each in grown_dimensions(operand.type, type) if counts[each] > 1]
    return [each for each in grown if size[each] == DYNAMIC or size[each] > old[each] // counts[each]]


def _shard_counts(value: Value, meshes: Mapping[str, Mesh]) -> list[int] | None:
    """Returns how many shards each dimension of a value has; None if it has no sharding.

    A sharding on one device may list no dimensions.
    """
    sharding = sharding_of(value)
    mesh = None if sharding is None else sharding_mesh(sharding, meshes)
    if sharding is None or mesh is None:
        return None
    counts = [sharded_size(dimension.axes, mesh) for dimension in sharding.dimensions]
    return counts or [1] * len(shape_of(value.type))


# Pads and convolutions whose attributes do not fit padded operands: what has to change, as numbers and types.


def fits(op: Operation, operands: Sequence[Value], types: PaddedTypes) -> bool:
    """Returns whether a pad or convolution with padded operands is valid as it is, so that it is left so."""
    padded = types.wanted(op.result)
    try:
        if op.signature.definition is not PAD:
            return shapes_fit(convolution_shape(with_operands(op, operands)), shape_of(padded))
        (inferred,) = inferred_types(op, operands) or (padded,)
    except CompilationError:
        return False
    is_divisible = types.of(inferred, sharding_of(op.result)) is inferred
    return is_divisible and larger_type(inferred, padded) is inferred


def with_operands(op: Operation, operands: Sequence[Value]) -> Operation:
    """Returns `op` with operands of other types, in no block."""
    signature = op.signature.with_operand_types(tuple([operand.type for operand in operands]))
    return probe(signature, operands, (), op.location)


def may_pad_reshape(op: Operation, types: PaddedTypes) -> bool:
    """Returns whether a reshape may have padded values, as it leaves every element on its device."""
    values = op.operands[0], op.result
    first, second = map(sharding_of, values)
    mesh = None if first is None else sharding_mesh(first, types.meshes)
    shape, result_shape = [shape_of(value.type) for value in values]
    if first is None or second is None or mesh is None:
        return False
    return is_local_reshape(first, shape, second, result_shape, mesh)


class PadEdges(NamedTuple):
    """How much a pad of a padded operand adds at the high ends, and where the operand's own padding matters.

    With `cuts` the pad adds less than before somewhere. With `is_seen` elements of the operand's padding are in the
    place of elements of the result that are not padding.
    """

    high: Shape
    cuts: bool
    is_seen: bool


def pad_edges(op: Operation, operand: Type, result: Type) -> PadEdges:
    """Returns the edges of a pad whose operand and result have these padded types."""
    before, after = shape_of(op.operands[0].type), shape_of(op.result.type)
    old = integers(op, "edge_padding_high")
    high: list[int] = []
    is_seen = False
    for number, (low, interior, size, length) in enumerate(
        zip(
            integers(op, "edge_padding_low"),
            integers(op, "interior_padding"),
            shape_of(operand),
            shape_of(result),
            strict=True,
        )
    ):
        if DYNAMIC in (size, length):
            high.append(old[number])
            continue
        high.append(length - size - low - max(0, size - 1) * interior)
        places = [low + place * (interior + 1) for place in range(before[number], size)]
        is_seen = is_seen or any(0 <= place < after[number] for place in places)
    return PadEdges(tuple(high), any(new < given for new, given in zip(high, old, strict=True)), is_seen)


def masked_dimensions(op: Operation) -> tuple[Shape, Shape]:
    """Returns the dimensions of the operands of a convolution along which padding adds to the result."""
    numbers = op.properties.find(ConvDimensionNumbers)
    return (
        (numbers.input_feature_dimension, *numbers.input_spatial_dimensions),
        (numbers.kernel_input_feature_dimension, *numbers.kernel_spatial_dimensions),
    )


def convolved(op: Operation, operands: Sequence[Value], padded: Type) -> RankedTensorType | None:
    """Returns the type of a convolution of padded operands, the result of which is to have the type `padded`.

    Returns None if it would be too small, or if groups or reversed windows are padded, so that its elements would be
    other ones. Raises CompilationError if there is none.
    """
    if _is_mixed(op, operands):
        return None
    shape = convolution_shape(with_operands(op, operands))
    wanted = shape_of(padded)
    is_large = all(shape[dimension] >= wanted[dimension] for dimension in spatial_dimensions(op))
    return RankedTensorType(shape, checked(RankedTensorType, padded).element_type) if is_large else None


def spatial_dimensions(op: Operation) -> Shape:
    """Returns the spatial dimensions of a convolution's result."""
    return op.properties.find(ConvDimensionNumbers).output_spatial_dimensions


def is_zero_in(op: Operation, dimension: int, is_lhs_zero: bool, is_rhs_zero: bool) -> bool:
    """Returns whether a convolution's padding in that dimension is zero, if that of operands is or is not.

    Windows that go beyond the size of a spatial dimension may have begun before it.
    """
    numbers = op.properties.find(ConvDimensionNumbers)
    if dimension == numbers.output_batch_dimension:
        return is_lhs_zero
    return dimension == numbers.output_feature_dimension and is_rhs_zero


def _is_mixed(op: Operation, operands: Sequence[Value]) -> bool:
    """Returns whether padding is in the middle of what a convolution computes: in groups, or in reversed windows."""
    numbers = op.properties.find(ConvDimensionNumbers)
    lhs, rhs = [set(grown_dimensions(old.type, new.type)) for old, new in zip(op.operands, operands, strict=True)]
    features = {numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension}
    if integer(op, "feature_group_count", 1) > 1 and (rhs & features or numbers.input_feature_dimension in lhs):
        return True
    batches = numbers.input_batch_dimension in lhs or numbers.kernel_output_feature_dimension in rhs
    if integer(op, "batch_group_count", 1) > 1 and batches:
        return True
    reversal = integers(op, "window_reversal")
    return any(
        is_reversed and dimension in rhs
        for is_reversed, dimension in zip(reversal, numbers.kernel_spatial_dimensions, strict=False)
    )
