"""What XLA holds for operations beside their operands and results: gathered operands, copies, indices."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

from sdyopt.cost.memory_model.graph import (
    COPIES,
    FUSES,
    LAZY,
    READS_FUSED,
    HeldBlock,
    HeldItem,
)
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.dialects.chlo.ops import TOP_K
from sdyopt.dialects.sdy.attributes import AxisRefLists
from sdyopt.dialects.sdy.ops import ALL_GATHER
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.stablehlo.ops import linear_algebra, reductions, shapes
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation

if TYPE_CHECKING:
    from sdyopt.cost.memory_model.reading import Reader


_SOLVERS = linear_algebra.FFT, linear_algebra.TRIANGULAR_SOLVE
_BY_ROWS = frozenset((shapes.GATHER, shapes.SCATTER))
WITH_MORE = frozenset((*_SOLVERS, TOP_K, ALL_GATHER, *_BY_ROWS, reductions.SELECT_AND_SCATTER))
"""Operations for which something may be inserted also where XLA sends no more than Shardy's partitioner. Of others
that have no estimates, operands and sizes are those of the program.
"""
_WHOLE_RESULTS = frozenset((shapes.DYNAMIC_UPDATE_SLICE, *_SOLVERS, TOP_K))
"""Operations on gathered operands whose results are whole, too, until each device takes its part of them."""
_LANES = 128
"""The elements of a row of a tile on TPUs."""
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
        self._folds = 1
        inserted = self._reader.sources.inserted
        if inserted is not None and op in inserted.moved:
            for number, whole in inserted.gathered(op):
                self._gather(op, operands, number, self._reader.item(op.operands[number]), whole, block)
        if self._reader.graph.compiler is Compiler.TPU and op.signature.definition in _BY_ROWS:
            operands[0] = self._in_rows(op, operands[0], block)
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

    def sizes(self, op: Operation, sizes: Sequence[int]) -> Sequence[int]:
        """Returns what results take in memory, whose own bytes are `sizes`."""
        inserted = self._reader.sources.inserted
        if inserted is not None and len(sizes) == 1 and sizes[0]:
            self._folds = max(self._folds, inserted.computed(op) // sizes[0])
        if self._folds > 1:
            return [size * self._folds for size in sizes]
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
        inserted = self._reader.sources.inserted
        sums = [] if inserted is None or len(made) != 1 else list(inserted.sums(op))
        for key, size in sums:
            node, needs = self._reader.joined((block, *key), 0, op, made, size, block)
            item = self._reader.new_item(size, op.results[0], block, node)
            item.needs = needs
            node.results.append(item)
            made = [item]
        if sums and made[0].bytes <= sizes[0]:
            return made
        if self._folds == 1:
            return made
        for item in made:
            item.reason = f"{'rows' if op.signature.definition is shapes.SCATTER else 'gathered'} for {op.short_name}"
        return [self._insert(FUSES | LAZY, op, item, size, block, "") for item, size in zip(made, sizes, strict=True)]

    def _insert(
        self,
        kind: int,
        op: Operation,
        operand: HeldItem,
        size: int,
        block: HeldBlock,
        reason: str,
    ) -> HeldItem:
        node = self._reader.new_node(kind, op, [operand], block)
        item = self._reader.new_item(size, operand.value, block, node)
        item.reason = reason
        item.needs = operand.needs
        node.results.append(item)
        return item

    # Tables of narrow rows.

    def _padding(self, op: Operation) -> int:
        """Returns how many times the memory of a table its rows take one after the other, padded to whole lanes.

        The layout of a table of narrow rows has its columns one after the other, which needs less padding.
        """
        shape = self._reader.sources.sizes.of_value(op.operands[0]).local_shape
        is_narrow = shape is not None and len(shape) == 2 and shape[0] and shape[1] and shape[1] < _LANES <= shape[0]
        return -(-_LANES // (shape[1] or 1)) if shape is not None and is_narrow else 1

    def _in_rows(self, op: Operation, table: HeldItem, block: HeldBlock) -> HeldItem:
        """Returns a table from which rows are gathered, or to which they are added, in the order of its rows: those
        that read it later read that copy, too.
        """
        padding = self._padding(op)
        if op.signature.definition is shapes.SCATTER:
            self._folds = max(self._folds, padding)
        if padding == 1 or not table.bytes:
            return table
        if table.node is not None and table.node.kind & COPIES:
            table.bytes *= padding
            return table
        key = ("rows", table, block)
        if key not in self._made:
            self._made[key] = self._insert(0, op, table, table.bytes * padding, block, f"rows for {op.short_name}")
            if table.block is block:
                self._reader.items[op.operands[0]] = self._made[key]
        return self._made[key]

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
        """Returns an item as a whole: XLA gathers one dimension after another, the last one first."""
        reason = f"gathered for {op.short_name}"
        type = None if source.value is None else source.value.type
        shape = None if source.value is None else self._reader.sources.sizes.of_value(source.value).local_shape
        if isinstance(type, RankedTensorType) and shape is not None:
            parts = [-(-size // (local or 1)) for size, local in zip(type.shape, shape, strict=True)]
            if prod(parts) * source.bytes == whole:
                for number in reversed([number for number, count in enumerate(parts) if count > 1]):
                    source = self._insert(0, op, source, source.bytes * parts[number], block, reason)
                return source
        return self._insert(0, op, source, whole, block, reason)

    def _gathered_bytes(self, op: Operation) -> int:
        """Returns what the parts take together that an all-gather brings to a device; 0 if it is not known."""
        sizes, axes = self._reader.sources.sizes, op.properties.get("gathering_axes")
        share = sizes.of_value(op.operands[0])
        if share.bytes is None or not isinstance(axes, AxisRefLists):
            return 0
        return share.bytes * prod([sharded_size(each.axes, share.mesh) for each in axes.lists])
