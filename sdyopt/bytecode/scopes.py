"""What is known while a region is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import Value

_NO_TYPE: Any = None


class UnreadValue(Value):
    """Stands for a value that is used before its definition has been read."""

    __slots__ = ()

    def __init__(self) -> None:
        self.type = _NO_TYPE
        self._uses = ()


class RegionScope:
    """A region that is being read, and where to go on after it.

    `values` are those that its operations may use; its own are from `base` to `limit`, the next of which is `next`.
    """

    __slots__ = ("base", "block", "blocks", "end", "following", "left", "limit", "next", "number", "start", "values")

    block: Block

    def __init__(
        self, values: list[Value | None], blocks: list[Block], count: int, following: Sequence[Region]
    ) -> None:
        self.values = values
        self.blocks = blocks
        self.base = self.next = len(values)
        self.limit = self.base + count
        self.following = following
        self.number = -1
        self.left = 0
        self.start = 0
        self.end: int | None = None
        """Where the section starts and ends that the regions of the operation are in, if they are in one."""
        values += [None] * count
