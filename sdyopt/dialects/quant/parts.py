"""Parts of tensors with several scales: the elements of what one device holds."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from sdyopt.dialects.quant.types import UniformQuantizedType


class UnequalScalesError(Exception):
    """The parts of a tensor have different scales, so that no type is that of all parts."""


def element_of_parts(type: UniformQuantizedType, shape: Sequence[int], counts: Sequence[int]) -> UniformQuantizedType:
    """Returns the elements of each part of a tensor with this shape and these elements.

    `counts` are the numbers of equal parts that its dimensions are cut into. Raises UnequalScalesError if the parts
    have different scales or zero points, or if there are blocks that belong to several parts.
    """
    for place, (axis, block) in enumerate(type.axes):
        count = counts[axis] if axis < len(counts) else 1
        if count == 1:
            continue
        if block is not None and shape[axis] % (count * block):
            raise UnequalScalesError(f"dimension {axis} is not cut between blocks of size {block}")
        type = _cut(type, axis, place if block is None else axis, count)
    return type


def _cut(type: UniformQuantizedType, axis: int, place: int, count: int) -> UniformQuantizedType:
    """Cuts the lists of scales at one place of their shape into parts, which have to be equal; returns one."""
    size = type.shape[place] if place < len(type.shape) else 1
    part, inner = size // count, prod(type.shape[place + 1 :])

    def first(values: Sequence[int]) -> tuple[int, ...]:
        rows = [tuple(values[start : start + size * inner]) for start in range(0, len(values), size * inner)]
        kept = [row[: part * inner] for row in rows]
        if size % count or any(row != start * count for row, start in zip(rows, kept, strict=True)):
            raise UnequalScalesError(f"the {count} parts of dimension {axis} have different scales or zero points")
        return tuple([value for row in kept for value in row])

    shape = (*type.shape[:place], part, *type.shape[place + 1 :])
    return type.replace(shape=shape, scales=first(type.scales), zero_points=first(type.zero_points))
