"""The rules of gathers and scatters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.ops.elementwise import ADD, AND, MAXIMUM, MINIMUM, MULTIPLY, OR
from sdyopt.dialects.stablehlo.verification.reading import bit_width
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.sharding.factor_sizes import Shape
from sdyopt.sharding.rule_builder import FactorType, RuleBuilder


class IndexingDimensions(NamedTuple):
    """What gathers and scatters have in common.

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
    numbers = cast(GatherDimensionNumbers, builder.signature.properties["dimension_numbers"])
    return IndexingDimensions(
        builder,
        False,
        builder.operand_shapes[0],
        builder.operand_shapes[1],
        builder.result_shapes[0],
        numbers.offset_dims,
        numbers.collapsed_slice_dims,
        numbers.operand_batching_dims,
        numbers.start_indices_batching_dims,
        numbers.index_vector_dim,
    ).rule()


def scatter(builder: RuleBuilder) -> OpShardingRule:
    """Returns the rule of a scatter: see `IndexingDimensions.rule`.

    The builder's surroundings say whether the updates are combined by a common reduction.
    """
    numbers = cast(ScatterDimensionNumbers, builder.signature.properties["scatter_dimension_numbers"])
    count = len(builder.result_shapes)
    return IndexingDimensions(
        builder,
        True,
        builder.operand_shapes[0],
        builder.operand_shapes[count],
        builder.operand_shapes[count + 1],
        numbers.update_window_dims,
        numbers.inserted_window_dims,
        numbers.input_batching_dims,
        numbers.scatter_indices_batching_dims,
        numbers.index_vector_dim,
    ).rule()


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
