"""How far elements of a dimension move between its blocks: numbers that depend on sizes and paddings alone.

A dimension with `size` elements in `count` blocks of one size, of which the last ones may be partly or all padding, is
padded, or cut, and has `result_size` elements then, in as many blocks. The device of a block of the result needs the
elements of the operand that are in it, which may be in the blocks of other devices.
"""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered


class MovedDimension(NamedTuple):
    """A dimension before and after it is padded: negative padding cuts elements off, as a slice does."""

    size: int
    result_size: int
    low: int
    dilation: int
    """The distance in the result of elements that are neighbours: one more than the interior padding."""

    @property
    def is_unchanged(self) -> bool:
        """Whether all elements stay at their places, except those that are cut off or added at the end."""
        return self.low == 0 and self.dilation == 1


class Hops(NamedTuple):
    """From how many blocks before and after its own a device needs elements, at most."""

    left: int
    right: int
    are_needed: bool
    """Whether blocks cannot stay as they are; that may be so without a hop, if one has no elements of the operand."""

    def are_too_many(self, count: int) -> bool:
        """Whether nearly all of `count` blocks would be sent to each device, some of them over several hops."""
        return self.left + self.right + 1 >= count and max(self.left, self.right) > 1


def block_size(size: int, count: int) -> int:
    """Returns the size of a block of a dimension, padded so that all have it."""
    return -(-size // count)


@remembered
def hops(dimension: MovedDimension, count: int) -> Hops:
    """Returns the hops of a dimension in `count` blocks."""
    block = block_size(dimension.size, count)
    footprint = block_size(dimension.result_size, count)
    firsts = [_truncated(number * footprint - dimension.low, dimension.dilation) for number in range(count)]
    spans = [_span(first, first + footprint - 1, dimension.size, block) for first in firsts]
    return _hops(spans, are_needed_without=True)


def hops_of_parts(starts: Iterable[int], length: int, size: int, block: int) -> Hops:
    """Returns the hops of a dimension of `size` elements, in blocks of the size `block`, that is cut into parts.

    The part of each device has at most `length` elements, from its start on. One without elements needs nothing.
    """
    return _hops([_span(start, start + length - 1, size, block) for start in starts], are_needed_without=False)


def _span(first: int, last: int, size: int, block: int) -> tuple[int, int] | None:
    """Returns the blocks in which elements are, from the first to the last; None if there are no such elements."""
    first, last = max(first, 0), min(last, size - 1)
    return None if first > last else (first // block, last // block)


def _hops(spans: list[tuple[int, int] | None], are_needed_without: bool) -> Hops:
    """Returns the hops to the blocks that each device needs."""
    present = [(number, span) for number, span in enumerate(spans) if span is not None]
    is_needed = any(span != (number, number) for number, span in present)
    return Hops(
        max([0, *[number - first for number, (first, _) in present]]),
        max([0, *[last - number for number, (_, last) in present]]),
        is_needed or (are_needed_without and len(present) < len(spans)),
    )


def _truncated(number: int, divisor: int) -> int:
    """Returns a quotient without its fraction, towards zero."""
    return number // divisor if number >= 0 else -(-number // divisor)


def stays_in_blocks(dimension: MovedDimension, count: int) -> bool:
    """Whether a pad leaves each block of the operand in the block of the result with its number, or out of all."""
    if count <= 1:
        return True
    if dimension.dilation != 1:
        return False
    block = block_size(dimension.size, count)
    footprint = block_size(dimension.result_size, count)
    for number in range(count):
        start = number * footprint - dimension.low
        span = _span(start, start + footprint - 1, dimension.size, block) if block else None
        if span not in (None, (number, number)):
            return False
    return True
