"""Which dimensions of one shape become one of another: groups of neighbours, found from the shapes or composed."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.attributes import I64, ArrayAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC

Groups = list[list[int]]
"""For each dimension of the smaller shape those of the larger one that it is made of."""
_Range = tuple[int, int]
"""The first and the last of neighbouring dimensions."""


def groups_of(op: Operation) -> Groups:
    """Returns the groups of an `expand_shape` or `collapse_shape`."""
    attribute = op.properties["reassociation"]
    assert isinstance(attribute, ArrayAttr)
    return [[number.value for number in group] for group in attribute]  # type: ignore[attr-defined]


def groups_attribute(groups: Groups) -> ArrayAttr:
    """Returns the property for these groups."""
    return ArrayAttr(tuple([ArrayAttr(tuple([IntegerAttr(number, I64) for number in group])) for group in groups]))


def composed(first: Groups, second: Groups) -> Groups | None:
    """Returns the groups of two reshapes of the same kind, one after the other; None if one changes no rank."""
    if len(first) == len(second):
        return None
    larger, smaller = (first, second) if len(first) > len(second) else (second, first)
    if smaller and sum(map(len, smaller)) != len(larger):
        return None
    return [[number for index in group for number in larger[index]] for group in smaller]


def cancelled(larger: Groups, smaller: Groups) -> Groups | None:
    """Returns how dimensions are merged by two reshapes that undo each other in part; None if they do not fit.

    Both are groups of one shape; each of `smaller` is to be made of whole ones of `larger`.
    """
    found: Groups = []
    following = 0
    for group in smaller:
        merged: list[int] = []
        while following < len(larger):
            last = larger[following][-1]
            if last > group[-1]:
                return None
            merged.append(following)
            following += 1
            if last == group[-1]:
                break
        found.append(merged)
    return found


def within(larger: Groups, smaller: Groups, source: Sequence[int], target: Sequence[int]) -> Groups | None:
    """Returns how `source` is collapsed to `target`, where groups of both stand for the same dimensions.

    Returns None if that is not clear from the sizes.
    """
    if not larger:
        return collapsing(source, target)
    found: Groups = []
    for group, others in zip(larger, smaller, strict=False):
        sizes = source[group[0] : group[0] + len(group)]
        wanted = target[others[0] : others[0] + len(others)]
        parts: Groups | None
        if len(sizes) == len(wanted):
            if tuple(sizes) != tuple(wanted) or list(sizes).count(DYNAMIC) >= 2:
                return None
            parts = [[number] for number in range(len(sizes))]
        else:
            parts = collapsing(sizes, wanted)
            if parts is None:
                return None
        found += [[group[0] + number for number in part] for part in parts]
    return found


def collapsing(source: Sequence[int], target: Sequence[int]) -> Groups | None:
    """Returns the groups of dimensions of `source` that make those of `target`; None if they are not unique.

    Only dimensions of size 1 may belong to one group or to another.
    """
    if len(source) <= len(target):
        return None
    if not target:
        return [] if all(size == 1 for size in source) else None
    ranges = _ranges(source, target)
    reverse = _ranges(source[::-1], target[::-1])
    if ranges is None or reverse is None:
        return None
    last = len(source) - 1
    others = [(last - end, last - start) for start, end in reverse[::-1]]
    groups: Groups = []
    for (start, end), (other_start, other_end) in zip(ranges, others, strict=True):
        group = set(range(start, end + 1))
        if any(source[number] != 1 for number in group ^ set(range(other_start, other_end + 1))):
            return None
        groups.append(sorted(group))
    return groups


def _ranges(source: Sequence[int], target: Sequence[int]) -> list[_Range] | None:
    """Returns the neighbours that make each dimension of `target`, found from left to right, as few as possible."""
    ranges: list[_Range] = []
    position = 0
    for number, size in enumerate(target):
        takes_rest = number == len(target) - 1
        if size == DYNAMIC:
            found = _range_for_dynamic(source, position, takes_rest)
        else:
            found = _range_for_size(source, position, size, takes_rest)
        if found is None:
            return None
        if found[0] > position:
            # What is skipped belongs to the dimension before, of which nothing is known.
            if not number or target[number - 1] != DYNAMIC:
                return None
            ranges[-1] = (ranges[-1][0], found[0] - 1)
        position = found[1] + 1
        ranges.append(found)
    return ranges if ranges[-1][1] == len(source) - 1 else None


def _range_for_dynamic(source: Sequence[int], start: int, takes_rest: bool) -> _Range | None:
    """Returns the dimensions up to the first one of which nothing is known."""
    for end in range(start, len(source)):
        if source[end] == DYNAMIC:
            return start, len(source) - 1 if takes_rest else end
    return None


def _range_for_size(source: Sequence[int], start: int, wanted: int, takes_ones: bool) -> _Range | None:
    """Returns the first neighbours with that number of elements."""
    left, count = start, 1
    for right in range(start, len(source)):
        if source[right] == DYNAMIC:
            left, count = right + 1, 1
            continue
        count *= source[right]
        while count > wanted and left < right:
            count //= source[left]
            left += 1
        if count == wanted:
            end = right
            while takes_ones and end + 1 < len(source) and source[end + 1] == 1:
                end += 1
            return left, end
    return None
