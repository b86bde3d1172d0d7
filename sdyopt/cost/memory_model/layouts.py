"""In which order values have their dimensions in memory, and what rows take that are padded to whole tiles of TPUs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.memory_model.graph import HeldBlock, HeldItem, HeldNode
from sdyopt.cost.partitioner.operations import window_padding
from sdyopt.cost.partitioner.rounding import multiplies_vector
from sdyopt.dialects.sdy.shardings.slots import rank_of
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import shapes
from sdyopt.dialects.stablehlo.ops.linear_algebra import DOT_GENERAL
from sdyopt.dialects.stablehlo.verification.reading import integer, integers
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation

if TYPE_CHECKING:
    from sdyopt.cost.sizes.local_sizes import LocalSizes

LANES = 128
"""The elements of a row of a tile."""


_PARTS = {shapes.DYNAMIC_SLICE: 1, shapes.SLICE: 1, shapes.DYNAMIC_UPDATE_SLICE: 2, shapes.BROADCAST_IN_DIM: 1}
"""The operations whose results have the layout of their first operands, and the number of these."""
_MAX_SOURCES = 64
"""Values that are looked at for what a value is computed from."""


def padded(bytes: int, size: int) -> int:
    """Returns what a value of that many bytes takes with a dimension of that size in the lanes."""
    return bytes // size * (-(-size // LANES) * LANES) if size else bytes


def is_narrow(shape: Sequence[int | None] | None) -> bool:
    """Whether rows of a table do not fill their tiles, but columns do: XLA keeps these one after the other."""
    if shape is None or len(shape) < 2 or shape[-1] is None or shape[-2] is None:
        return False
    return shape[-1] % LANES > 0 and shape[-2] >= LANES


def is_cumulative(op: Operation, shape: Sequence[int | None]) -> bool:
    """Whether a window ends, or begins, at each element of a dimension that does not fit into a row of a tile: XLA
    computes that in several steps, from an operand with this dimension in the lanes.
    """
    windows = integers(op, "window_dimensions")
    low, high = window_padding(op, len(windows))
    return any(
        size is not None and size == window > LANES and sorted([before, after]) == [0, size - 1]
        for size, window, before, after in zip(shape, windows, low, high, strict=False)
    )


def pooled_bytes(op: Operation, shape: Sequence[int | None], bytes: int) -> int:
    """Returns the bytes of a copy of an argument over which windows move by more than one element; 0 for no copy.

    The lanes are a dimension in which windows have one element. Arguments have the dimension there that they fill best.
    """
    sizes = [size or 1 for size in shape]
    windows, strides = integers(op, "window_dimensions"), integers(op, "window_strides")
    lanes = min(reversed(range(len(sizes))), key=lambda number: padded(sizes[number], sizes[number]) / sizes[number])
    moved = [number for number, stride in enumerate(strides) if stride > 1]
    kept = [padded(bytes, size) for size, window in zip(sizes, windows, strict=False) if window == 1]
    return min(kept) if lanes in moved and kept else 0


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
    for _ in range(_MAX_SOURCES):
        if not pending:
            break
        node = pending.pop().node
        if node is not None and node.kind & marks.FUSES:
            pending += node.operands
        elif node is not None and node.op.signature.definition is DOT_GENERAL and len(node.op.results) == 1:
            if rank_of(node.op.results[0].type) <= 2:
                continue
            return not node.op.properties.find(DotDimensionNumbers).lhs_batching_dimensions
    return False


def of_one_layout(node: HeldNode) -> Iterator[Sequence[HeldItem]]:
    """Yields the groups of operands, results and what they are in the blocks of a node, that have one layout."""
    if node.is_loop:
        body = node.blocks[1]
        yield from zip(
            node.operands, node.blocks[0].arguments, body.arguments, body.returned, node.results, strict=False
        )
    elif node.op.signature.definition in _PARTS:
        yield [*node.operands[: _PARTS[node.op.signature.definition]], *node.results]


def reads_transposed(op: Operation, number: int, sizes: LocalSizes) -> bool:
    if op.signature.definition is not DOT_GENERAL or multiplies_vector(op):
        return False
    shape = sizes.of_value(op.operands[number]).local_shape or ()
    dims = op.properties.find(DotDimensionNumbers)
    batch = (dims.lhs_batching_dimensions, dims.rhs_batching_dimensions)[number]
    contracted = (dims.lhs_contracting_dimensions, dims.rhs_contracting_dimensions)[number]
    kept = [each for each in range(len(shape)) if each not in (*batch, *contracted)]
    order = [*batch, *contracted, *kept] if number else [*batch, *kept, *contracted]
    is_plain = [*batch] == [*range(len(batch))] and len(contracted) == len(kept) == 1
    long = [each for each in order if shape[each] != 1]
    return long != sorted(long) and not is_plain


# Images that XLA for TPUs cuts into parts, which it takes for more images: its space-to-batch conversion.

_MAX_CUT_BATCH = 7
"""The images on a device up to which XLA for TPUs cuts each of them, for convolutions of larger batches."""
_CUTS = 8
"""The parts of such an image, along its last dimension."""


def cut_size(op: Operation, sizes: LocalSizes) -> tuple[int, int, int]:
    """Returns the sizes of the last dimension of images, of all their parts, and of windows; 0 if XLA does not cut.

    It does if each part has the rows that a window takes of the next one: not for windows that are whole images,
    as those of gradients of kernels are.
    """
    dims = op.properties.find(ConvDimensionNumbers)
    shape = sizes.of_value(op.operands[0]).local_shape
    if shape and dims.input_spatial_dimensions and integer(op, "batch_group_count", 1) == 1:
        kernel = checked(RankedTensorType, op.operands[1].type).shape
        size, window = shape[dims.input_spatial_dimensions[-1]] or 0, kernel[dims.kernel_spatial_dimensions[-1]]
        low, _ = window_padding(op, len(dims.input_spatial_dimensions))
        is_small = 0 < (shape[dims.input_batch_dimension] or 0) <= _MAX_CUT_BATCH
        if is_small and 0 < window <= -(-size // _CUTS) + 1:
            return size, -(-(size + max(low[-1], 0)) // _CUTS) * _CUTS, window
    return 0, 0, 0


def lanes_of_image(op: Operation, sizes: LocalSizes) -> int:
    """Returns the dimension of the result of a convolution that is in the lanes: features or images, whichever fill
    them better; -1 if that is not known, or images are cut.
    """
    dims = op.properties.find(ConvDimensionNumbers)
    shape = sizes.of_value(op.results[0]).local_shape
    if not shape or cut_size(op, sizes)[0]:
        return -1
    pair = [dims.output_feature_dimension, dims.output_batch_dimension]
    return min(pair, key=lambda number: padded(shape[number] or 1, shape[number] or 1) / (shape[number] or 1))
