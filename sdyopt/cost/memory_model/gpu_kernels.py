"""The kernels of GPUs that multiply: what they compute of their operands and results, and the memory that they need."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.memory_model.graph import HeldItem, HeldNode
from sdyopt.cost.partitioner.operations import counts_along
from sdyopt.cost.partitioner.rounding import multiplies_vector
from sdyopt.dialects.sdy.shardings.slots import rank_of
from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import elementwise, shapes
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE, REDUCE_WINDOW, SORT
from sdyopt.dialects.stablehlo.verification.reading import integer, integers
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import BoolAttr, ComplexType, RankedTensorType
from sdyopt.ir.operation import Operation

if TYPE_CHECKING:
    from sdyopt.cost.memory_model.reading import Reader
    from sdyopt.cost.sizes.local_sizes import LocalSizes

DOTS = frozenset((DOT, DOT_GENERAL))
BROADCASTS = frozenset((shapes.BROADCAST, shapes.BROADCAST_IN_DIM))
_BOUNDS = frozenset((elementwise.MAXIMUM, elementwise.MINIMUM))
_MAX_MORE_BYTES = 1024
"""The bytes that an operation may read beside the size of its result."""
_CUBLAS_SCRATCH = 4 << 20
"""The bytes that a call of cuBLAS may use."""
_INDEX_BYTES = 4
_MAX_ROWS, _MAX_COLUMNS = 4096, 1024
"""The sizes of the largest columns that one kernel reduces, and the number of columns, for which it has few blocks."""


def calls_cublas(op: Operation) -> bool:
    """Whether a product is a call of cuBLAS: Triton does not multiply complex numbers."""
    type = op.operands[0].type if op.signature.definition in DOTS else None
    is_complex = isinstance(type, RankedTensorType) and isinstance(type.element_type, ComplexType)
    return is_complex and not multiplies_vector(op)


def sorts_places(op: Operation) -> bool:
    """Whether a sort also sorts the places of elements, for which its kernel counts: it does not sort in place."""
    if op.signature.definition is not SORT:
        return False
    return op.properties.get("is_stable") == BoolAttr(True) or _has_places(op)


def _has_places(op: Operation) -> bool:
    dimension = integer(op, "dimension", -1) % max(rank_of(op.operands[0].type), 1)
    return any(counts_along(each, dimension) for each in op.operands)


def scratch_bytes(op: Operation, sizes: LocalSizes) -> int:
    """Returns the bytes that a kernel needs beside its operands and its results: places, if a sort has none of them."""
    if not sorts_places(op) or _has_places(op):
        return _CUBLAS_SCRATCH if calls_cublas(op) else 0
    return _INDEX_BYTES * prod([size or 0 for size in sizes.of_value(op.operands[0]).local_shape or ()])


def computes_operands(op: Operation) -> bool:
    """Whether a product is a kernel of Triton, which computes cheap operands as it reads them."""
    return op.signature.definition in DOTS and not calls_cublas(op)


def is_part_of_product(node: HeldNode) -> bool:
    """Whether a kernel of Triton computes a node of which it reads the result.

    That is so for an operation on one value, or on that and a constant: a maximum with zero, a `tanh`, or a conversion
    to a wider type.
    """
    op = node.op
    is_computed = node.kind & (marks.ELEMENT_WISE | marks.SAME_MEMORY) == marks.ELEMENT_WISE
    if not is_computed or not op.name.startswith("stablehlo."):
        return False
    operands = [operand for operand in node.operands if not operand.is_free]
    if op.signature.definition in _BOUNDS and len(operands) == 1 and _is_clamp(node, operands[0]):
        return False
    if len(node.operands) == 2 and any(operand.is_free for operand in node.operands):
        return True
    size = node.results[0].bytes
    whole = [operand for operand in operands if operand.bytes >= size]
    return len(whole) <= 1 and sum([operand.bytes for operand in operands]) <= size + _MAX_MORE_BYTES


def reduces_columns(node: HeldNode) -> bool:
    """Whether a reduction of columns has so few blocks of threads that another kernel computes what it reads.

    XLA reduces more rows in two steps, with more blocks.
    """
    if node.op.signature.definition is not REDUCE:
        return False
    last = rank_of(node.op.operands[0].type) - 1
    size, made = node.operands[0].bytes, node.results[0].bytes
    is_last_kept = last not in integers(node.op, "dimensions")
    return is_last_kept and 0 < made <= _MAX_COLUMNS * _INDEX_BYTES and made < size <= made * _MAX_ROWS


def reads_in_memory(node: HeldNode, source: HeldNode) -> bool:
    """Whether a node reads in memory what it could compute: for reductions of columns what is computed of more than
    one value, beside scalars and constants, and for windows that share elements what takes long.
    """
    if node.op.signature.definition is REDUCE_WINDOW:
        return bool(source.kind & marks.COSTLY) and _windows_overlap(node.op)
    operands = {operand for operand in source.operands if not operand.is_free}
    is_of_one = sum([operand.bytes for operand in operands]) <= source.results[0].bytes + _MAX_MORE_BYTES
    return not is_of_one and (reduces_columns(node) or (node.stays and not node.is_held))


def _windows_overlap(op: Operation) -> bool:
    windows = integers(op, "window_dimensions")
    strides, apart = [integers(op, name) or (1,) * len(windows) for name in ("window_strides", "base_dilations")]
    return any(window > stride * by for window, stride, by in zip(windows, strides, apart, strict=True))


def _is_clamp(node: HeldNode, operand: HeldItem) -> bool:
    """Whether a minimum is of a maximum, or the other way round, with constants: XLA makes one operation of both."""
    made = operand.node
    definitions = {node.op.signature.definition, None if made is None else made.op.signature.definition}
    return made is not None and definitions == _BOUNDS and any(each.is_free for each in made.operands)


def is_maximum_of_zeros(node: HeldNode) -> bool:
    """Whether a node is a maximum with a constant."""
    is_maximum = node.op.signature.definition is elementwise.MAXIMUM
    return is_maximum and any(operand.is_free for operand in node.operands)


def is_of_products(op: Operation) -> bool:
    """Whether only products read a matrix: those of GPUs read it transposed where it is."""
    users = op.results[0].users
    return rank_of(op.results[0].type) == 2 and all(user.signature.definition in DOTS for user in users)


def is_added_to_convolution(op: Operation) -> bool:
    """Whether the kernel of a convolution that nothing else reads adds another operand, which it reads in memory.

    A bias of each feature is no such operand.
    """
    for number, operand in enumerate(op.operands):
        made = operand.defining_op
        if made is not None and made.signature.definition is CONVOLUTION and len(operand.users) == 1:
            added = op.operands[1 - number].defining_op
            is_broadcast = added is not None and added.signature.definition in BROADCASTS
            source = added.operands[0].type if added is not None and is_broadcast else None
            return not isinstance(source, RankedTensorType) or sum([size != 1 for size in source.shape]) > 1
    return False


def transpose_for_products(reader: Reader) -> None:
    """Gives kernels of XLA for GPUs a second result, if some products read the first one with its dimensions in
    another order than others do.
    """
    read: dict[HeldItem, list[HeldNode]] = {}
    plain: set[HeldItem] = set()
    for node in reader.graph.nodes:
        if node.op.signature.definition is DOT_GENERAL and len(node.operands) == 2:
            for number, item in enumerate(node.operands):
                if item.node is None or not item.node.kind & marks.FUSES:
                    continue
                if _reads_permuted(reader, node.op, number):
                    read.setdefault(item, []).append(node)
                else:
                    plain.add(item)
    for item, readers in read.items():
        if item in plain and (made := item.node) is not None:
            copy = reader.new_item(item.bytes, item.value, item.block, made)
            copy.reason, copy.needs, copy.is_free = "transposed for dot_general", item.needs, item.is_free
            made.results.append(copy)
            for node in readers:
                node.operands = [copy if each is item else each for each in node.operands]


def _reads_permuted(reader: Reader, op: Operation, number: int) -> bool:
    """Whether a product reads dimensions together that are not side by side."""
    shape = reader.sources.sizes.of_value(op.operands[number]).local_shape or ()
    dims = op.properties.find(DotDimensionNumbers)
    batch = (dims.lhs_batching_dimensions, dims.rhs_batching_dimensions)[number]
    contracted = (dims.lhs_contracting_dimensions, dims.rhs_contracting_dimensions)[number]
    long = [each for each in range(len(shape)) if shape[each] != 1]
    groups = [[each for each in long if each in group] for group in (batch, contracted)]
    groups.append([each for each in long if each not in (*batch, *contracted)])
    return any(group and long.index(group[-1]) - long.index(group[0]) >= len(group) for group in groups)


# Products of one operand: XLA for GPUs makes one kernel of them, whose result has the result of each as a part.

_MAX_MERGED_BYTES = 64 << 20
"""The bytes of operands and result of the smaller one of two products that are one kernel."""


def merge_products(reader: Reader, late: dict[HeldNode, int]) -> None:
    """Makes one node of products that have one operand in common and are as many nodes away from arguments: none of
    them needs another one then, however many are merged.

    `late` has the numbers in front of which nodes run that are read earlier: it gets those of the products.
    """
    found: dict[tuple[object, ...], list[HeldNode]] = {}
    depths = _depths(reader.graph.nodes)
    for node in reader.graph.nodes:
        is_product = node.op.signature.definition is DOT_GENERAL and len(node.operands) == 2 and len(node.results) == 1
        if is_product and node.results[0].bytes and not calls_cublas(node.op) and not multiplies_vector(node.op):
            for number in range(2):
                found.setdefault((*_common(reader, node, number), depths[node]), []).append(node)
    merged: set[HeldNode] = set()
    for (shared, *_), nodes in found.items():
        parts = [node for node in nodes if node not in merged]
        parts = [node for node in parts if min(_bytes(parts[0]), _bytes(node)) <= _MAX_MERGED_BYTES]
        if len(parts) > 1 and isinstance(shared, HeldItem):
            merged.update(parts)
            _merge(reader, parts, shared)
            late[parts[-1]] = parts[-1].number + 1


def _depths(nodes: Sequence[HeldNode]) -> dict[HeldNode, int]:
    """Returns the most nodes in line that each node is computed from."""
    found: dict[HeldNode, int] = {}
    begun: set[HeldNode] = set()
    pending = list(reversed(nodes))
    while pending:
        node = pending[-1]
        sources = {item.node for item in (*node.operands, *node.captures) if item.node is not None}
        if node not in begun:
            begun.add(node)
            pending += [each for each in sources if each not in begun]
        else:
            pending.pop()
            found[node] = 1 + max([found.get(each, 0) for each in sources], default=0)
    return found


def _common(reader: Reader, node: HeldNode, number: int) -> tuple[object, ...]:
    """Returns what products have in common that may be one kernel, which read the operand of that number."""
    dims = node.op.properties.find(DotDimensionNumbers)
    types = [checked(RankedTensorType, value.type).element_type for value in (*node.op.operands, *node.op.results)]
    return node.operands[number], number, node.results[0].block, dims, *types


def _bytes(node: HeldNode) -> int:
    return sum([item.bytes for item in (*node.operands, *node.results)])


def _merge(reader: Reader, parts: list[HeldNode], shared: HeldItem) -> None:
    """Makes the last of several products the only one, and the results of all parts of its result."""
    last, results = parts[-1], [node.results[0] for node in parts]
    block = results[0].block
    whole = reader.new_item(sum([item.bytes for item in results]), results[-1].value, block, last)
    whole.reason = "products of one operand"
    last.operands = [shared, *[item for node in parts for item in node.operands if item is not shared]]
    last.results = [whole]
    for item in results:
        whole.needs |= item.needs
    place = block.nodes.index(last) + 1
    for item in results:
        node = reader.new_node(marks.FUSES | marks.LAZY, last.op, [whole], block)
        block.nodes.insert(place, block.nodes.pop())
        node.results.append(item)
        item.node = node
    dropped = set(parts[:-1])
    block.nodes = [node for node in block.nodes if node not in dropped]
