"""What XLA holds for operations beside their operands and results: gathered operands, copies, wider floats, indices."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, cast

from sdyopt.cost.memory_model.graph import (
    COPIES,
    ELEMENT_WISE,
    FUSES,
    KINDS,
    LAZY,
    READS_FUSED,
    REUSES_OPERAND,
    HeldBlock,
    HeldItem,
)
from sdyopt.dialects.chlo.ops import TOP_K
from sdyopt.dialects.sdy.attributes import AxisRefLists
from sdyopt.dialects.sdy.ops import ALL_GATHER, ALL_SLICE, REDUCE_SCATTER
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import rank_of
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import linear_algebra, reductions, shapes
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.shapes import TRANSPOSE
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import DenseArrayAttr, FloatType, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpResult, Value

if TYPE_CHECKING:
    from sdyopt.cost.memory_model.reading import Reader


_PRODUCTS = frozenset((DOT, DOT_GENERAL, CONVOLUTION))
_SOLVERS = linear_algebra.FFT, linear_algebra.TRIANGULAR_SOLVE
WITH_MORE = frozenset((*_PRODUCTS, *_SOLVERS, TOP_K, ALL_GATHER, REDUCE_SCATTER, reductions.SELECT_AND_SCATTER))
"""Operations for which something may be inserted also where XLA sends no more than Shardy's partitioner. Of others
that have no estimates, operands and sizes are those of the program.
"""
_WHOLE_RESULTS = frozenset((shapes.DYNAMIC_UPDATE_SLICE, *_SOLVERS, TOP_K))
"""Operations on gathered operands whose results are whole, too, until each device takes its part of them."""
_SLICING = frozenset((shapes.SLICE, shapes.DYNAMIC_SLICE, TRANSPOSE, ALL_SLICE))
_INDEX_BYTES = 4


class Inserter:
    """Inserts nodes into the graph that a reader makes."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._made: dict[tuple[object, ...], HeldItem] = {}
        """What has been inserted, so that equal copies are one."""
        self._folds = 1
        """How many times the result of the operation that is being read is in memory."""

    def before(self, op: Operation, operands: list[HeldItem], block: HeldBlock) -> list[HeldItem]:
        """Returns the operands that `op` has in place of its own."""
        definition = op.signature.definition
        self._folds = 1
        inserted = self._reader.sources.inserted
        if inserted is not None and op in inserted.moved:
            for number, whole in inserted.gathered(op):
                self._gather(op, operands, number, self._reader.item(op.operands[number]), whole, block)
        rules = self._reader.rules
        if definition in _PRODUCTS:
            if rules.widens:
                for number, value in enumerate(op.operands):
                    if _is_half(value):
                        operands[number] = self._widened(op, operands[number], block)
            if rules.dot_copies and definition is not DOT:
                for number in range(2):
                    operands[number] = self._in_order(op, number, operands[number], block)
        return operands

    def returned(self, op: Operation, operands: list[HeldItem], block: HeldBlock) -> list[HeldItem]:
        """Returns what `op` returns in place of its operands, without the padding of what is gathered."""
        found = self.before(op, list(operands), block)
        for number, (operand, item) in enumerate(zip(operands, found, strict=True)):
            type = op.operands[number].type
            share = self._reader.sources.sizes.of_value(op.operands[number])
            if item is not operand and isinstance(type, RankedTensorType) and share.element_bits and share.shape:
                size = prod([size or 0 for size in share.shape]) * share.element_bits // 8
                if 0 < size < item.bytes:
                    found[number] = self._insert(FUSES, op, item, size, block, "")
        return found

    def copied_for_update(self, op: Operation, operand: HeldItem, block: HeldBlock) -> HeldItem:
        """Returns a copy of what is updated in place, and may not be overwritten: an argument, or what is free."""
        return self._insert(READS_FUSED | LAZY | COPIES, op, operand, operand.bytes, block, f"copy for {op.short_name}")

    def is_name(self, op: Operation) -> bool:
        """Whether a transposition gives its operand in the order of dimensions in which it has been computed."""
        (operand,) = op.operands
        return self._reader.rules.dot_copies and isinstance(operand, OpResult) and is_swapped(operand.owner)

    def sizes(self, op: Operation, sizes: Sequence[int], operands: Sequence[HeldItem]) -> Sequence[int]:
        """Returns what results take in memory, whose own bytes are `sizes`."""
        if self._is_whole(op):
            return [operand.bytes for operand in operands]
        inserted = self._reader.sources.inserted
        if inserted is not None and len(sizes) == 1 and sizes[0]:
            self._folds = max(self._folds, inserted.computed(op) // sizes[0])
        if self._folds > 1:
            return [size * self._folds for size in sizes]
        if op.signature.definition in _PRODUCTS and self._reader.rules.widens and _is_half(op.results[0]):
            return [2 * size for size in sizes]
        return sizes

    def after(self, op: Operation, made: list[HeldItem], sizes: Sequence[int], block: HeldBlock) -> list[HeldItem]:
        """Returns what others read of the results of `op`, which has just been read."""
        if op.signature.definition is reductions.SELECT_AND_SCATTER and made[0].node is not None:
            # The indices of all windows, and the operand once more.
            share = self._reader.sources.sizes.of_value(op.operands[0])
            local = [size or 0 for size in share.local_shape or ()]
            scratch = _INDEX_BYTES * len(local) * prod(local) + (share.bytes or 0)
            item = self._reader.new_item(scratch, op.results[0], block, made[0].node)
            item.reason = "indices of select_and_scatter"
            made[0].node.scratch = item
        if op.signature.definition is ALL_GATHER:
            padded = self._gathered_bytes(op)
            if padded > made[0].bytes:  # The padding of the last part is gathered, too, and then sliced off.
                made[0].bytes, made[0].reason = padded, "with padding"
                return [self._insert(FUSES, op, made[0], sizes[0], block, "")]
            if self._gathers_inside(op):
                return [self._insert(FUSES, op, made[0], made[0].bytes, block, "copy of all_gather")]
        if op.signature.definition is CONVOLUTION and self._reader.rules.dot_copies:
            (order,) = _convolution_orders(op.signature)[2]
            if list(order) != sorted(order):
                return [self._insert(FUSES, op, made[0], made[0].bytes, block, "")]
        inserted = self._reader.sources.inserted
        sums = [] if inserted is None or len(made) != 1 else list(inserted.sums(op))
        for key, size in sums:
            node, needs = self._reader.joined((block, *key), 0, op, made, block)
            item = self._reader.new_item(size, op.results[0], block, node)
            item.needs = needs
            node.results.append(item)
            made = [item]
        if sums and made[0].bytes <= sizes[0]:
            return made
        if self._folds == 1 and not self._is_whole(op):
            return made
        for item in made:
            item.reason = "whole for reduce_scatter" if self._is_whole(op) else f"gathered for {op.short_name}"
        return [self._insert(FUSES | LAZY, op, item, size, block, "") for item, size in zip(made, sizes, strict=True)]

    def _insert(
        self,
        kind: int,
        op: Operation,
        operand: HeldItem,
        size: int,
        block: HeldBlock,
        reason: str,
        others: Sequence[HeldItem] = (),
    ) -> HeldItem:
        node = self._reader.new_node(kind, op, [operand, *others], block)
        item = self._reader.new_item(size, operand.value, block, node)
        item.reason = reason
        item.needs = operand.needs
        node.results.append(item)
        return item

    def _is_whole(self, op: Operation) -> bool:
        """Whether all devices reduce everything, and each takes its part: XLA for CPUs has no reduce-scatter."""
        return self._reader.rules.reduces_all and op.signature.definition is REDUCE_SCATTER

    # Gathered operands.

    def _gather(
        self, op: Operation, operands: list[HeldItem], number: int, source: HeldItem, whole: int, block: HeldBlock
    ) -> None:
        operand = operands[number]
        if operand.bytes and whole >= operand.bytes:
            if op.signature.definition in _WHOLE_RESULTS:
                shards = self._reader.sources.sizes.of_value(op.results[0]).shards
                self._folds = max(self._folds, min(whole // operand.bytes, shards))
            key = ("gathered", source, whole, block)
            if key not in self._made:
                self._made[key] = self._gathered(op, source, whole, block)
            operands[number] = self._made[key]

    def _gathered(self, op: Operation, source: HeldItem, whole: int, block: HeldBlock) -> HeldItem:
        """Returns an item as a whole: XLA gathers one dimension after another, the last one first.

        XLA for CPUs copies what is gathered along a dimension inside of others into the order of the dimensions.
        """
        reason = f"gathered for {op.short_name}"
        type = None if source.value is None else source.value.type
        shape = None if source.value is None else self._reader.sources.sizes.of_value(source.value).local_shape
        if isinstance(type, RankedTensorType) and shape is not None:
            parts = [-(-size // (local or 1)) for size, local in zip(type.shape, shape, strict=True)]
            if prod(parts) * source.bytes == whole:
                for number in reversed([number for number, count in enumerate(parts) if count > 1]):
                    source = self._insert(0, op, source, source.bytes * parts[number], block, reason)
                    if self._reader.rules.dot_copies and _is_inside(number, shape):
                        source = self._insert(FUSES, op, source, source.bytes, block, reason)
                return source
        return self._insert(0, op, source, whole, block, reason)

    def _gathers_inside(self, op: Operation) -> bool:
        """Whether an all-gather is along a dimension inside of others, so that its result is copied."""
        axes = op.properties.get("gathering_axes")
        shape = self._reader.sources.sizes.of_value(op.operands[0]).local_shape
        if not self._reader.rules.dot_copies or shape is None or not isinstance(axes, AxisRefLists):
            return False
        return any(each.axes and _is_inside(number, shape) for number, each in enumerate(axes.lists))

    def _gathered_bytes(self, op: Operation) -> int:
        """Returns what the parts take together that an all-gather brings to a device; 0 if it is not known."""
        sizes, axes = self._reader.sources.sizes, op.properties.get("gathering_axes")
        share = sizes.of_value(op.operands[0])
        if share.bytes is None or not isinstance(axes, AxisRefLists):
            return 0
        return share.bytes * prod([sharded_size(each.axes, share.mesh) for each in axes.lists])

    # Copies in the order of dimensions of a product.

    def _in_order(self, op: Operation, number: int, operand: HeldItem, block: HeldBlock) -> HeldItem:
        """Returns an operand as [batch, rows, contracted], or [batch, contracted, columns] or [batch, columns,
        contracted]: itself, what is transposed to it, or a copy. The order of dimensions of size 1 does not matter.
        A product of matrices also reads the first operand as [contracted, rows].
        """
        shape = self._reader.sources.sizes.of_value(op.operands[number]).local_shape
        if shape is None:
            return operand
        places: Sequence[int] | None = None
        source = operand
        before = operand.node
        is_transposed = before is not None and before.op.signature.definition is TRANSPOSE
        if before is not None and is_transposed and operand.value is op.operands[number]:
            places = cast(DenseArrayAttr, before.op.properties["permutation"]).values
            source = before.operands[0]
        wanted = _wanted_order(op.signature, number, is_swapped(op), tuple(shape), places)
        if wanted is None:
            return operand
        if not wanted:
            return source
        key = ("copied", source, wanted, block)
        if key not in self._made:
            self._made[key] = self._insert(FUSES, op, source, operand.bytes, block, f"copy for {op.short_name}")
        return self._made[key]

    # 16-bit floats in 32 bits.

    def _widened(self, op: Operation, operand: HeldItem, block: HeldBlock) -> HeldItem:
        """Returns an operand in 32 bits. An argument, or what a loop does not change, is widened as a whole: the
        conversion leaves the loop.
        """
        path = []
        source = operand
        while source.block is block and source.node is not None and source.node.op.signature.definition in _SLICING:
            path.append(source)
            source = source.node.operands[0]
        if source.node is not None and source.block is block:
            path, source = [], operand
        wide = self._wide(op, source)
        for item in reversed(path):
            assert item.node is not None
            key = ("wide", item)
            if key not in self._made:
                kind = KINDS.get(item.node.op.signature.definition, FUSES)
                others = item.node.operands[1:]
                self._made[key] = self._insert(kind, item.node.op, wide, 2 * item.bytes, block, "", others)
            wide = self._made[key]
        return wide

    def _wide(self, op: Operation, item: HeldItem) -> HeldItem:
        key = ("wide", item)
        if key not in self._made:
            kind = FUSES | ELEMENT_WISE | REUSES_OPERAND
            made = self._insert(kind, op, item, 2 * item.bytes, item.block, f"32 bits for {op.short_name}")
            made.is_free = item.is_free
            self._made[key] = made
            self._reader.move_before_loops(made)
        return self._made[key]


def _is_half(value: Value) -> bool:
    type = value.type.element_type if isinstance(value.type, RankedTensorType) else None
    return isinstance(type, FloatType) and type.name in ("bf16", "f16")


def is_swapped(op: Operation) -> bool:
    """Whether a product is only transposed to that of its operands in the other order, as which XLA computes it."""
    users = op.results[0].users if op.signature.definition is DOT_GENERAL else ()
    if len(users) != 1 or users[0].signature.definition is not TRANSPOSE:
        return False
    numbers = cast(DotDimensionNumbers, op.properties["dot_dimension_numbers"])
    batch = len(numbers.lhs_batching_dimensions)
    rows = rank_of(op.operands[0].type) - len(numbers.lhs_contracting_dimensions)
    places = cast(DenseArrayAttr, users[0].properties["permutation"]).values
    return tuple(places) == (*range(batch), *range(rows, len(places)), *range(batch, rows))


def _convolution_orders(signature: Signature) -> Sequence[Sequence[Sequence[int]]]:
    """Returns the orders of the dimensions of the operands and the result of a convolution in which it is computed:
    [batch, spatial, features], [spatial, input features, output features], and [batch, spatial, features].
    """
    numbers = cast(ConvDimensionNumbers, signature.properties["dimension_numbers"])
    images = numbers.input_batch_dimension, *numbers.input_spatial_dimensions, numbers.input_feature_dimension
    features = numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension
    result = numbers.output_batch_dimension, *numbers.output_spatial_dimensions, numbers.output_feature_dimension
    return (images,), ((*numbers.kernel_spatial_dimensions, *features),), (result,)


@remembered
def _wanted_order(
    signature: Signature, number: int, is_swapped: bool, shape: tuple[int | None, ...], places: Sequence[int] | None
) -> tuple[int, ...] | None:
    """Returns the order of the dimensions of what an operand is transposed from, at `places`, that a product wants.

    The order is empty if these have it already; None if the operand has it.
    """
    if signature.definition is CONVOLUTION:
        orders = _convolution_orders(signature)[number]
    else:
        orders = _dot_orders(signature, number, is_swapped)
    if len(orders[0]) != len(shape):
        return None
    at = range(len(shape)) if places is None else places
    for order in orders:
        found = [at[dimension] for dimension in order if shape[dimension] != 1]
        if found == sorted(found):
            return ()
    for order in orders:
        wanted = [dimension for dimension in order if shape[dimension] != 1]
        if wanted == sorted(wanted):
            return None
    return tuple([at[dimension] for dimension in orders[0]])


def _is_inside(number: int, shape: Sequence[int | None]) -> bool:
    """Whether a dimension is inside of others of a shape."""
    return any(size != 1 for size in shape[:number])


def _dot_orders(signature: Signature, number: int, is_swapped: bool) -> Sequence[Sequence[int]]:
    """Returns the orders of the dimensions of an operand in which a product reads it."""
    numbers = cast(DotDimensionNumbers, signature.properties["dot_dimension_numbers"])
    batch = (numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions)[number]
    contracted = (numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions)[number]
    ranks = [rank_of(type) for type in signature.operand_types]
    free = [dimension for dimension in range(ranks[number]) if dimension not in (*batch, *contracted)]
    last = [*batch, *free, *contracted]
    is_of_matrices = not batch and min(ranks) > len(contracted)
    return ([*batch, *contracted, *free], last) if is_of_matrices or bool(number) is not is_swapped else (last,)
