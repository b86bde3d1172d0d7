"""Which values are in memory: others are computed where they are read, as XLA fuses operations, or known before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import prod

from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.memory_model.gpu_kernels import (
    BROADCASTS,
    DOTS,
    computes_operands,
    is_part_of_product,
    reads_in_memory,
    reduces_columns,
)
from sdyopt.cost.memory_model.graph import Graph, HeldItem, HeldNode
from sdyopt.cost.memory_model.layouts import LANES
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.sizes.partition import element_bits
from sdyopt.dialects.sdy.shardings.slots import rank_of
from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import elementwise, shapes
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation

PRODUCTS = DOTS | {CONVOLUTION}

_MAX_REPEATED = 64
"""Operations that readers compute again."""
_MIN_REPEATED_BITS = 32
"""The bits of an element from which on XLA for GPUs rather computes what takes long again than that it reads it."""
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
            can_compute = bool(kind & (marks.FUSES | marks.READS_FUSED)) or (is_tpu and definition in DOTS)
            node.computes = can_compute and not is_same
            stays = node.stays or (not is_tpu and bool(kind & marks.COSTLY))
            node.is_recomputed = node.is_held and not node.copies and may_repeat and not stays
            is_narrow = not is_tpu and (reduces_columns(node) or (node.stays and not node.is_held))
            is_product = not is_tpu and (computes_operands(node.op) or (node.products > 0 and not node.is_held))
            for operand in dict.fromkeys(node.operands) if len(node.operands) > 1 else node.operands:
                source = operand.node
                if source is None:
                    continue
                source.kernel = kernel if source.readers == 0 or source.kernel == kernel else _SEVERAL
                source.readers += 1
                source.is_reduced |= definition is REDUCE or (not is_tpu and node.is_reduced and not node.is_held)
                if is_product and (is_part_of_product(source) or (node.products and operand.is_free)):
                    source.products += 1
                elif is_product or not node.computes or (not is_tpu and reads_in_memory(node, source)):
                    source.unfused += 1
                source.stays |= is_narrow
                if kind & marks.COPIES:
                    source.copies += 1
            for item in node.captures:
                _read(item)
    if is_tpu:
        _store_softmax(graph)
        return
    for node in graph.nodes:
        if node.is_held and node.kind & marks.ELEMENT_WISE and (product := _added_to_argument(node)) is not None:
            product.is_held = False


def _added_to_argument(node: HeldNode) -> HeldNode | None:
    """Returns the product to whose result, or what is computed of that alone, a node adds an argument of its block, or
    computes another thing of both: kernels of GPUs do that as they write the result.
    """
    product: HeldNode | None = None
    pending, arguments = list(node.operands), 0
    for _ in range(_MAX_REPEATED):
        if not pending:
            return product if arguments == 1 else None
        item = pending.pop()
        made = item.node
        if made is None:
            arguments += 1
        elif made.is_held and computes_operands(made.op) and not made.kind and made.readers == 1 and product is None:
            product = made
        elif made.kind & marks.ELEMENT_WISE and not made.is_held and made.readers == 1:
            pending += made.operands
        elif not item.is_free:
            return None
    return None


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
    if is_tpu and node.is_reduced and node.kind & (marks.EXPONENTIAL | marks.COSTLY) and not _is_of_logits(node):
        return False
    operands = [operand for operand in dict.fromkeys(node.operands) if not operand.is_free]
    if not is_tpu and node.kind & marks.COSTLY:
        sources = sources_of(operands, rank_of_item(node.results[0]))
        is_again = any(source.value is not None and len(source.value.users) > 1 for source in sources)
        if node.is_reduced or not is_again or bits_of_element(node.results[0]) < _MIN_REPEATED_BITS:
            return False  # Other kernels read the result, unless they read what it is computed from in any case.
    if len(operands) == 1 and not is_tpu:
        operands = _behind_one_operand(operands[0])
    if len(operands) < 2:
        return True
    rank = max([rank_of_item(result) for result in node.results], default=0)
    whole = [operand for operand in operands if rank_of_item(operand) >= rank and not _is_broadcast(operand)]
    if not whole and is_tpu:
        return False
    if len(whole) <= 1 or len(list(islice(sources_of(whole, rank), 2))) < 2:
        return True
    size = sum([result.bytes for result in node.results])
    return sum([operand.bytes for operand in operands]) <= size


def _is_of_logits(node: HeldNode) -> bool:
    """Whether exponentials are computed element by element from one value of no more bytes, as those of logits, and XLA
    for TPUs computes them again: products without batching dimensions do. It stores those that are divided for others.
    """
    if node.op.signature.definition is not elementwise.EXPONENTIAL:
        return False
    readers = _readers_behind(node.op)
    if any(each.properties.find(DotDimensionNumbers).lhs_batching_dimensions for each in readers if _is_dot(each)):
        return False
    if not all(_is_dot(each) for each in readers):
        is_divided = any(user.signature.definition is elementwise.DIVIDE for user in node.op.results[0].users)
        if is_divided:
            return False
    sources = list(islice(sources_of(node.operands, rank_of_item(node.results[0])), 2))
    return len(sources) == 1 and 0 < sources[0].bytes <= node.results[0].bytes


def _is_dot(op: Operation) -> bool:
    return op.signature.definition is DOT_GENERAL


def _readers_behind(op: Operation) -> list[Operation]:
    """Returns what reads a value, or what is computed of its elements, except reductions."""
    pending, seen, found = [op], {op}, list[Operation]()
    for _ in range(_MAX_REPEATED):
        if not pending:
            break
        for user in pending.pop().results[0].users:
            definition = user.signature.definition
            is_moved = definition is shapes.TRANSPOSE or definition in marks.NAMES
            if user in seen or definition is REDUCE:
                continue
            seen.add(user)
            if is_moved or marks.KINDS.get(definition, 0) & marks.ELEMENT_WISE:
                pending.append(user)
            else:
                found.append(user)
    return found


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


def sources_of(items: list[HeldItem], rank: int) -> Iterator[HeldItem]:
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
        more = [each for each in operands if rank_of_item(each) >= rank and not _is_broadcast(each)]
        seen.update(more)
        pending += more
    yield from pending


def rank_of_item(item: HeldItem) -> int:
    return 0 if item.value is None else rank_of(item.value.type)


def bits_of_element(item: HeldItem) -> int:
    type = None if item.value is None else item.value.type
    return (element_bits(type.element_type) or 0) if isinstance(type, RankedTensorType) else 0


def _is_broadcast(item: HeldItem) -> bool:
    return item.node is not None and item.node.op.signature.definition in BROADCASTS


# Softmax on TPUs: XLA computes it in the kernel of the product that makes its operand, or stores that operand.

_MAX_ROW = 2048
"""The elements of the longest rows that are computed in the kernel of a product."""
_MAX_NODES = 64
"""Nodes that are looked at from exponentials, and from the operands of the product."""


def _store_softmax(graph: Graph) -> None:
    """Decides which operands of exponentials are in memory that are also summed."""
    for node in graph.nodes:
        if node.is_held and node.is_reduced and node.op.signature.definition is elementwise.EXPONENTIAL:
            made = _made_before(node)
            if made and _fits_in_kernel(node, made[-1], graph):
                for each in made:
                    each.is_held = False
            else:
                _store_converted(node)


def _made_before(node: HeldNode) -> list[HeldNode]:
    """Returns the nodes in memory from which exponentials are computed, with the largest elements of rows: a product,
    after what is computed of it alone. Empty if others read them, too.
    """
    pending, seen, found = list(node.operands), {node}, dict[HeldNode, None]()
    for _ in range(_MAX_NODES):
        if not pending:
            break
        source = pending.pop().node
        if source is None or source in seen or source in found:
            continue
        if source.is_held and source.op.signature.definition is not REDUCE:
            found[source] = None
        else:
            seen.add(source)
            pending += source.operands
    if len(found) != 1 or pending:
        return []
    made = list(found)
    readers = sum([any(item.node is made[0] for item in each.operands) for each in seen])
    while readers == made[-1].readers and made[-1].op.signature.definition not in DOTS:
        before = [item for item in made[-1].operands if not item.is_free]
        if len(before) != 1 or before[0].node is None or not made[-1].kind & marks.ELEMENT_WISE:
            return []
        made.append(before[0].node)
        readers = 1
    return made if readers == made[-1].readers else []


def _fits_in_kernel(node: HeldNode, product: HeldNode, graph: Graph) -> bool:
    """Whether a product computes exponentials of whole rows: both its operands are results of products, or computed
    of their elements, or arguments with batching dimensions in front or narrow rows. What is transposed first is not,
    nor are parts that are put together, as in rotations.
    """
    reduced = [user for user in node.op.results[0].users if user.signature.definition is REDUCE]
    shape = graph.sizes.of_value(node.op.results[0]).local_shape
    if not reduced or not shape:
        return False
    rows = [prod([shape[number] or 0 for number in integers(each, "dimensions")]) for each in reduced]
    return max(rows) <= _MAX_ROW and all(_is_made_by_product(item, product.op, graph) for item in product.operands[:2])


def _is_made_by_product(item: HeldItem, product: Operation, graph: Graph) -> bool:
    for _ in range(_MAX_NODES):
        node = item.node
        if node is None:
            shape = (None if item.value is None else graph.sizes.of_value(item.value).local_shape) or (0,)
            batch = product.properties.find(DotDimensionNumbers).lhs_batching_dimensions if _is_dot(product) else ()
            return (shape[-1] or 0) % LANES > 0 or list(batch) == list(range(max(len(shape) - 2, 1)))
        definition = node.op.signature.definition
        if definition in DOTS:
            return True
        is_moved = node.kind & marks.SAME_MEMORY or definition in marks.NAMES
        whole = [each for each in node.operands if not each.is_free and not _is_broadcast(each)]
        if len(whole) != 1 or not (is_moved or node.kind & marks.ELEMENT_WISE):
            return False
        item = whole[0]
    return False


def _store_converted(node: HeldNode) -> None:
    """Stores the operand of softmax that is computed of a product of fewer bytes, if it is more than converted."""
    for item in node.operands:
        made = item.node
        for _ in range(_MAX_NODES):
            if made is None or made.is_held or not made.kind & marks.ELEMENT_WISE:
                break
            if made.is_reduced and made.op.signature.definition is not elementwise.CONVERT:
                made.is_held, made.is_recomputed = True, False
                return
            wide = [each for each in made.operands if each.bytes == made.results[0].bytes and not each.is_free]
            made = wide[0].node if wide else None
