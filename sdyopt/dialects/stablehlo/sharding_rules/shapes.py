"""The rules of operations that rearrange dimensions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd, prod
from typing import Any

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, AND, MAXIMUM, MINIMUM, MULTIPLY, OR
from sdyopt.dialects.stablehlo.ops.shapes import PAD, SLICE
from sdyopt.dialects.stablehlo.verification.reading import integer, integers
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.numbers import bit_width
from sdyopt.mlir.releases import since
from sdyopt.sharding.rules import MLIR_DYNAMIC, FactorType, RuleBuilder, Shape, compares_sizes


@compares_sizes
def transpose(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule that maps each result dimension to the operand dimension that it comes from."""
    permutation = integers(builder.signature, "permutation")
    for dimension, (source, size) in enumerate(zip(permutation, builder.result_shapes[0], strict=True)):
        builder.add_factor(size, [source], [dimension])
    return builder.build()


def reverse(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the reversed dimensions are permuted."""
    reversed_dimensions = integers(builder.signature, "dimensions")
    for dimension, size in enumerate(builder.result_shapes[0]):
        is_reversed = dimension in reversed_dimensions
        builder.add_everywhere(dimension, size, FactorType.PERMUTATION if is_reversed else FactorType.PASS_THROUGH)
    return builder.build()


@compares_sizes
def broadcast_in_dim(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule that maps result dimensions to operand dimensions of the same size.

    An operand dimension of size 1 that is expanded has a factor of its own.
    """
    (operand,), (result,) = builder.operand_shapes, builder.result_shapes
    source_of = {target: source for source, target in enumerate(integers(builder.signature, "broadcast_dimensions"))}
    for dimension, size in enumerate(result):
        if (source := source_of.get(dimension)) is not None and operand[source] == 1 and size != 1:
            builder.add_factor(1, [source])
            source = None
        builder.add_factor(size, [source], [dimension])
    return builder.build()


def bitcast_convert(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule; a dimension for the parts of elements, which only one side has, is replicated."""
    (operand,), (result,) = builder.operand_shapes, builder.result_shapes
    builder.add_shape(operand if len(operand) < len(result) else result)
    last = max(len(operand), len(result)) - 1
    if len(operand) < len(result):
        builder.add_factor(result[last], results=[last], type=FactorType.NEED_REPLICATION)
    elif len(operand) > len(result):
        builder.add_factor(operand[last], [last], type=FactorType.NEED_REPLICATION)
    return builder.build()


# The rule of reshapes: factors that both shapes are products of.


class ReshapeFactor(NamedTuple):
    """A factor of a reshape, and the dimension of each side that it is part of, None for neither.

    `alone` is the type that it has since jaxlib 0.12, unless both sides have all of it.
    """

    size: int
    operand: int | None = None
    result: int | None = None
    alone: FactorType = FactorType.PASS_THROUGH


class _Side:
    """A shape of which factors are taken, from its major dimension on."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.dimension = 0
        self.entered = 1
        """The product of the sizes of the dimensions up to the current one, once that is entered."""
        self.factored = 1
        """The product of the factors taken so far."""

    @property
    def has_dimension(self) -> bool:
        return self.dimension < len(self.shape)

    @property
    def is_at_one(self) -> bool:
        """Whether the current dimension has size 1."""
        return self.has_dimension and self.shape[self.dimension] == 1

    def enter(self) -> None:
        """Enters the current dimension if the one before is finished."""
        if self.has_dimension and self.entered == self.factored:
            self.entered *= self.shape[self.dimension]

    def leave(self) -> None:
        """Advances to the next dimension if the current one is finished."""
        if self.has_dimension and self.entered == self.factored:
            self.dimension += 1

    @property
    def remaining(self) -> int:
        """The part of the current dimension that has no factors yet."""
        return self.entered // self.factored

    def step_towards(self, other: _Side) -> int:
        """The factor to take next if this side has taken less than the `other`."""
        missing, rest = divmod(other.factored, self.factored)
        if not rest and self.remaining % missing == 0:
            return missing
        common = gcd(self.remaining, other.remaining)
        return self.remaining // common if self.remaining > common else self.remaining


def reshape(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns a rule with the factors that both sides have in common, None for a reshape of no elements."""
    (operand,), (result,) = builder.operand_shapes, builder.result_shapes
    if MLIR_DYNAMIC in (*operand, *result):
        if prod(operand) % 2**64 == 0:  # MLIR's product of sizes, of which a dynamic one is -2**63
            return None
        return builder.build()  # which the verifier rejects
    if 0 in operand:
        return None
    is_typed = since("0.12.0.1")
    for factor in reshape_factors(operand, result, is_typed):
        type = factor.alone if is_typed else FactorType.PASS_THROUGH
        builder.add_factor(factor.size, [factor.operand], [factor.result], type)
    return builder.build()


def reshape_factors(operand: Shape, result: Shape, shares_rest: bool = False) -> Iterator[ReshapeFactor]:
    """Yields the factors of a reshape between static shapes with the same number of elements, at least one.

    If it `shares_rest`, parts of dimensions that have nothing in common have one factor, with the size of the
    operand's; else one each.
    """
    source, target = _Side(operand), _Side(result)
    while source.has_dimension or target.has_dimension:
        if source.is_at_one:
            yield ReshapeFactor(1, source.dimension, None, _ALONE)
            source.dimension += 1
        elif target.is_at_one:
            yield ReshapeFactor(1, None, target.dimension, _ALONE)
            target.dimension += 1
        else:
            source.enter()
            target.enter()
            yield from _next_factors(source, target, shares_rest)
            source.leave()
            target.leave()


_ALONE = FactorType.NEED_REPLICATION


def _next_factors(source: _Side, target: _Side, shares_rest: bool) -> Iterator[ReshapeFactor]:
    """Takes one factor of both sides, the rest of each if these have nothing in common, or one of that which lags."""
    if source.factored < target.factored:
        size = source.step_towards(target)
        source.factored *= size
        yield ReshapeFactor(size, source.dimension, None, _ALONE)
    elif source.factored > target.factored:
        size = target.step_towards(source)
        target.factored *= size
        yield ReshapeFactor(size, None, target.dimension, _ALONE)
    elif (common := gcd(source.remaining, target.remaining)) > 1:
        source.factored *= common
        target.factored *= common
        yield ReshapeFactor(common, source.dimension, target.dimension)
    elif shares_rest:
        size = source.remaining
        source.factored, target.factored = source.entered, target.entered
        yield ReshapeFactor(size, source.dimension, target.dimension, FactorType.PERMUTATION)
    else:
        for side in (source, target):
            size = side.remaining
            side.factored *= size
            is_source = side is source
            yield ReshapeFactor(size, side.dimension if is_source else None, None if is_source else side.dimension)


# The rules of slices, pads and concatenations.


@compares_sizes
def slice_or_pad(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which dimensions that change their size are permuted.

    Since jaxlib 0.12, so are dimensions that are padded and cut to the same size.
    """
    padding: list[tuple[int, ...]] = []
    if builder.definition is PAD and since("0.12.0.1"):
        names = ("edge_padding_low", "edge_padding_high", "interior_padding")
        padding = [integers(builder.signature, name) for name in names]
    pairs = zip(builder.operand_shapes[0], builder.result_shapes[0], strict=True)
    for dimension, (size, result_size) in enumerate(pairs):
        changes = size != result_size
        is_permuted = changes or any(values and values[dimension] for values in padding)
        type = FactorType.PERMUTATION if is_permuted else FactorType.PASS_THROUGH
        builder.add_everywhere(dimension, size, type, changes and builder.is_conservative)
    return builder.build()


@compares_sizes
def dynamic_slice(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which dimensions that are cut are replicated."""
    builder.add_matching_dimensions(
        builder.operand_shapes[0], builder.result_shapes[0], FactorType.NEED_REPLICATION, True
    )
    return builder.build()


@compares_sizes
def dynamic_update_slice(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule; where the update is smaller it has a factor of its own.

    Since jaxlib 0.11.2 both permute. Before, that one must be replicated unless the start indices are constant, which
    is what the builder's surroundings say.
    """
    type, update_type = FactorType.PASS_THROUGH, FactorType.PASS_THROUGH
    if since("0.11.2"):
        type = update_type = FactorType.PERMUTATION
    elif not builder.surroundings:
        update_type = FactorType.NEED_REPLICATION
    operand, update = builder.operand_shapes[:2]
    for dimension, (size, update_size) in enumerate(zip(operand, update, strict=True)):
        if size == update_size:
            builder.add_everywhere(dimension, size)
        else:
            builder.add_factor(size, [dimension], [dimension], type)
            builder.add_factor(update_size, [None, dimension], type=update_type)
    return builder.build()


def starts_at_constants(op: Operation) -> bool:
    """Returns whether all start indices of a `dynamic_update_slice` are constants."""
    return all(isinstance(index, OpResult) and index.owner.has_trait("ConstantLike") for index in op.operands[2:])


@compares_sizes
def concatenate(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule whose concatenated dimension is replicated.

    It is permuted if the operands are slices or parts of one value, which is what the builder's surroundings say, and
    not mapped at all if the rule is conservative.
    """
    concatenated = integer(builder.signature, "dimension")
    type = FactorType.PERMUTATION if builder.surroundings else FactorType.NEED_REPLICATION
    for dimension, size in enumerate(builder.result_shapes[0]):
        if dimension != concatenated:
            builder.add_everywhere(dimension, size)
        elif not builder.is_conservative:
            builder.add_everywhere(dimension, size, type)
    return builder.build()


def joins_slices(op: Operation) -> bool:
    """Returns whether the operands of a `concatenate` are all slices, or the same value and slices of it."""
    slices = [operand.defined_by(SLICE) for operand in op.operands]
    inputs = [None if slice is None else slice.operands[0] for slice in slices]
    if None not in inputs:
        return True
    sources = {operand if source is None else source for operand, source in zip(op.operands, inputs, strict=True)}
    return len(sources) == 1 and any(source is not None for source in inputs)


# The rules of gathers and scatters.


class IndexingDimensions(NamedTuple):
    """The dimensions of gathers and scatters.

    The `input` is indexed; the `slices` are a gather's result or a scatter's updates. Of several inputs all are
    treated as the first.
    """

    builder: RuleBuilder
    is_scatter: bool
    input: Shape
    indices: Shape
    slices: Shape
    offset_dimensions: Sequence[int]
    collapsed_dimensions: Sequence[int]
    input_batching_dimensions: Sequence[int]
    indices_batching_dimensions: Sequence[int]
    indexed_dimensions: Sequence[int]
    index_vector_dimension: int

    def add_factor(
        self,
        size: int,
        input: int | None = None,
        indices: int | None = None,
        slices: int | None = None,
        type: FactorType = FactorType.PASS_THROUGH,
        is_blocked: bool = False,
    ) -> None:
        """Adds a factor to dimensions of the inputs, the indices and the slices."""
        if self.is_scatter:
            count = len(self.builder.result_shapes)
            operands = [*[input] * count, indices, *[slices] * count]
            self.builder.add_factor(size, operands, [input] * count, type, is_blocked)
        else:
            self.builder.add_factor(size, [input, indices], [slices], type, is_blocked)

    def add_offset_dimension(self, input: int, slices: int) -> None:
        """Adds the factors of a dimension of the slices that is a window over a dimension of the input."""
        input_size, slice_size = self.input[input], self.slices[slices]
        replicated = FactorType.NEED_REPLICATION
        if input_size == slice_size:
            self.add_factor(input_size, input=input, slices=slices)
        elif self.is_scatter:
            self.add_factor(input_size, input=input, type=replicated)
            self.add_factor(slice_size, slices=slices, type=replicated)
        elif slice_size == 1:
            self.add_factor(input_size, input=input, type=FactorType.REDUCTION)
            self.add_factor(1, slices=slices, type=replicated)
        else:
            self.add_factor(input_size, input=input, slices=slices, type=replicated, is_blocked=True)

    def add_batch_dimension(self, number: int, slices: int) -> None:
        """Adds the factor of the `number`th dimension of the slices that is one of the indices."""
        indices = number + (number >= self.index_vector_dimension)
        pairs = dict(zip(self.indices_batching_dimensions, self.input_batching_dimensions, strict=True))
        input = pairs.get(indices)
        type = FactorType.PASS_THROUGH
        if self.is_scatter and input is None:
            type = FactorType.REDUCTION if self.builder.surroundings else FactorType.NEED_REPLICATION
        self.add_factor(self.slices[slices], input, indices, slices, type)

    def rule(self) -> OpShardingRule:
        """Returns the rule: the dimensions of the slices, then the collapsed ones, then that of the index vectors."""
        skipped = {*self.collapsed_dimensions, *self.input_batching_dimensions}
        windows = iter([dimension for dimension in range(len(self.input)) if dimension not in skipped])
        batch = 0
        for dimension in range(len(self.slices)):
            if dimension in self.offset_dimensions:
                self.add_offset_dimension(next(windows), dimension)
            else:
                self.add_batch_dimension(batch, dimension)
                batch += 1
        for dimension in self.collapsed_dimensions:
            size = self.input[dimension]
            self.add_factor(size, input=dimension, type=self._type_of_collapsed(size))
        if self.index_vector_dimension < len(self.indices):
            vector = self.index_vector_dimension
            self.add_factor(self.indices[vector], indices=vector, type=FactorType.NEED_REPLICATION)
        return self.builder.build()

    def _type_of_collapsed(self, size: int) -> FactorType:
        if self.is_scatter:
            return FactorType.PASS_THROUGH
        return FactorType.NEED_REPLICATION if size == 1 else FactorType.REDUCTION


def gather(builder: RuleBuilder) -> OpShardingRule:
    """Returns the rule of a gather: see `IndexingDimensions.rule`."""
    numbers = builder.signature.properties.find(GatherDimensionNumbers)
    input, indices = builder.operand_shapes
    return IndexingDimensions(builder, False, input, indices, builder.result_shapes[0], *_values(numbers)).rule()


def scatter(builder: RuleBuilder) -> OpShardingRule:
    """Returns the rule of a scatter: see `IndexingDimensions.rule`.

    The builder's surroundings say whether the updates are combined by a common reduction.
    """
    numbers = builder.signature.properties.find(ScatterDimensionNumbers)
    count = len(builder.result_shapes)
    input, indices, updates = builder.operand_shapes[0], *builder.operand_shapes[count : count + 2]
    return IndexingDimensions(builder, True, input, indices, updates, *_values(numbers)).rule()


def _values(numbers: Any) -> list[Any]:
    """Returns the values of the fields, which are in the order of those of `IndexingDimensions`."""
    return [getattr(numbers, field) for field in numbers.fields]


REDUCTIONS = frozenset((ADD, MULTIPLY, MAXIMUM, MINIMUM))
BOOLEAN_REDUCTIONS = frozenset((AND, OR))


def has_common_reduction(op: Operation) -> bool:
    """Returns whether a scatter combines each input with its update by the same well-known reduction."""
    (block,) = op.regions[0].blocks
    count = len(op.results)
    if block.last is None or len(block.last.operands) != count:
        return False
    reductions = {_reduction(value, block, index, count) for index, value in enumerate(block.last.operands)}
    return len(reductions) == 1 and None not in reductions


def _reduction(value: Value, block: Block, index: int, count: int) -> str | None:
    """The name of the reduction that makes `value` of the block's arguments `index` and `index` + `count`, if any."""
    if not isinstance(value, OpResult):
        return None
    op = value.owner
    if op.definition in BOOLEAN_REDUCTIONS:
        if not isinstance(value.type, RankedTensorType) or bit_width(value.type.element_type) != 1:
            return None
    elif op.definition not in REDUCTIONS:
        return None
    combined = {block.arguments[index], block.arguments[index + count]}
    return op.name if set(op.operands) == combined else None
