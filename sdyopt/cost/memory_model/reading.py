"""From a function of a partitioned program to the graph of what runs on a device.

Manual and named computations are part of what is around them. Names of a value are that value. Equal operations are
one, as XLA merges them: what a backward pass computes again is there once. A value that a loop does not change is the
value from outside: XLA takes such values out of loops.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from math import prod

from sdyopt.cost.collective_kinds import SDY_COLLECTIVES
from sdyopt.cost.collectives.inserted import InsertedCollectives
from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.memory_model.gpu_kernels import (
    is_added_to_convolution,
    is_of_products,
    merge_products,
    scratch_bytes,
    sorts_places,
    transpose_for_products,
)
from sdyopt.cost.memory_model.graph import Graph, HeldBlock, HeldItem, HeldNode
from sdyopt.cost.memory_model.inserter import WITH_MORE, Inserter
from sdyopt.cost.memory_model.order import settle
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.partitioner.operations import added_scatter
from sdyopt.cost.sizes.local_sizes import BytesInside, LocalSizes
from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import AxisRefList, AxisRefLists
from sdyopt.dialects.sdy.shardings.axes import reduction_operator
from sdyopt.dialects.stablehlo.attributes import ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.ops import communication
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL, OPTIMIZATION_BARRIER, WHILE
from sdyopt.dialects.stablehlo.ops.elementwise import ADD
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE, REDUCE_WINDOW
from sdyopt.dialects.stablehlo.ops.shapes import GATHER, SCATTER, TRANSPOSE
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.rewrite.rewriter import is_free_of_effects

# All-reduces that XLA combines: those over the same axes, by the same operator, that do not depend on each other.

GROUPED: dict[OpDefinition, str] = {
    sdy.ALL_REDUCE: "reduction_axes",
    sdy.REDUCE_SCATTER: "reduce_scatter_axes",
    communication.ALL_REDUCE: "replica_groups",
    sdy.ALL_GATHER: "gathering_axes",
    communication.ALL_GATHER: "replica_groups",
}
"""The attribute with what collectives of one group have in common: axes, in any order, or groups of devices."""
_GATHERS = frozenset((sdy.ALL_GATHER, communication.ALL_GATHER))


_MOST_COMBINED = {Compiler.GPU: 30 << 20, Compiler.TPU: 120 << 20}
"""The bytes of results up to which XLA combines all-reduces, or reduce-scatters."""


class Combined:
    """The groups of all-reduces of a function. A set of groups is a number with a bit for each."""

    def __init__(self, compiler: Compiler) -> None:
        self._most = _MOST_COMBINED.get(compiler, 0)
        self._is_tpu = compiler is Compiler.TPU
        self._groups: list[HeldNode] = []
        self._before: list[int] = []
        """The groups on which each group depends, however far; those on which one has grown to depend, once."""
        self._grown = 0
        """The groups that depend on others since a join."""
        self._bytes: list[int] = []
        """The bytes of the results of each group."""
        self._open: dict[object, int] = {}
        """The groups of each kind in a block."""
        self.last: dict[HeldNode, int] = {}
        """The number of the node in front of the last all-reduce of each group of several."""

    def needs(self, items: Iterable[HeldItem]) -> int:
        """Returns the groups on which items depend."""
        found = 0
        if self._groups:
            for item in items:
                found |= item.needs
        return found

    def group(self, key: object, operands: list[HeldItem], size: int, last: int) -> HeldNode | None:
        """Returns the group that an all-reduce of a key after the node `last` joins, whose results have `size` bytes;
        None for another operation, and for the first one of a group.
        """
        candidates = 0 if key is None else self._open.get(key, 0)
        if not candidates:
            return None
        needs = self._closed(self.needs(operands))
        candidates &= ~needs
        while candidates:
            number = (candidates & -candidates).bit_length() - 1
            node = self._groups[number]
            if self._bytes[number] + size <= self._most:
                break
            candidates &= candidates - 1
        else:
            return None
        node.operands += operands
        self._bytes[number] += size
        self.last[node] = last
        if needs & ~self._before[number]:
            self._before[number] |= needs
            self._grown |= 1 << number
        return node

    def note(self, key: object, node: HeldNode, size: int) -> int:
        """Returns the groups on which the results of a new node depend: itself among them, if it has a key."""
        needs = self.needs(node.operands)
        if key is None:
            return needs
        number = len(self._groups)
        self._groups.append(node)
        self._bytes.append(size)
        self._before.append(self._closed(needs))
        before = 0 if node.kind & marks.GATHERS else self._open.get(key, 0)
        self._open[key] = before | 1 << number  # Of all-gathers only the last group may grow.
        return needs | 1 << number

    def _closed(self, groups: int) -> int:
        """Returns groups with all that they depend on."""
        done = 0
        while pending := groups & self._grown & ~done:
            number = pending.bit_length() - 1
            done |= 1 << number
            groups |= self._before[number]
        return groups

    def key_of(self, op: Operation, block: HeldBlock) -> tuple[object, ...] | None:
        """Returns what an all-reduce in a block has in common with others of its group; None for another operation."""
        attribute = GROUPED.get(op.signature.definition)
        definition = op.signature.definition
        if attribute is None or len(op.operands) != 1 or (definition in _GATHERS and self._is_tpu):
            return None
        regions = [inner.signature.definition for region in op.regions for each in region.blocks for inner in each.ops]
        value = op.properties.get(attribute)
        if isinstance(value, (AxisRefList, AxisRefLists)):
            lists = [value] if isinstance(value, AxisRefList) else value.lists
            return (
                block,
                definition,
                None if definition in _GATHERS else reduction_operator(op),
                frozenset([axis for axes in lists for axis in axes.axes]),
            )
        return (block, definition, value, *regions)


_TRANSPARENT = frozenset((sdy.MANUAL_COMPUTATION, sdy.NAMED_COMPUTATION))
_ALWAYS_OTHERS = frozenset((CALL, CUSTOM_CALL))
"""Operations of which two that are equal are two values."""
_REDUCTIONS = frozenset((REDUCE, REDUCE_WINDOW))
_MAX_APPLIED = 16
"""Operations that a reduction applies and that are compared."""
_MAX_NAMES = 64
"""Names that are followed from what a loop returns to its argument."""


class Sources(NamedTuple):
    """The inputs for reading a function: sizes of its values, and facts about other functions."""

    sizes: LocalSizes
    inserted: InsertedCollectives | None
    callees: Mapping[Operation, Operation]
    """The functions of calls."""
    peaks: Mapping[Operation, int]
    """The bytes that functions need beside their arguments."""
    host: Collection[Value] = ()
    """The values that are in the memory of the host."""


@remembered
def _selects(signature: Signature) -> bool:
    """Whether a scatter changes one element of each row, as the gradient of picking one logit of each row does."""
    numbers = signature.properties.find(ScatterDimensionNumbers)
    operand, updates = signature.operand_types[0], signature.operand_types[-1]
    if not isinstance(operand, RankedTensorType) or not isinstance(updates, RankedTensorType):
        return False
    places = numbers.scatter_dims_to_operand_dims
    is_by_rows = len(places) == 1 and len(numbers.input_batching_dims) == len(operand.shape) - 1
    return (
        is_by_rows
        and len(signature.operand_types) == 3
        and prod(updates.shape) * operand.shape[places[0]] == prod(operand.shape)
    )


class _OpenBlock:
    """A block of the program that is being read."""

    __slots__ = ("block", "finish", "op", "sizes")

    def __init__(
        self, op: Operation | None, block: HeldBlock, sizes: BytesInside, finish: Callable[[list[HeldItem]], None]
    ) -> None:
        self.op = op
        self.block = block
        self.sizes = sizes
        self.finish = finish
        """The function that takes the results of the block."""


class Reader:
    """Reads a function whose arguments of the numbers `donated` may be overwritten.

    None is for a function that is called, whose arguments count elsewhere.
    """

    def __init__(
        self, function: Operation, sources: Sources, compiler: Compiler, donated: Collection[int] | None
    ) -> None:
        self.graph = Graph(function, sources.sizes, compiler)
        self.sources = sources
        self.items: dict[Value, HeldItem] = {}
        self._donated = donated
        self._host = sources.host
        self._known: dict[tuple[object, ...], list[HeldItem]] = {}
        """The results of operations that others may equal."""
        self._combined = Combined(compiler)
        self._inserter = Inserter(self)
        self._stack: list[_OpenBlock] = []
        self.sizes = sources.sizes.inside(function)
        self._moved = () if sources.inserted is None else sources.inserted.moved
        self._replaced = () if sources.inserted is None else sources.inserted.replaced

    def read(self) -> Graph:
        graph, body = self.graph, self.graph.body
        for number, block in enumerate(graph.function.regions[0].blocks):
            for argument in block.arguments:
                is_counted = number == 0 and self._donated is not None  # Later blocks get values that are counted.
                item = self.new_item(self.sizes.of_value(argument) if is_counted else 0, argument, body, None)
                self.items[argument] = item
                body.arguments.append(item)
                if number == 0 and self._donated is not None and argument.index not in self._donated:
                    graph.kept[item] = None
            self._stack.append(_OpenBlock(block.first, body, self.sizes, body.returned.extend))
            self._run()
        if graph.compiler is Compiler.TPU:
            self._inserter.open_early()
        else:
            transpose_for_products(self)
            merge_products(self, self._combined.last)
            for node in [node for node in body.nodes if node.is_loop]:
                self._inserter.lay_out(node)
            sends = bool(self._moved) or any(node.op.signature.definition in SDY_COLLECTIVES for node in graph.nodes)
            body.returned = [self._inserter.made_again(item, sends) for item in body.returned]
        settle(graph, self._combined.last)
        return graph

    # What reading makes.

    def new_item(self, bytes: int, value: Value | None, block: HeldBlock, node: HeldNode | None) -> HeldItem:
        items = self.graph.items
        if self._host and value in self._host:
            bytes = 0
        item = HeldItem(len(items), bytes, value, block, node)
        items.append(item)
        return item

    def new_node(self, kind: int, op: Operation, operands: list[HeldItem], block: HeldBlock) -> HeldNode:
        """Adds a node at the end of a block."""
        nodes = self.graph.nodes
        node = HeldNode(len(nodes), kind, op, operands)
        nodes.append(node)
        block.nodes.append(node)
        for operand in operands:
            if operand.block is not block:
                capture(operand, node, block)
        return node

    def item(self, value: Value) -> HeldItem:
        """Returns what a value is; one of which nothing is known takes no memory."""
        known = self.items.get(value)
        if known is None:
            known = self.items[value] = self.new_item(0, value, self.graph.body, None)
        return known

    # Operations.

    def _run(self) -> None:
        stack = self._stack
        while stack:
            frame = stack[-1]
            op = frame.op
            if op is None:
                stack.pop()
                continue
            self.sizes = frame.sizes
            frame.op = op.next
            if op.next is None and not op.results and "IsTerminator" in op.signature.definition.traits:
                stack.pop()
                returned = [self.item(operand) for operand in op.operands]
                frame.finish(self._inserter.returned(op, returned, frame.block) if op in self._moved else returned)
            else:
                self._read(op, frame)

    def _read(self, op: Operation, frame: _OpenBlock) -> None:
        definition = op.signature.definition
        is_folded = definition is TRANSPOSE and self.graph.compiler is Compiler.GPU and is_of_products(op)
        if (definition in marks.NAMES or is_folded or op in self._replaced) and self._named(op, frame.block):
            return
        if definition in marks.ENTERED and all(len(region.blocks) == 1 for region in op.regions):
            if definition in _TRANSPARENT:
                self._open(op, frame)
            elif definition is WHILE:
                self._loop(op, frame)
            else:
                self._branches(op, frame)
        else:
            self._plain(op, frame)

    def _named(self, op: Operation, block: HeldBlock) -> bool:
        """Gives the results of an operation the names of its operands, or of what these are moved to; returns whether
        these are as large, and no part of them is taken.
        """
        operands = [self.item(operand) for operand in op.operands]
        if op in self._moved:
            operands = self._inserter.before(op, operands, block)
        definition = op.signature.definition
        if (op in self._moved or definition is sdy.RESHARD) and operands[0].bytes != self.sizes.of_value(op.results[0]):
            return False
        if definition is OPTIMIZATION_BARRIER:
            operands = self._behind(op, operands, block)
        self.items.update(zip(op.results, operands, strict=False))
        return True

    def _behind(self, op: Operation, operands: list[HeldItem], block: HeldBlock) -> list[HeldItem]:
        """Returns the items behind a barrier, in the memory of those before it. All of them come after all of these, so
        that what computes them again is not what was computed before.
        """
        used = [operand for operand, result in zip(operands, op.results, strict=True) if result.is_used]
        self.new_node(0, op, used, block).is_read = True
        needs = self._combined.needs(operands)
        found = []
        for operand in operands:
            node = self.new_node(marks.FUSES | marks.ELEMENT_WISE | marks.SAME_MEMORY, op, [operand], block)
            item = self.new_item(operand.bytes, operand.value, block, node)
            item.is_free, item.needs = operand.is_free, needs
            node.results.append(item)
            found.append(item)
        return found

    def _sum_of(self, op: Operation, frame: _OpenBlock) -> Operation | None:
        """Returns the addition that XLA makes part of a scatter, if it is split over more devices; None if none is."""
        user, sizes = op.results[0].only_user, frame.sizes
        is_added = user is not None and added_scatter(user) is not None
        return user if is_added and sizes.of_results(user or op) < sizes.of_results(op) else None

    def _plain(self, op: Operation, frame: _OpenBlock) -> None:
        definition, block, items = op.signature.definition, frame.block, self.items
        known_kind = kind = marks.KINDS.get(definition, 0)
        is_tpu, is_gpu = [self.graph.compiler is each for each in (Compiler.TPU, Compiler.GPU)]
        if definition is SCATTER and is_tpu and self.item(op.operands[0]).is_free and _selects(op.signature):
            kind = marks.FUSES | marks.ELEMENT_WISE
        elif definition is GATHER and is_tpu:
            kind = 0  # A kernel of its own, which nothing else is part of.
        elif definition is ADD and is_gpu and is_added_to_convolution(op):
            kind = marks.REUSES_OPERAND
        elif definition in _GATHERS and is_gpu:
            kind = marks.GATHERS
        elif definition is REDUCE_WINDOW and is_gpu:
            kind = marks.FUSES
        elif is_gpu and sorts_places(op):
            kind = 0
        operands = [items.get(operand) or self.item(operand) for operand in op.operands]
        added = self._sum_of(op, frame) if definition is SCATTER and is_gpu else None
        kind = kind if added is None else 0
        if op.regions:
            operands += self._read_inside(op)
        elif kind & marks.NO_MEMORY:
            operands = []
        if kind & marks.IN_PLACE and operands and (operands[0].is_free or operands[0] in self.graph.kept):
            operands[0] = self._inserter.copied_for_update(op, operands[0], block)
        has_more = definition in WITH_MORE or op in self._moved
        if has_more:
            operands = self._inserter.before(op, operands, block)
        sizes = frame.sizes.of_results(added or op)
        operands = operands if added is None else operands[1:]
        key: tuple[object, ...] | None = None
        applied = (
            None if definition in _ALWAYS_OTHERS or kind & marks.UNIQUE or (op.regions and is_tpu) else _applied(op)
        )
        if op.results and applied is not None:
            key = (op.signature, block, *operands, *sizes, *applied)
            known = self._known.get(key)
            if known is not None:
                items.update(zip(op.results, known, strict=True))
                return
        is_free, needs = bool(kind & marks.FUSES), 0
        for operand in operands:
            needs |= operand.needs
            is_free = is_free and operand.is_free
        is_free |= bool(kind & marks.NO_MEMORY)
        if definition in GROUPED:
            node, needs = self.joined(self._combined.key_of(op, block), kind, op, operands, sum(sizes), block)
        else:
            node = self.new_node(kind, op, operands, block)
        made = []
        made_sizes = self._inserter.sizes(op, sizes) if has_more else sizes
        if self._inserter.images and kind & marks.ELEMENT_WISE:
            made_sizes = self._inserter.image_sizes(op, made_sizes)
        for result, size in zip(op.results, made_sizes, strict=True):
            item = items[result] = self.new_item(size, result, block, node)
            item.is_free = is_free
            item.needs = needs
            made.append(item)
        node.results += made
        callee = self.sources.callees.get(op) if definition is CALL else None
        if callee is not None:
            self.graph.callees[node] = callee
            node.scratch = self.new_item(self.sources.peaks.get(callee, 0), None, block, node)
        elif self.graph.compiler is Compiler.GPU and (scratch := scratch_bytes(op, self.sources.sizes)):
            node.scratch = self.new_item(scratch, op.results[0], block, node)
            node.scratch.reason = f"scratch of {op.short_name}"
        is_plain = known_kind or definition in SDY_COLLECTIVES or "Pure" in definition.traits
        if not op.results or not (is_plain or is_free_of_effects(op)):
            node.is_read = True
        if has_more:
            made = self._inserter.after(op, made, sizes, block)
            items.update(zip(op.results, made, strict=True))
        if key is not None:
            self._known[key] = made

    def sum_kind(self, is_scattered: bool) -> int:
        """Returns the marks of a sum over devices: on TPUs it is where its operand was, unless devices get parts."""
        return marks.REUSES_OPERAND if self.graph.compiler is Compiler.TPU and not is_scattered else 0

    def joined(
        self, key: object, kind: int, op: Operation, operands: list[HeldItem], size: int, block: HeldBlock
    ) -> tuple[HeldNode, int]:
        """Returns the node of a collective of that key, which may be that of a group, and what results depend on."""
        around: HeldBlock | None = block
        while kind & marks.GATHERS and around is not None and (owner := around.owner) is not None:
            if owner.kind & marks.GATHERS_INSIDE:
                break
            owner.kind |= marks.GATHERS_INSIDE
            around = around.around
        node = self._combined.group(key, operands, size, len(self.graph.nodes))
        if node is None:
            node = self.new_node(kind | marks.SENDS, op, operands, block)
            return node, self._combined.note(key, node, size)
        for operand in operands:
            if operand.block is not block:
                capture(operand, node, block)
        return node, node.results[0].needs

    def _read_inside(self, op: Operation) -> list[HeldItem]:
        """Returns what regions that run for single elements read of what is around them."""
        values = [
            operand
            for region in op.regions
            for each in region.blocks
            for inner in each.ops
            for operand in inner.operands
        ]
        return [self.items[value] for value in dict.fromkeys(values) if value in self.items]

    # Regions.

    def _open(self, op: Operation, frame: _OpenBlock) -> None:
        block = op.regions[0].block
        for argument, operand in zip(block.arguments, op.operands, strict=False):
            self.items[argument] = self.item(operand)

        def finish(returned: list[HeldItem]) -> None:
            self.items.update(zip(op.results, returned, strict=False))

        sizes = self.sources.sizes.inside(op) if op.signature.definition is sdy.MANUAL_COMPUTATION else frame.sizes
        self._stack.append(_OpenBlock(block.first, frame.block, sizes, finish))

    def _loop(self, op: Operation, frame: _OpenBlock) -> None:
        condition, body = [region.block for region in op.regions]
        operands = [
            self.new_item(0, argument, frame.block, None) if argument in self._host else self.item(operand)
            for operand, argument in zip(op.operands, body.arguments, strict=True)
        ]
        invariant = [number for number, argument in enumerate(body.arguments) if _returned(body, number) is argument]
        changing = [number for number in range(len(operands)) if number not in set(invariant)]
        node = self.new_node(0, op, [operands[number] for number in changing], frame.block)
        node.is_read = True
        blocks = [HeldBlock(node, frame.block), HeldBlock(node, frame.block)]
        node.blocks, node.captures = blocks, {}
        self.graph.blocks += blocks
        for block, source in zip(blocks, (condition, body), strict=True):
            for number in invariant:
                self.items[source.arguments[number]] = operands[number]
            for number in changing:
                argument = source.arguments[number]
                item = self.items[argument] = self.new_item(frame.sizes.of_value(argument), argument, block, None)
                block.arguments.append(item)

        def finish(returned: list[HeldItem]) -> None:
            self._return(blocks[1], [returned[number] for number in changing if number < len(returned)])
            for number in invariant:
                self.items[op.results[number]] = operands[number]
            self._results(node, [op.results[number] for number in changing], frame)
            if op in self._moved and self.graph.compiler is Compiler.TPU:
                self._inserter.after_loop(op, frame.block)

        def then(returned: list[HeldItem]) -> None:
            self._return(blocks[0], returned)
            self._stack.append(_OpenBlock(body.first, blocks[1], frame.sizes, finish))

        self._stack.append(_OpenBlock(condition.first, blocks[0], frame.sizes, then))

    def _branches(self, op: Operation, frame: _OpenBlock) -> None:
        node = self.new_node(0, op, [self.item(operand) for operand in op.operands], frame.block)
        node.is_read = True
        blocks = [HeldBlock(node, frame.block) for _ in op.regions]
        node.blocks, node.captures = blocks, {}
        self.graph.blocks += blocks
        pending = list(zip(blocks, [region.block for region in op.regions], strict=True))

        def finish(block: HeldBlock | None, returned: list[HeldItem]) -> None:
            if block is not None:
                self._return(block, returned)
            if pending:
                following, source = pending.pop(0)
                self._stack.append(
                    _OpenBlock(source.first, following, frame.sizes, lambda returned: finish(following, returned))
                )
                return
            self._results(node, op.results, frame)

        finish(None, [])

    def _results(self, node: HeldNode, results: Sequence[OpResult], frame: _OpenBlock) -> None:
        needs = self._combined.needs([*node.operands, *node.captures])
        for result in results:
            item = self.items[result] = self.new_item(frame.sizes.of_value(result), result, frame.block, node)
            item.needs = needs
            node.results.append(item)

    def _return(self, block: HeldBlock, returned: list[HeldItem]) -> None:
        block.returned = returned
        for item in returned:
            if item.block is not block:
                capture(item, None, block)


def _applied(op: Operation) -> tuple[object, ...] | None:
    """Returns what an operation applies to single elements, equal for those that apply the same; None for what may not
    be the same value if it is computed twice.
    """
    if not op.regions:
        return ()
    if op.signature.definition not in _REDUCTIONS or len(op.regions[0].blocks) != 1:
        return None
    numbers: dict[Value, int] = {}
    for argument in op.regions[0].block.arguments:
        numbers[argument] = len(numbers)
    found: list[object] = []
    for inner in islice(op.regions[0].block.ops, _MAX_APPLIED + 1):
        if len(found) > 4 * _MAX_APPLIED or inner.regions or any(operand not in numbers for operand in inner.operands):
            return None
        found += [inner.signature, *[numbers[operand] for operand in inner.operands]]
        for result in inner.results:
            numbers[result] = len(numbers)
    return tuple(found)


def capture(item: HeldItem, reader: HeldNode | None, block: HeldBlock) -> None:
    """Notes that `reader`, or the end of the block, reads an item from outside of the block.

    What takes no memory is computed inside, if the reader can do so.
    """
    if item.is_free and reader is not None and reader.kind & marks.FUSES:
        return
    inside: HeldBlock | None = block
    while inside is not None and inside is not item.block and inside.owner is not None:
        if item in inside.owner.captures:
            return
        inside.owner.captures[item] = None
        inside = inside.around


def _returned(body: Block, number: int) -> Value | None:
    """Returns the value of which a body returns another name as its result of that number."""
    last = body.last
    if last is None or number >= len(last.operands):
        return None
    value = last.operands[number]
    for _ in range(_MAX_NAMES):
        if not isinstance(value, OpResult) or value.owner.signature.definition not in marks.NAMES:
            break
        if value.index >= len(value.owner.operands):
            break
        value = value.owner.operands[value.index]
    return value
