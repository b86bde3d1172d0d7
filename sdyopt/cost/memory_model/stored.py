"""Which values are in memory, and what XLA inserts beside those of the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.memory_model.gpu_kernels import computes_operands, is_maximum_of_zeros, is_part_of_product
from sdyopt.cost.memory_model.graph import Graph, HeldBlock, HeldItem, HeldNode
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.partitioner.operations import window_padding
from sdyopt.cost.partitioner.rounding import is_only_multiplied, multiplies_vector
from sdyopt.dialects.chlo.ops import TOP_K
from sdyopt.dialects.sdy.attributes import AxisRefLists
from sdyopt.dialects.sdy.ops import ALL_GATHER
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import rank_of
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import elementwise, linear_algebra, reductions, shapes
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.dialects.stablehlo.verification.reading import integer, integers
from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value

if TYPE_CHECKING:
    from sdyopt.cost.collectives.inserted import GatheredWindow
    from sdyopt.cost.memory_model.reading import Reader

_DOTS = frozenset((DOT, DOT_GENERAL))
PRODUCTS = _DOTS | {CONVOLUTION}

# Which values are in memory: others are computed where they are read, as XLA fuses operations, or known before.

_BROADCASTS = frozenset((shapes.BROADCAST, shapes.BROADCAST_IN_DIM))
_MAX_REPEATED = 64
"""Operations that readers compute again."""
_SEVERAL = -1


def decide_stored(graph: Graph) -> None:
    """Finds out which nodes have their results in memory, and which are read at all.

    An operation that fuses is not held if its only reader computes it; with several readers, if it may be computed
    again: each of them does so then. If some of its readers need it in memory, only these read it there. On TPUs
    products compute what they read, too; convolutions, and on GPUs products, read it in memory.
    """
    is_tpu = graph.compiler is Compiler.TPU
    for block in graph.blocks:
        for item in block.returned:
            _read(item)
    for block in graph.blocks:  # Outer ones first: what is not read there is not captured.
        for node in reversed(block.nodes):
            if not node.is_read and not node.readers:
                continue
            node.is_read = True
            kind, definition = node.kind, node.op.signature.definition
            is_shared = bool(kind & marks.FUSES) and node.unfused < node.readers > 1
            may_repeat = is_shared and _may_repeat(node, is_tpu)
            is_fused = may_repeat or (
                bool(kind & marks.FUSES) and (node.readers - node.products <= 1 or node.kernel >= 0)
            )
            is_known = bool(node.results) and node.results[0].is_free
            is_same = bool(kind & marks.SAME_MEMORY)
            node.is_held = not is_same and (bool(node.unfused) or node.copies > 1 or not (is_fused or is_known))
            kernel = node.number if node.is_held else node.kernel
            can_compute = bool(kind & (marks.FUSES | marks.READS_FUSED)) or (is_tpu and definition in _DOTS)
            node.computes = can_compute and not is_same
            node.is_recomputed = node.is_held and not node.copies and may_repeat
            is_product = not is_tpu and (computes_operands(node.op) or (node.products > 0 and not node.is_held))
            part = sum([result.bytes for result in node.results]) if kind & marks.LAZY else -1
            for operand in dict.fromkeys(node.operands) if len(node.operands) > 1 else node.operands:
                source = operand.node
                if source is None:
                    continue
                source.kernel = kernel if source.readers == 0 or source.kernel == kernel else _SEVERAL
                source.readers += 1
                source.is_reduced |= definition is REDUCE
                if is_product and (is_part_of_product(source) or (node.products and operand.is_free)):
                    source.products += 1
                elif is_product or not node.computes:
                    source.unfused += 1
                if kind & marks.COPIES:
                    source.copies += 1
                source.parts = -1 if part < 0 or source.parts < 0 else source.parts + part
            for item in node.captures:
                _read(item)


def _read(item: HeldItem) -> None:
    """Notes that an item is read in memory."""
    node = item.node
    if node is not None:
        node.readers += 1
        node.unfused += 1


def _may_repeat(node: HeldNode, is_tpu: bool) -> bool:
    """Whether several readers of a node may compute it: it is cheap, and does not read more than its result.

    It may also read more if at most one operand has the rank of the result and is not a broadcast, or if all of these
    are computed element by element from one value: gelu reads one value, however many operations it is. On TPUs no
    other kernel computes a product of broadcasts again.
    """
    if node.kind & (marks.EXPONENTIAL | marks.COSTLY) and (node.is_reduced if is_tpu else node.kind & marks.COSTLY):
        return False
    operands = [operand for operand in dict.fromkeys(node.operands) if not operand.is_free]
    if len(operands) == 1 and not is_tpu:
        operands = _behind_one_operand(operands[0])
    if len(operands) < 2:
        return True
    rank = max([_rank(result) for result in node.results], default=0)
    whole = [operand for operand in operands if _rank(operand) >= rank and not _is_broadcast(operand)]
    if not whole and is_tpu:
        return False
    if len(whole) <= 1 or len(list(islice(_sources(whole, rank), 2))) < 2:
        return True
    size = sum([result.bytes for result in node.results])
    return 0 <= node.parts <= size or sum([operand.bytes for operand in operands]) <= size


def _behind_one_operand(item: HeldItem) -> list[HeldItem]:
    """Returns the operands of a chain of element-wise operations that ends in an item and that nothing else reads."""
    operands = [item]
    for _ in range(_MAX_REPEATED):
        node, value = operands[0].node, operands[0].value
        is_part = node is not None and node.kind & marks.ELEMENT_WISE and value is not None and len(value.users) == 1
        if node is None or not is_part or len(operands) > 1:
            break
        operands = [operand for operand in dict.fromkeys(node.operands) if not operand.is_free] or operands
    return operands


def _sources(items: list[HeldItem], rank: int) -> Iterator[HeldItem]:
    """Yields what items are computed from element by element, without broadcasts and what is of a smaller rank."""
    pending, seen = list(items), set(items)
    for _ in range(_MAX_REPEATED):
        if not pending:
            return
        item = pending.pop()
        if item.node is None or not item.node.kind & marks.ELEMENT_WISE:
            yield item
            continue
        operands = [each for each in item.node.operands if each not in seen and not each.is_free]
        more = [each for each in operands if _rank(each) >= rank and not _is_broadcast(each)]
        seen.update(more)
        pending += more
    yield from pending


def _rank(item: HeldItem) -> int:
    return 0 if item.value is None else rank_of(item.value.type)


def _is_broadcast(item: HeldItem) -> bool:
    return item.node is not None and item.node.op.signature.definition in _BROADCASTS


def has_other_layout(body: HeldBlock, item: HeldItem) -> bool:
    """Whether XLA for TPUs gives a value that a loop updates in place, and multiplies as it is, another layout than its
    dimensions have: products of matrices want batching dimensions in front, and of vectors the layout of the update,
    which is [heads, batch, features] if a product of several heads makes it.
    """
    made = item.node
    if made is None or made.op.signature.definition is not shapes.DYNAMIC_UPDATE_SLICE or len(made.operands) < 2:
        return False  # Or it is a part of what is updated whole.
    for node in body.nodes:
        if node.op.signature.definition is DOT_GENERAL and item in node.operands:
            if multiplies_vector(node.op):
                return _is_of_heads(made.operands[1])
            dims = node.op.properties.find(DotDimensionNumbers)
            batch = (dims.lhs_batching_dimensions, dims.rhs_batching_dimensions)[node.operands.index(item)]
            return list(batch) != list(range(len(batch)))
    return False


def _is_of_heads(item: HeldItem) -> bool:
    """Whether an item is computed element by element of a product whose result has several dimensions of features."""
    pending = [item]
    for _ in range(_MAX_REPEATED):
        if not pending:
            break
        node = pending.pop().node
        if node is not None and node.kind & marks.FUSES:
            pending += node.operands
        elif node is not None and node.op.signature.definition is DOT_GENERAL and _rank(node.results[0]) > 2:
            return not node.op.properties.find(DotDimensionNumbers).lhs_batching_dimensions
    return False


# What XLA inserts.

_SOLVERS = linear_algebra.FFT, linear_algebra.TRIANGULAR_SOLVE
_BY_ROWS = frozenset((shapes.GATHER, shapes.SCATTER))
WITH_MORE = frozenset((*_SOLVERS, TOP_K, ALL_GATHER, *_BY_ROWS, reductions.SELECT_AND_SCATTER, CONVOLUTION))
"""Operations for which something may be inserted also where XLA sends no more than Shardy's partitioner. Of others
that have no estimates, operands and sizes are those of the program.
"""
_WHOLE_RESULTS = frozenset((shapes.DYNAMIC_UPDATE_SLICE, *_SOLVERS, TOP_K))
"""Operations on gathered operands whose results are whole, too, until each device takes its part of them."""
_LANES = 128
"""The elements of a row of a tile on TPUs."""
_MAX_CUT_BATCH = 7
"""The images on a device up to which XLA for TPUs cuts each of them, for convolutions of larger batches."""
_CUTS = 8
"""The parts of such an image, along its last dimension."""
_INDEX_BYTES = 4
_IN_ORDER = frozenset((shapes.TRANSPOSE, elementwise.CONVERT, *marks.NAMES))
"""Operations that leave the elements of a kernel in their order along its windows, as they are written by programs."""
_PARTS_OF_WINDOW = 4
"""The parts of an operand that the loop of a windowed product has: two for each way around."""
_MAX_SENT = 4
"""The parts that XLA for TPUs sends at a time, each for a loop of its own."""
_PARTS = {shapes.DYNAMIC_SLICE: 1, shapes.SLICE: 1, shapes.DYNAMIC_UPDATE_SLICE: 2, shapes.BROADCAST_IN_DIM: 1}
"""The operations whose results have the layout of their first operands, and the number of these."""


def _inside(node: HeldNode) -> list[HeldNode]:
    """Returns the nodes of the blocks of a node, and of their nodes."""
    found, pending = [], [node]
    while pending:
        for block in pending.pop().blocks:
            found += block.nodes
            pending += [each for each in block.nodes if each.blocks]
    return found


def _of_one_layout(node: HeldNode) -> Iterator[Sequence[HeldItem]]:
    """Yields the groups of operands, results and what they are in the blocks of a node, that have one layout."""
    if node.is_loop:
        body = node.blocks[1]
        yield from zip(
            node.operands, node.blocks[0].arguments, body.arguments, body.returned, node.results, strict=False
        )
    elif node.op.signature.definition in _PARTS:
        yield [*node.operands[: _PARTS[node.op.signature.definition]], *node.results]


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
        self._computed: list[int] = []
        """The bytes of that result as it is computed and after each collective; empty if it is not moved."""

    def before(self, op: Operation, operands: list[HeldItem], block: HeldBlock) -> list[HeldItem]:
        """Returns the operands that `op` has in place of its own."""
        self._folds, self._computed = 1, []
        inserted = self._reader.sources.inserted
        if inserted is not None and op in inserted.moved:
            if op.signature.definition in _DOTS and inserted.sums_in_windows(op):
                self._read_transposed(op, operands, block)
            windowed = inserted.windowed(op)
            for number, moved in inserted.gathered(op):
                source = self._reader.item(op.operands[number])
                if number in windowed:
                    self._open_window(op, operands, number, windowed[number], block)
                else:
                    self._gather(op, operands, number, source, moved, block)
        if self._reader.graph.compiler is Compiler.TPU and op.signature.definition in _BY_ROWS:
            operands[0] = self._in_rows(op, operands[0], block)
        elif op.signature.definition is CONVOLUTION and self._reader.graph.compiler is Compiler.GPU:
            operands[0] = self._padded(op, operands[0], block)
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
        return any(self._reads_transposed(user, number) for user, number in value.use_pairs)

    def _reads_transposed(self, op: Operation, number: int) -> bool:
        if op.signature.definition is not DOT_GENERAL or multiplies_vector(op):
            return False
        shape = self._reader.sources.sizes.of_value(op.operands[number]).local_shape or ()
        dims = op.properties.find(DotDimensionNumbers)
        batch = (dims.lhs_batching_dimensions, dims.rhs_batching_dimensions)[number]
        contracted = (dims.lhs_contracting_dimensions, dims.rhs_contracting_dimensions)[number]
        kept = [each for each in range(len(shape)) if each not in (*batch, *contracted)]
        order = [*batch, *contracted, *kept] if number else [*batch, *kept, *contracted]
        is_plain = [*batch] == [*range(len(batch))] and len(contracted) == len(kept) == 1
        long = [each for each in order if shape[each] != 1]
        return long != sorted(long) and not is_plain

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
            if self._reads_transposed(node.op, number)
        }
        groups = [group for node in (loop, *nodes) for group in _of_one_layout(node)] if laid else []
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
        if (
            definition is shapes.GATHER
            and self._reader.graph.compiler is Compiler.TPU
            and is_only_multiplied(op.results)
        ):
            return [size // 2 for size in sizes]
        if inserted is not None and len(sizes) == 1 and sizes[0]:
            self._computed = inserted.computed(op)
            if self._computed:
                return [max(self._computed[0], sizes[0] * self._folds)]
        if self._folds > 1:
            return [size * self._folds for size in sizes]
        return sizes

    def after(self, op: Operation, made: list[HeldItem], sizes: Sequence[int], block: HeldBlock) -> list[HeldItem]:
        """Returns what others read of the results of `op`, which has just been read."""
        if not made:
            return made
        is_tpu = self._reader.graph.compiler is Compiler.TPU
        if op.signature.definition is reductions.SELECT_AND_SCATTER and made[0].node is not None and not is_tpu:
            self._pick(op, made[0], made[0].node, block)
        if op.signature.definition is ALL_GATHER:
            padded = self._gathered_bytes(op)
            if padded > made[0].bytes:  # The padding of the last part is gathered, too, and then sliced off.
                made[0].bytes, made[0].reason = padded, "with padding"
                return [self._insert(marks.FUSES, op, made[0], sizes[0], block, "")]
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
        reason = f"{'rows' if op.signature.definition is shapes.SCATTER else 'gathered'} for {op.short_name}"
        for size in self._computed[1:]:
            if size >= sizes[0]:
                made = [self._insert(0, op, made[0], size, block, reason)]
        if self._folds == 1 and made[0].bytes <= sizes[0]:
            return made
        for item in made:
            item.reason = reason
        return [
            self._insert(marks.FUSES | marks.LAZY, op, item, size, block, "")
            for item, size in zip(made, sizes, strict=True)
        ]

    def _pick(self, op: Operation, item: HeldItem, node: HeldNode, block: HeldBlock) -> None:
        """Gives a node that picks an element of each window what it needs: the value of each window and where that is,
        and zeros to add to. These are there as soon as a maximum with zeros of the same shape is.
        """
        share = self._reader.sources.sizes.of_value(op.operands[1])
        local = [size or 0 for size in share.local_shape or ()]
        node.scratch = self._reader.new_item(
            _INDEX_BYTES * len(local) * prod(local) + (share.bytes or 0), op.results[0], block, node
        )
        node.scratch.reason = "indices of select_and_scatter"
        maximum = node.operands[0].node
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
        item = operands[number] = self._insert(marks.WINDOW, op, operands[number], size, block, reason)
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
            for item in early[1:]:
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

    def _padding(self, op: Operation) -> int:
        """Returns how many times the memory of a table its rows take one after the other, padded to whole lanes.

        The layout of a table of narrow rows has its columns one after the other, which needs less padding.
        """
        shape = self._reader.sources.sizes.of_value(op.operands[0]).local_shape
        is_narrow = shape is not None and len(shape) == 2 and shape[0] and shape[1] and shape[1] < _LANES <= shape[0]
        return -(-_LANES // (shape[1] or 1)) if shape is not None and is_narrow else 1

    def _in_rows(self, op: Operation, table: HeldItem, block: HeldBlock) -> HeldItem:
        """Returns a table from which rows are gathered, or to which they are added, in the order of its rows."""
        padding = self._padding(op)
        if op.signature.definition is shapes.SCATTER:
            self._folds = max(self._folds, padding)
        if padding == 1 or not table.bytes:
            return table
        if table.node is not None and table.node.kind & marks.COPIES:
            table.bytes *= padding
            return table
        key = (table, block)
        if key not in self._rows:
            self._rows[key] = self._insert(0, op, table, table.bytes * padding, block, f"rows for {op.short_name}")
        return self._rows[key]

    def _keep_rows(self, type: Type, block: HeldBlock) -> None:
        """Lets all that follows a scatter read the copies in the order of rows of tables of that type.

        Gradients that devices sum are copied into the layout of their table before the sum.
        """
        for (table, around), rows in self._rows.items():
            if table.block is around is block and rows.value is not None and rows.value.type is type:
                self._reader.items[rows.value] = rows

    # Images that kernels of cuDNN read.

    def _padded(self, op: Operation, image: HeldItem, block: HeldBlock) -> HeldItem:
        """Returns an image with its padding, if that differs on both sides, or is between rows: a copy for all that pad
        it so. A gradient of a kernel reads a transposed copy of rows apart. The gradient of an image, whose kernel is
        reversed or one element, reads no copy: cuDNN pads for it.
        """
        dims = op.properties.find(ConvDimensionNumbers)
        spatial, shape = dims.input_spatial_dimensions, self._reader.sources.sizes.of_value(op.operands[0]).local_shape
        low, high = window_padding(op, len(spatial))
        apart = integers(op, "lhs_dilation") or (1,) * len(spatial)
        is_apart = max(apart, default=1) > 1
        if shape is None or (not is_apart and list(low) == list(high)):
            return image
        kernel = op.operands[1]
        while (made := kernel.defining_op) is not None and made.signature.definition in _IN_ORDER:
            kernel = made.operands[0]
        of_one = prod(
            [checked(RankedTensorType, op.operands[1].type).shape[at] for at in dims.kernel_spatial_dimensions]
        )
        if is_apart and (of_one == 1 or kernel.defined_by(shapes.REVERSE) is not None):
            return image
        size = image.bytes
        for number, *more, between in zip(spatial, low, high, apart, strict=True):
            rows = shape[number] or 1
            size = size * ((rows - 1) * between + 1 + sum([max(each, 0) for each in more])) // rows
        reason = f"padded for {op.short_name}"
        key = ("padded", image, tuple(low), tuple(high), tuple(apart), block)
        if key not in self._made:
            self._made[key] = self._insert(marks.READS_FUSED, op, image, size, block, reason)
        is_transposed = is_apart and dims.input_batch_dimension > dims.input_feature_dimension
        return self._insert(0, op, self._made[key], size, block, reason) if is_transposed else self._made[key]

    # Images that XLA for TPUs cuts into parts, which it takes for more images: its space-to-batch conversion.

    def _cut_size(self, op: Operation) -> tuple[int, int, int]:
        """Returns the sizes of the last dimension of images, of all their parts, and of windows; 0 if XLA does not cut.

        It does if each part has the rows that a window takes of the next one: not for windows that are whole images,
        as those of gradients of kernels are.
        """
        dims = op.properties.find(ConvDimensionNumbers)
        shape = self._reader.sources.sizes.of_value(op.operands[0]).local_shape
        if shape and dims.input_spatial_dimensions and integer(op, "batch_group_count", 1) == 1:
            kernel = checked(RankedTensorType, op.operands[1].type).shape
            size, window = shape[dims.input_spatial_dimensions[-1]] or 0, kernel[dims.kernel_spatial_dimensions[-1]]
            low, _ = window_padding(op, len(dims.input_spatial_dimensions))
            is_small = 0 < (shape[dims.input_batch_dimension] or 0) <= _MAX_CUT_BATCH
            if is_small and 0 < window <= -(-size // _CUTS) + 1:
                return size, -(-(size + max(low[-1], 0)) // _CUTS) * _CUTS, window
        return 0, 0, 0

    def _in_parts(self, op: Operation, operands: list[HeldItem], block: HeldBlock) -> list[HeldItem]:
        """Returns the operands of a convolution with the copies that XLA makes of the parts of its image.

        The gradient of a kernel multiplies a copy of the parts for each column of a window: all but one are shifted,
        into the next part, too. The kernels that make the image write these, so that they are in memory until then.
        """
        image = operands[0]
        size, whole, window = self._cut_size(op)
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
            and self._cut_size(source.node.op)[0]
            for source in _sources([item], _rank(item))
        )

    # Gathered operands.

    def _gather(
        self, op: Operation, operands: list[HeldItem], number: int, source: HeldItem, moved: list[int], block: HeldBlock
    ) -> None:
        operand = operands[number]
        if operand.bytes and max(moved) >= operand.bytes:
            if op.signature.definition in _WHOLE_RESULTS:
                shards = self._reader.sources.sizes.of_value(op.results[0]).shards
                self._folds = max(self._folds, min(max(moved) // operand.bytes, shards))
            key = ("gathered", source, *moved, block)
            if key not in self._made:
                inserted = self._reader.sources.inserted
                groups = None if inserted is None else inserted.groups_of_gather(op, number)
                for size in moved:
                    if size >= operand.bytes:
                        source = self._gathered(op, source, size, groups, block)
                self._made[key] = source
            operands[number] = self._made[key]

    def _gathered(self, op: Operation, source: HeldItem, size: int, groups: object, block: HeldBlock) -> HeldItem:
        """Returns what devices gather, or exchange, of an item. XLA for GPUs combines all-gathers of equal groups."""
        key = None if groups is None or self._reader.graph.compiler is Compiler.TPU else (block, marks.GATHERS, groups)
        node, needs = self._reader.joined(key, marks.GATHERS, op, [source], size, block)
        item = self._reader.new_item(size, source.value, block, node)
        item.reason, item.needs = f"gathered for {op.short_name}", needs
        node.results.append(item)
        return item

    def _gathered_bytes(self, op: Operation) -> int:
        """Returns what the parts take together that an all-gather brings to a device; 0 if it is not known."""
        sizes, axes = self._reader.sources.sizes, op.properties.get("gathering_axes")
        share = sizes.of_value(op.operands[0])
        if share.bytes is None or not isinstance(axes, AxisRefLists):
            return 0
        return share.bytes * prod([sharded_size(each.axes, share.mesh) for each in axes.lists])
