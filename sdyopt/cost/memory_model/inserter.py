"""What XLA inserts beside the values of a program: copies, gathered operands, loops of windowed products."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.memory_model import layouts
from sdyopt.cost.memory_model.gpu_kernels import DOTS, is_maximum_of_zeros
from sdyopt.cost.memory_model.graph import HeldBlock, HeldItem, HeldNode
from sdyopt.cost.memory_model.stored import rank_of_item, sources_of
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.partitioner.operations import window_padding
from sdyopt.cost.partitioner.rounding import is_only_multiplied
from sdyopt.dialects.chlo.ops import TOP_K
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import elementwise, linear_algebra, reductions, shapes
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT_GENERAL
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value

if TYPE_CHECKING:
    from sdyopt.cost.collectives.inserted import GatheredWindow
    from sdyopt.cost.memory_model.reading import Reader

_SOLVERS = linear_algebra.FFT, linear_algebra.TRIANGULAR_SOLVE
_BY_ROWS = frozenset((shapes.GATHER, shapes.SCATTER))
_WINDOWS = reductions.SELECT_AND_SCATTER, reductions.REDUCE_WINDOW, CONVOLUTION
WITH_MORE = frozenset((*_SOLVERS, TOP_K, *_BY_ROWS, *_WINDOWS))
"""Operations for which something may be inserted also where XLA sends no more than Shardy's partitioner. Of others
that have no estimates, operands and sizes are those of the program.
"""
_WHOLE_RESULTS = frozenset((shapes.DYNAMIC_UPDATE_SLICE, *_SOLVERS, TOP_K))
"""Operations on gathered operands whose results are whole, too, until each device takes its part of them."""
_INDEX_BYTES = 4
_IN_ORDER = frozenset((shapes.TRANSPOSE, elementwise.CONVERT, *marks.NAMES))
"""Operations that leave the elements of a kernel in their order along its windows, as they are written by programs."""
_PARTS_OF_WINDOW = 4
"""The parts of an operand that the loop of a windowed product has: two for each way around."""
_MAX_SENT = 4
"""The parts that XLA for TPUs sends at a time, each for a loop of its own."""


def _inside(node: HeldNode) -> list[HeldNode]:
    """Returns the nodes of the blocks of a node, and of their nodes."""
    found, pending = [], [node]
    while pending:
        for block in pending.pop().blocks:
            found += block.nodes
            pending += [each for each in block.nodes if each.blocks]
    return found


def _products_between(block: HeldBlock, first: HeldNode | None, last: HeldNode | None) -> list[HeldNode]:
    """Returns the products between two nodes of a block for which no loop runs: those of attention, say."""
    if first not in block.nodes or last not in block.nodes:
        return []
    nodes = block.nodes[block.nodes.index(first) + 1 : block.nodes.index(last)]
    products = [node for node in nodes if node.op.signature.definition in DOTS and node.kind == 0]
    return [
        node
        for node in products
        if not any(item.node is not None and item.node.kind & marks.WINDOW for item in node.operands)
    ]


class Inserter:
    """Inserts nodes into the graph that a reader makes."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._made: dict[tuple[object, ...], HeldItem] = {}
        """The items that have been inserted, so that equal copies are one."""
        self._rows: dict[tuple[HeldItem, HeldBlock], HeldItem] = {}
        """The copies of tables in the order of their rows."""
        self._parts: dict[tuple[HeldItem, HeldBlock], list[HeldItem]] = {}
        """The copies of the parts of images."""
        self._laid_out: set[HeldItem] = set()
        """The results of loops that are transposed inside."""
        self._windows: dict[HeldBlock, list[tuple[HeldItem, HeldItem]]] = {}
        """What the loops of windowed products need in each block, in their order, and what they multiply."""
        self._folds = 1
        """How many times the result of the operation that is being read is in memory."""
        self.images: dict[Value, int] = {}
        """The values of TPUs in the layout of images, with the dimension in the lanes."""
        self._computed: list[int] = []
        """The bytes of that result as it is computed and after each collective; empty if it is not moved."""

    def before(self, op: Operation, operands: list[HeldItem], block: HeldBlock) -> list[HeldItem]:
        """Returns the operands that `op` has in place of its own."""
        self._folds, self._computed = 1, []
        inserted = self._reader.sources.inserted
        if inserted is not None and op in inserted.moved:
            if op.signature.definition in DOTS and inserted.sums_in_windows(op):
                self._read_transposed(op, operands, block)
            windowed = inserted.windowed(op)
            for number, moved in inserted.gathered(op):
                moved = self._as_sent(moved)
                source = self._reader.item(op.operands[number])
                if number in windowed:
                    self._open_window(op, operands, number, windowed[number], block)
                else:
                    self._gather(op, operands, number, source, moved, block)
        if self._reader.graph.compiler is Compiler.TPU and op.signature.definition in _BY_ROWS:
            operands[0] = self._in_rows(op, operands[0], block)
            if op.signature.definition is shapes.SCATTER and len(operands) == 3:
                operands[2] = self._updates_in_rows(op, operands[2], block)
        elif self._reader.graph.compiler is Compiler.TPU and op.signature.definition is reductions.REDUCE_WINDOW:
            if len(op.operands) == 2:
                operands[0] = self._in_lanes(op, operands[0], block)
        elif op.signature.definition is CONVOLUTION and self._reader.graph.compiler is Compiler.GPU:
            operands[:2] = self._padded(op, operands[0], operands[1], block)
        elif op.signature.definition is CONVOLUTION:
            return self._in_parts(op, operands, block)
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
                    found[number] = self._insert(marks.FUSES, op, item, size, block, "")
        return found

    def made_again(self, item: HeldItem, sends: bool) -> HeldItem:
        """Returns what a function returns in place of an item that XLA for GPUs updates transposed, as a product reads
        it: an item that is made of another transposed copy, of what is updated, at the end.

        If something is sent, results are made in their order: the first one while all copies are alive, so that none of
        these can be where it was.
        """
        node, value = item.node, item.value
        if node is not None and item in self._laid_out:
            made = self._reader.new_node(marks.LAZY, node.op, [item], item.block)
            made.results.append(self._reader.new_item(item.bytes, value, item.block, made))
            return made.results[0]
        is_updated = node is not None and node.op.signature.definition is shapes.DYNAMIC_UPDATE_SLICE
        if node is None or value is None or not is_updated or not self._is_transposed(value):
            return item
        copy = self._reader.new_item(item.bytes, value, item.block, node)
        copy.reason = "transposed for dot_general"
        node.results.append(copy)
        node.kind |= marks.LAZY
        made = self._reader.new_node(
            marks.IN_PLACE | marks.LAZY, node.op, [item, copy] if sends else [copy], item.block
        )
        made.results.append(self._reader.new_item(item.bytes, value, item.block, made))
        return made.results[0]

    def _is_transposed(self, value: Value) -> bool:
        """Whether XLA for GPUs transposes a value for the first product that reads it.

        Products of cuBLAS and Triton have batching dimensions in front of one kept and one contracted dimension. For
        others XLA puts the contracted ones last on the left, and in front of the kept ones on the right. Dimensions of
        one element do not count.
        """
        return any(
            layouts.reads_transposed(user, number, self._reader.sources.sizes) for user, number in value.use_pairs
        )

    def lay_out(self, loop: HeldNode) -> None:
        """Copies the arguments of a function that products in a loop read transposed by XLA for GPUs, before the loop.

        Parts of a value, what it is updated with, and what loops carry have one layout. It needs batching dimensions:
        matrices may be multiplied either way.
        """
        nodes = _inside(loop)
        laid = {
            operand
            for node in nodes
            if node.op.signature.definition is DOT_GENERAL
            and node.op.properties.find(DotDimensionNumbers).lhs_batching_dimensions
            for number, operand in enumerate(node.operands[:2])
            if layouts.reads_transposed(node.op, number, self._reader.sources.sizes)
        }
        groups = [group for node in (loop, *nodes) for group in layouts.of_one_layout(node)] if laid else []
        count = 0
        while len(laid) > count:
            count = len(laid)
            for group in groups:
                if not laid.isdisjoint(group):
                    laid.update([item for item in group if not item.is_free])
        body = self._reader.graph.body
        copies: dict[HeldItem, HeldItem] = {}
        self._laid_out.update(laid.intersection(loop.results))
        for item in dict.fromkeys([*loop.operands, *loop.captures]):
            if item in laid and item.node is None and item.block is body and item.bytes:
                copies[item] = self._insert(0, loop.op, item, item.bytes, body, "transposed for while")
                body.nodes.insert(body.nodes.index(loop), body.nodes.pop())
        if copies:
            for node in (loop, *nodes):
                node.operands = [copies.get(each, each) for each in node.operands]
                node.captures = {copies.get(each, each): None for each in node.captures}

    def copied_for_update(self, op: Operation, operand: HeldItem, block: HeldBlock) -> HeldItem:
        """Returns a copy of what is updated in place, and may not be overwritten: an argument, or what is free."""
        return self._insert(
            marks.READS_FUSED | marks.LAZY | marks.COPIES,
            op,
            operand,
            operand.bytes,
            block,
            f"copy for {op.short_name}",
        )

    def sizes(self, op: Operation, sizes: Sequence[int]) -> Sequence[int]:
        """Returns what results take in memory, whose own bytes are `sizes`.

        XLA for TPUs gathers bf16 in place of f32 if only products of default precision read it.
        """
        inserted, definition = self._reader.sources.inserted, op.signature.definition
        if definition in _WINDOWS and self._reader.graph.compiler is Compiler.TPU:
            return self.image_sizes(op, sizes)
        if definition is shapes.GATHER and self._reader.graph.compiler is Compiler.TPU and len(sizes) == 1:
            bytes = self._of_rows(op.results[0], sizes[0])
            return [bytes // 2 if is_only_multiplied(op.results) else bytes]
        if inserted is not None and len(sizes) == 1 and sizes[0]:
            self._computed = self._as_sent(inserted.computed(op))
            if self._computed:
                return [max(self._computed[0], sizes[0] * self._folds)]
        if op.signature.definition is shapes.SCATTER and len(sizes) == 1 and self._has_rows(op):
            return [self._of_rows(op.results[0], sizes[0] * self._folds)]
        if self._folds > 1:
            return [size * self._folds for size in sizes]
        return sizes

    def image_sizes(self, op: Operation, sizes: Sequence[int]) -> Sequence[int]:
        """Returns what results take on TPUs in the layout of images: convolutions make it, windows and operations on
        single elements leave it as it is.
        """
        if len(sizes) != 1 or len(op.results) != 1:
            return sizes
        shape = self._reader.sources.sizes.of_value(op.results[0]).local_shape
        lanes = next((self.images[operand] for operand in op.operands if operand in self.images), -1)
        if op.signature.definition is CONVOLUTION:
            lanes = layouts.lanes_of_image(op, self._reader.sources.sizes)
        if lanes < 0 or not shape or lanes >= len(shape):
            return sizes
        self.images[op.results[0]] = lanes
        return [layouts.padded(sizes[0], shape[lanes] or 0)]

    def after(self, op: Operation, made: list[HeldItem], sizes: Sequence[int], block: HeldBlock) -> list[HeldItem]:
        """Returns what others read of the results of `op`, which has just been read."""
        if not made:
            return made
        is_tpu = self._reader.graph.compiler is Compiler.TPU
        if op.signature.definition is reductions.SELECT_AND_SCATTER and made[0].node is not None and not is_tpu:
            self._pick(op, made[0], made[0].node, block)
        if op.signature.definition is reductions.REDUCE_WINDOW and made[0].node is not None:
            copy = made[0].node.operands[0].node
            if copy is not None and copy.op is op:  # Steps of a cumulative sum are in the place of the copy.
                made[0].node.kind |= marks.REUSES_OPERAND
        inserted = self._reader.sources.inserted
        sums = [] if inserted is None or len(made) != 1 else list(inserted.sums(op))
        if made[0].node is not None and inserted is not None and inserted.sums_in_windows(op):
            made[0].node.kind |= marks.WAITS
        if op.signature.definition is shapes.SCATTER and not sums:
            self._keep_rows(op.results[0].type, block)
        for key, size in sums:
            kind = self._reader.sum_kind(is_scattered=size < made[0].bytes)
            node, needs = self._reader.joined((block, *key), kind, op, made, size, block)
            item = self._reader.new_item(size, op.results[0], block, node)
            item.needs = needs
            node.results.append(item)
            made = [item]
        reason = f"{'rows' if op.signature.definition in _BY_ROWS else 'gathered'} for {op.short_name}"
        for size in self._computed[1:]:
            if size >= sizes[0]:
                made = [self._insert(0, op, made[0], size, block, reason)]
        if (self._folds == 1 and made[0].bytes <= sizes[0]) or op.results[0] in self.images:
            return made
        for item in made:
            item.reason = reason
        return [
            self._insert(marks.FUSES | marks.LAZY, op, item, size, block, "")
            for item, size in zip(made, sizes, strict=True)
        ]

    def after_loop(self, loop: Operation, block: HeldBlock) -> None:
        """Sums results of a loop over devices, each where it is, unless the function returns it."""
        reader, inserted = self._reader, self._reader.sources.inserted
        for number, key, size in () if inserted is None else inserted.sums_after(loop):
            operand, kind = reader.item(loop.results[number]), reader.sum_kind(is_scattered=False)
            node, needs = reader.joined((block, *key), kind, loop, [operand], size, block)
            item = reader.items[loop.results[number]] = reader.new_item(size, loop.results[number], block, node)
            item.needs = needs
            node.results.append(item)

    def _pick(self, op: Operation, item: HeldItem, node: HeldNode, block: HeldBlock) -> None:
        """Gives a node that picks an element of each window what it needs: the value of each window and where that is,
        and zeros to add to. These are there as soon as a maximum with zeros of the same shape is. Windows reach into
        padding that is not in memory.
        """
        share = self._reader.sources.sizes.of_value(op.operands[1])
        local = [size or 0 for size in share.local_shape or ()]
        node.scratch = self._reader.new_item(
            _INDEX_BYTES * len(local) * prod(local) + (share.bytes or 0), op.results[0], block, node
        )
        node.scratch.reason = "indices of select_and_scatter"
        maximum = node.operands[0].node
        if maximum is not None and maximum.op.signature.definition is shapes.PAD:
            node.operands[0] = maximum.operands[0]
            item.bytes, maximum = min(item.bytes, node.operands[0].bytes), node.operands[0].node
        if maximum is not None and node.operands[0].block is block and is_maximum_of_zeros(maximum):
            zeros = self._reader.new_item(item.bytes, op.operands[0], block, maximum)
            zeros.reason = "zeros for select_and_scatter"
            maximum.results.append(zeros)
            node.operands.insert(0, zeros)
            node.kind |= marks.REUSES_OPERAND

    def _insert(
        self, kind: int, op: Operation, operand: HeldItem, size: int, block: HeldBlock, reason: str
    ) -> HeldItem:
        node = self._reader.new_node(kind, op, [operand], block)
        item = self._reader.new_item(size, operand.value, block, node)
        item.reason = reason
        item.needs = operand.needs
        node.results.append(item)
        return item

    # Windowed products of TPUs: loops around which devices send parts of an operand, or of the result.

    def _open_window(
        self, op: Operation, operands: list[HeldItem], number: int, window: GatheredWindow, block: HeldBlock
    ) -> None:
        """Reads an operand in parts, which arrive while others are multiplied.

        A loop over the contracted dimension adds a product to that of the turn before, which is beside it. Others write
        parts of one result.
        """
        reason = f"loop for {op.short_name}"
        size = _PARTS_OF_WINDOW * window.part
        if window.is_contracted:
            size += self._reader.sources.sizes.of_value(op.results[0]).bytes or 0
        kind = marks.WINDOW | (0 if window.is_contracted else marks.WRITES_PARTS)
        item = operands[number] = self._insert(kind, op, operands[number], size, block, reason)
        self._windows.setdefault(block, []).append((item, operands[1 - number]))
        self._read_in_memory(op, operands, 1 - number, block)

    def open_early(self) -> None:
        """Allocates the memory of the last loops of a block before the first of them runs: XLA sends four parts at a
        time, and takes memory that nothing fills yet as soon as it sends the last one.
        """
        for block, windows in self._windows.items():
            start = max(1, len(windows) - _MAX_SENT)
            if start == len(windows):
                continue
            early, source = [item for item, _ in windows[start:]], windows[start][1]
            node, made = early[0].node, source.node if source.block is block else None
            products = _products_between(block, windows[start - 1][0].node, node)
            for item in early if products else early[1:]:
                node = products[-1] if products else node
                if node is not None and item.node is not None:
                    item.node.results.remove(item)
                    node.results.append(item)
                    item.node = node
            if made is not None and made.kind & marks.FUSES and source is not windows[start - 1][1]:
                size = sum([item.bytes for item in early])  # The kernel between two loops.
                made.scratch = self._reader.new_item(size, early[0].value, block, made)
                made.scratch.reason = early[0].reason

    def _read_in_memory(self, op: Operation, operands: list[HeldItem], number: int, block: HeldBlock) -> None:
        """Reads an operand that a loop cannot compute."""
        source = operands[number]
        if not source.is_free:
            kind = marks.FUSES | marks.ELEMENT_WISE | marks.SAME_MEMORY
            operands[number] = self._insert(kind, op, source, source.bytes, block, "")

    def _read_transposed(self, op: Operation, operands: list[HeldItem], block: HeldBlock) -> None:
        """Reads the left operand with its contracted dimension last: a copy that is made as soon as the operand is."""
        users = op.results[0].users
        left = int(len(users) == 1 and users[0].signature.definition is shapes.TRANSPOSE)
        self._read_in_memory(op, operands, 1 - left, block)
        source = operands[left]
        if source.is_free or not source.bytes:
            return
        key = ("transposed", source)
        if key not in self._made:
            made = source.node
            reason = f"transposed for {op.short_name}"
            if made is None or made.kind & marks.SAME_MEMORY or source.block is not block:
                self._made[key] = self._insert(marks.COPIES, op, source, source.bytes, block, reason)
                if made is None and source.block is block:
                    block.nodes.insert(0, block.nodes.pop())
            else:
                item = self._made[key] = self._reader.new_item(source.bytes, source.value, source.block, made)
                item.reason, item.needs = reason, source.needs
                made.results.append(item)
                made.copies += 1
        operands[left] = self._made[key]
        self._read_in_memory(op, operands, left, block)

    # Tables of narrow rows.

    def _has_rows(self, op: Operation) -> bool:
        """Whether the table of an operation of TPUs is narrow: its own layout has its columns one after the other."""
        shape = self._reader.sources.sizes.of_value(op.operands[0]).local_shape
        is_tpu = self._reader.graph.compiler is Compiler.TPU
        return is_tpu and shape is not None and len(shape) == 2 and layouts.is_narrow(shape)

    def _of_rows(self, value: Value, bytes: int) -> int:
        """Returns what a value takes with its rows one after the other, padded to whole lanes."""
        shape = self._reader.sources.sizes.of_value(value).local_shape
        return layouts.padded(bytes, shape[-1] or 1) if shape and layouts.is_narrow(shape) else bytes

    def _in_rows(self, op: Operation, table: HeldItem, block: HeldBlock) -> HeldItem:
        """Returns a table from which rows are gathered, or to which they are added, in the order of its rows."""
        if not self._has_rows(op) or not table.bytes:
            return table
        size = self._of_rows(op.operands[0], table.bytes)
        if table.node is not None and table.node.kind & marks.COPIES:
            table.bytes = size
            return table
        key = (table, block)
        if key not in self._rows:
            is_only_read = op.signature.definition is shapes.GATHER and len(op.operands[0].users) == 1
            if is_only_read and is_only_multiplied(op.results):
                size //= 2
            self._rows[key] = self._insert(0, op, table, size, block, f"rows for {op.short_name}")
        return self._rows[key]

    def _updates_in_rows(self, op: Operation, updates: HeldItem, block: HeldBlock) -> HeldItem:
        """Returns the updates of a scatter in the order of rows: a copy, unless they are gathered so. Its kernel
        computes what is cheap.
        """
        size = self._of_rows(op.operands[2], updates.bytes)
        made = updates.node
        is_gathered = made is not None and made.op.signature.definition is shapes.GATHER
        if size <= updates.bytes or is_gathered:
            return updates
        is_costly = made is not None and made.kind & (marks.EXPONENTIAL | marks.COSTLY)
        kind = 0 if is_costly else marks.READS_FUSED
        return self._insert(kind, op, updates, size, block, f"rows for {op.short_name}")

    def _in_lanes(self, op: Operation, operand: HeldItem, block: HeldBlock) -> HeldItem:
        """Returns what windows move over with another dimension in the lanes, where that needs a copy in memory.

        What an operation computes that is not element-wise has the right layout already.
        """
        shape, size = self._reader.sources.sizes.of_value(op.operands[0]).local_shape, 0
        if shape is not None and operand.bytes:
            if layouts.is_cumulative(op, shape):
                size = operand.bytes
            elif all(source.node is None for source in sources_of([operand], rank_of_item(operand))):
                size = layouts.pooled_bytes(op, shape, operand.bytes)
        if not size:
            return operand
        return self._insert(marks.READS_FUSED, op, operand, size, block, f"in another layout for {op.short_name}")

    def _keep_rows(self, type: Type, block: HeldBlock) -> None:
        """Lets all that follows a scatter read the copies in the order of rows of tables of that type.

        Gradients that devices sum are copied into the layout of their table before the sum.
        """
        for (table, around), rows in self._rows.items():
            if table.block is around is block and rows.value is not None and rows.value.type is type:
                self._reader.items[rows.value] = rows

    # Images that kernels of cuDNN read.

    def _padded(self, op: Operation, image: HeldItem, other: HeldItem, block: HeldBlock) -> list[HeldItem]:
        """Returns the operands of a convolution: an image with its padding, if that differs on both sides, or is
        between rows, which is a copy for all that pad it so. The gradient of an image, whose kernel is reversed or one
        element, reads no copy: cuDNN pads for it. XLA transposes both operands of a kernel's gradient whose rows are
        apart, which it pads in three dimensions.
        """
        dims = op.properties.find(ConvDimensionNumbers)
        spatial, shape = dims.input_spatial_dimensions, self._reader.sources.sizes.of_value(op.operands[0]).local_shape
        low, high = window_padding(op, len(spatial))
        apart = integers(op, "lhs_dilation") or (1,) * len(spatial)
        is_apart = max(apart, default=1) > 1
        if shape is None or (not is_apart and list(low) == list(high)):
            return [image, other]
        is_gradient = is_apart and dims.input_batch_dimension > dims.input_feature_dimension
        transposed = f"transposed for {op.short_name}"
        if is_gradient and len(spatial) < 3:
            return [self._insert(0, op, each, each.bytes, block, transposed) for each in (image, other)]
        kernel = op.operands[1]
        while (made := kernel.defining_op) is not None and made.signature.definition in _IN_ORDER:
            kernel = made.operands[0]
        of_one = prod(
            [checked(RankedTensorType, op.operands[1].type).shape[at] for at in dims.kernel_spatial_dimensions]
        )
        if is_apart and (of_one == 1 or kernel.defined_by(shapes.REVERSE) is not None):
            return [image, other]
        size = image.bytes
        for number, *more, between in zip(spatial, low, high, apart, strict=True):
            rows = shape[number] or 1
            size = size * ((rows - 1) * between + 1 + sum([max(each, 0) for each in more])) // rows
        reason = f"padded for {op.short_name}"
        key = ("padded", image, tuple(low), tuple(high), tuple(apart), block)
        if key not in self._made:
            self._made[key] = self._insert(marks.READS_FUSED, op, image, size, block, reason)
        if not is_gradient:
            return [self._made[key], other]
        return [self._insert(0, op, each, each.bytes, block, transposed) for each in (self._made[key], other)]

    # Images that XLA for TPUs cuts into parts, which it takes for more images: its space-to-batch conversion.

    def _in_parts(self, op: Operation, operands: list[HeldItem], block: HeldBlock) -> list[HeldItem]:
        """Returns the operands of a convolution with the copies that XLA makes of the parts of its image.

        The gradient of a kernel multiplies a copy of the parts for each column of a window: all but one are shifted,
        into the next part, too. The kernels that make the image write these, so that they are in memory until then.
        """
        image = operands[0]
        size, whole, window = layouts.cut_size(op, self._reader.sources.sizes)
        parts = self._parts.setdefault((image, block), [])
        while len(parts) < window - 1:
            bytes = image.bytes * whole // size
            parts.append(self._insert(marks.READS_FUSED, op, image, bytes, block, "parts for convolution"))
        if window > 1:
            return [parts[0], *operands[1:]]
        return operands + parts if not size and parts and any(map(self._is_cut, operands)) else operands

    def _is_cut(self, item: HeldItem) -> bool:
        """Whether an item is computed element by element from results of convolutions of parts, and what is smaller."""
        return all(
            source.node is not None
            and source.node.op.signature.definition is CONVOLUTION
            and layouts.cut_size(source.node.op, self._reader.sources.sizes)[0]
            for source in sources_of([item], rank_of_item(item))
        )

    # Gathered operands.

    def _gather(
        self, op: Operation, operands: list[HeldItem], number: int, source: HeldItem, moved: list[int], block: HeldBlock
    ) -> None:
        operand, inserted = operands[number], self._reader.sources.inserted
        if operand.bytes and max(moved) >= operand.bytes:
            shapes_of = () if inserted is None else inserted.shapes(op)
            bits = self._reader.sources.sizes.of_value(op.operands[number]).element_bits or 0
            whole = prod(shapes_of[number]) * bits // 8 if number < len(shapes_of) else 0
            if op.signature.definition in _WHOLE_RESULTS:
                shards = self._reader.sources.sizes.of_value(op.results[0]).shards
                self._folds = max(self._folds, min(max(whole, *moved) // operand.bytes, shards))
            key = ("gathered", source, *moved, block)
            if key not in self._made:
                groups = None if inserted is None else inserted.groups_of_gather(op, number)
                made = source.node
                is_converted = made is not None and made.op.signature.definition is elementwise.CONVERT
                is_narrow = is_converted and max(moved) < whole
                if made is not None and is_narrow:
                    source = made.operands[0]
                for size in moved:
                    if size >= operand.bytes or is_narrow:
                        source = self._gathered(op, source, size, groups, block)
                if is_narrow:  # It is converted when it is whole.
                    source = self._insert(marks.FUSES | marks.ELEMENT_WISE, op, source, whole, block, source.reason)
                self._made[key] = source
            operands[number] = self._made[key]

    def _as_sent(self, moved: list[int]) -> list[int]:
        """Returns the bytes of a value after each collective. XLA for TPUs gathers over several dimensions at once, and
        puts the parts in order in a copy.
        """
        if self._reader.graph.compiler is Compiler.TPU and len(moved) > 1 and moved[-2] < moved[-1] > moved[0]:
            return [*moved[:-2], moved[-1], moved[-1]]
        return moved

    def _gathered(self, op: Operation, source: HeldItem, size: int, groups: object, block: HeldBlock) -> HeldItem:
        """Returns what devices gather, or exchange, of an item. XLA for GPUs combines all-gathers of equal groups."""
        key = None if groups is None or self._reader.graph.compiler is Compiler.TPU else (block, marks.GATHERS, groups)
        node, needs = self._reader.joined(key, marks.GATHERS, op, [source], size, block)
        item = self._reader.new_item(size, source.value, block, node)
        item.reason, item.needs = f"gathered for {op.short_name}", needs
        node.results.append(item)
        return item
