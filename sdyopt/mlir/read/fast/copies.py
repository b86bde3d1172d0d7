"""Isolated operations that hold the same as one before are taken without creating what they hold.

Where functions have been inlined, the same lines occur many times, with other names of values and another name of the
operation. The region of such an operation is a copy of the body of the first one (see `ir.bodies`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.bodies import Body, Content, CopiedRegion
from sdyopt.ir.body_reading import content_of
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.fast.line_template import MARK, LineTemplate
from sdyopt.mlir.write.attributes import MAX_NESTING

if TYPE_CHECKING:
    from sdyopt.mlir.read.operations import Operations

_NAMED = pattern(r'([^"]*<")([\w.$-]+)(?=">\()')
"""The beginning of a line that opens the region of an operation with a name of its own: `%0 = sdy.x<"name">(`."""

_MOST_LINES = 1 << 10
"""How many lines such an operation may have."""


class _Lines(NamedTuple):
    """The lines of an operation, without the names of values and its own name."""

    dialect: str
    """The default dialect where they stand."""
    before: str
    """The first line up to the name; all of it if there is none."""
    behind: str
    rest: tuple[str, ...]


class _Known(NamedTuple):
    """What is known of operations with the same lines. Slots count the names of values in these from 0."""

    body: Body
    signature: Signature
    property: str
    """The one that holds the name of the operation; "" if it has none."""
    length: int
    """Of the name."""
    slots: tuple[int, ...]
    """For each slot the first one with the same name."""
    operands: tuple[int, ...]
    has_result: bool
    new: tuple[int, ...]
    """The slots of names that the operation, or what it holds, defines."""
    places: tuple[tuple[int, int], ...]
    """Of the operation and all that it holds: how many slots are before it, and how many other characters."""


class Copies:
    """The isolated operations that one parse has met."""

    def __init__(self, parser: Operations) -> None:
        self.parser = parser
        self._met: set[str] = set()
        """The first lines up to a name."""
        self._known: dict[_Lines, _Known] = {}

    def has_met(self, skeleton: str) -> bool:
        """Returns whether there has been another operation that begins like this one."""
        before, *_ = _around_name(skeleton)
        has_met = before in self._met
        self._met.add(before)
        return has_met

    def learn(
        self, op: Operation, parts: list[str], offsets: Sequence[int], start: int, known: Mapping[str, LineTemplate]
    ) -> None:
        """Remembers the lines of an operation that has been parsed, if all inside are `known`.

        They begin at `start`; `parts` are the names in them and what is between. The operands are at `offsets`.
        """
        skeletons, names = MARK.join(parts[::2]).split("\n"), parts[1::2]
        lines, name = _lines(self.parser.default_dialects[-1], skeletons, 0)
        if lines is None or len(lines.rest) + 1 < len(skeletons) or lines in self._known:
            return
        if not self._are_known(skeletons, getattr(op.definition, "default_dialect", None) or "", known):
            return
        content = content_of(op.regions[0])
        starts = [*accumulate(map(len, parts), initial=start)][1:-1:2]
        properties = [key for key, value in op.properties.items() if name and value is StringAttr(name)]
        if content is None or len(properties) != bool(name) or len(op.results) > 1:
            return
        places = [place for place in (op.location, *content.locations) if isinstance(place, int)]
        operands = [starts.index(offset) if offset in starts else -1 for offset in offsets]
        arguments = list(content.locations[: len(content.body.block.arguments)])
        has_result = skeletons[0].lstrip(" ").startswith(MARK)
        head = [*starts[:has_result], *offsets, *arguments]
        if head != starts[: skeletons[0].count(MARK)] or len(places) <= len(content.locations):
            return
        counts = [bisect_left(starts, place) for place in places]
        ends = [*accumulate(map(len, names), initial=start)]
        slots = _slots(names)
        used = {slots[index] for index in operands}
        new = sorted(set(slots) - used)
        if any("#" in names[index] for index in new):
            return
        self._known[lines] = _Known(
            content.body,
            op.signature,
            "".join(properties),
            len(name),
            tuple(slots),
            tuple(operands),
            has_result,
            tuple(new),
            tuple([(count, place - ends[count]) for count, place in zip(counts, places, strict=True)]),
        )
        op.regions = [CopiedRegion(content)]
        op.regions[0].parent = op

    def _are_known(self, skeletons: Sequence[str], dialect: str, known: Mapping[str, LineTemplate]) -> bool:
        """Whether each line between the first and the last is an operation, or the first one of such an operation."""
        line = 1
        while line < len(skeletons) - 1:
            if skeletons[line] in known:
                line += 1
                continue
            inner, _ = _lines(dialect, skeletons, line)
            if inner is None or inner not in self._known:
                return False
            line += len(inner.rest) + 1
        return line == len(skeletons) - 1

    def find(self, skeletons: Sequence[str], line: int) -> tuple[_Known, str, int] | None:
        """Returns what is known of the operation that begins in a line, its name, and how many lines it has."""
        parser = self.parser
        if _around_name(skeletons[line])[0] not in self._met:
            return None
        lines, name = _lines(parser.default_dialects[-1], skeletons, line)
        known = None if lines is None else self._known.get(lines)
        if known is None or lines is None or len(parser.open_blocks) + 1 + known.body.depth >= MAX_NESTING:
            return None
        return known, name, len(lines.rest) + 1

    def take(self, known: _Known, name: str, names: Sequence[str], start: int) -> bool:
        """Makes an operation with these names of values, if they may be used so. Its lines begin at `start`."""
        new = [names[slot] for slot in known.new]
        values, signature = self.parser.values, known.signature
        if (*_slots(names),) != known.slots or "#" in "".join(new) or not values.keys().isdisjoint(new):
            return False
        operands = [values[names[slot]] for slot in known.operands if names[slot] in values]
        if [operand.type for operand in operands] != [*signature.operand_types]:
            return False
        if name:
            signature = signature.with_properties(signature.properties.with_entry(known.property, StringAttr(name)))
        ends = [*accumulate(map(len, names), initial=start)]
        place, *inside = [ends[count] + others for count, others in known.places]
        longer = len(name) - known.length
        if longer:
            inside = [each + longer for each in inside]
        op = Operation(signature, operands, place, [CopiedRegion(Content(known.body, tuple(inside)))])
        self.parser.append_with_regions(op)
        if known.has_result:
            values[names[0]] = op.results[0]
        return True


def _around_name(skeleton: str) -> tuple[str, str, str]:
    """Returns what is before the name of an operation in its first line, the name, and what is after it."""
    named = _NAMED.match(skeleton)
    return (skeleton, "", "") if named is None else (named[1], named[2], skeleton[named.end() :])


def _lines(dialect: str, skeletons: Sequence[str], line: int) -> tuple[_Lines | None, str]:
    """Returns the lines up to the brace below the beginning of the first one, which has that number, and the name.

    None if these are not all of them.
    """
    skeleton = skeletons[line]
    closing = skeleton[: len(skeleton) - len(skeleton.lstrip(" "))] + "}"
    for last in range(line + 1, min(line + _MOST_LINES, len(skeletons))):
        if skeletons[last].startswith(closing):
            before, name, behind = _around_name(skeleton)
            return _Lines(dialect, before, behind, tuple(skeletons[line + 1 : last + 1])), name
    return None, ""


def _slots(names: Sequence[str]) -> list[int]:
    """Returns for each name the number of the first one like it."""
    first: dict[str, int] = {}
    return [first.setdefault(name, number) for number, name in enumerate(names)]
