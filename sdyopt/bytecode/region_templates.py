"""Regions that are written like one before: which bytes they are, and how to make them again.

Reductions have regions of a few operations, and programs have thousands of reductions. Those with equal regions differ
in locations alone.
"""

from __future__ import annotations

from sdyopt.bytecode.cursor import Cursor
from sdyopt.bytecode.operation_kinds import (
    HAS_ATTRIBUTES,
    HAS_OP_PROPERTIES,
    HAS_OPERANDS,
    HAS_REGIONS,
    HAS_RESULT_USE_LISTS,
    HAS_RESULTS,
    HAS_SUCCESSORS,
)
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.mlir.read.fast.line_template import RegionTemplate, region_template_of

_MORE = HAS_SUCCESSORS | HAS_REGIONS | HAS_RESULT_USE_LISTS
"""What an operation of a region that is remembered does not have."""

LONGEST = 200
"""The number of bytes of the longest region that is remembered."""


class WrittenRegion(NamedTuple):
    """A region in which everything has the location of its operation, and how it is written."""

    parts: tuple[bytes, ...]
    """The contents of its section, without the number of the location between any two."""
    template: RegionTemplate

    def is_written(self, data: bytes, location: bytes) -> bool:
        """Whether a section with this content is such a region, where an operation's location has this number."""
        return location.join(self.parts) == data


def written_region(op: Operation, data: bytes) -> WrittenRegion | None:
    """Returns how to read further regions like that of `op`, whose section contains `data`; None if it is unusual."""
    template = region_template_of(op.regions[0], op.location)
    if template is None:
        return None
    places = _locations(Cursor(data))
    if not places:
        return None
    number = data[slice(*places[0])]
    parts: list[bytes] = []
    position = 0
    for start, end in places:
        if data[start:end] != number:
            return None
        parts.append(data[position:start])
        position = end
    return WrittenRegion((*parts, data[position:]), template)


def _locations(cursor: Cursor) -> list[tuple[int, int]] | None:
    """Returns where the numbers of locations are in a section of a region of one block; None if it is unusual."""
    if cursor.varint() != 1:
        return None
    cursor.varint()
    left, has_arguments = cursor.flagged()
    found: list[tuple[int, int]] = []

    def location() -> None:
        start = cursor.position
        cursor.varint()
        found.append((start, cursor.position))

    if has_arguments:
        for _ in range(cursor.varint()):
            _, has_location = cursor.flagged()
            if not has_location:
                return None
            location()
        if cursor.byte():
            return None
    for _ in range(left):
        cursor.varint()
        mask = cursor.byte()
        if mask & _MORE:
            return None
        location()
        for has in (HAS_ATTRIBUTES, HAS_OP_PROPERTIES):
            if mask & has:
                cursor.varint()
        for has in (HAS_RESULTS, HAS_OPERANDS):
            if mask & has:
                for _ in range(cursor.varint()):
                    cursor.varint()
    return found
