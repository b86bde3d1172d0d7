"""Values of a compiled program with their lives, and the memory that several of them take one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias


class StoredValue:
    """An array that an instruction defines, with the ticks between which it is in memory."""

    __slots__ = ("bytes", "first", "is_temporary", "joined", "last", "line", "shape")

    def __init__(self, line: int, shape: str, bytes: int, first: int, is_temporary: bool = True) -> None:
        self.line = line
        self.shape = shape
        self.bytes = bytes
        self.first = self.last = first
        self.is_temporary = is_temporary
        self.joined: StoredValue = self
        """Another value in the same buffer, or this one."""


ValueTree: TypeAlias = "StoredValue | tuple[ValueTree, ...]"
"""The values of an instruction's result, nested as its shape."""


class SharedBuffer:
    """Memory that several values take one after the other."""

    __slots__ = ("intervals", "size", "values")

    def __init__(self) -> None:
        self.values: list[StoredValue] = []
        self.size = 0
        self.intervals: list[tuple[int, int]] = []

    def add(self, value: StoredValue) -> None:
        self.values.append(value)
        self.size = max(self.size, value.bytes)
        self.intervals.append((value.first, value.last))


def leaves(tree: ValueTree) -> Iterator[StoredValue]:
    if isinstance(tree, StoredValue):
        yield tree
        return
    for part in tree:
        yield from leaves(part)


def element(tree: ValueTree | None, index: Sequence[int]) -> ValueTree | None:
    for number in index:
        if not isinstance(tree, tuple) or number >= len(tree):
            return None
        tree = tree[number]
    return tree


def first_of(value: StoredValue) -> StoredValue:
    """Returns the value that stands for all in the same buffer."""
    while value.joined is not value:
        value.joined = value.joined.joined
        value = value.joined
    return value


def join(left: StoredValue, right: StoredValue) -> None:
    first_of(right).joined = first_of(left)


def union(intervals: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns intervals in order, those that touch or overlap joined."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(intervals):
        if found and first <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], last)
        else:
            found.append((first, last))
    return found


def packed(buffer: SharedBuffer) -> SharedBuffer:
    buffer.intervals = union(buffer.intervals)
    return buffer


def overlap(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
    """Whether intervals, each in order, overlap."""
    left, right = iter(one), iter(other)
    a, b = next(left, None), next(right, None)
    while a is not None and b is not None:
        if a[1] < b[0]:
            a = next(left, None)
        elif b[1] < a[0]:
            b = next(right, None)
        else:
            return True
    return False


def most_of(buffers: Sequence[SharedBuffer]) -> tuple[int, list[tuple[StoredValue, int]]]:
    """Returns the largest sum of buffers in use at one time, and the values that are in memory then."""
    changes = sorted(
        [
            change
            for buffer in buffers
            for first, last in buffer.intervals
            for change in ((first, buffer.size), (last + 1, -buffer.size))
        ]
    )
    most = now = at = 0
    for tick, size in changes:
        now += size
        if now > most:
            most, at = now, tick
    live = []
    for buffer in buffers:
        if any(first <= at <= last for first, last in buffer.intervals):
            value = max(buffer.values, key=lambda value: (value.first <= at <= value.last, value.bytes))
            live.append((value, buffer.size))
    return most, live
