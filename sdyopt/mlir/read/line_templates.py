"""Lines that were seen before are operations without parsing.

In real programs the same line returns thousands of times with other value names. A line without its names is a
*skeleton*; what lines with one skeleton have in common is their *template*. The grammar reads the first of them;
further ones become operations directly, with the same signature, or that of another symbol for lines that differ in the
symbol to which they refer, as calls do. Nothing else may differ from what the grammar does:
whatever is not quite the same (a name that is unknown, taken or of another type, a line that goes on in the next one)
is left to the grammar.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Location
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.bodies import Body, Content, CopiedRegion, content_of
from sdyopt.ir.locations import OpaqueLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import Signature
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.read.families import MARK, Families, Heads, LineTemplate, region_template_of
from sdyopt.mlir.tokens import VALUE_ID, pattern
from sdyopt.mlir.write.attributes import MAX_NESTING

if TYPE_CHECKING:
    from sdyopt.mlir.formats.state import EntryArgument
    from sdyopt.mlir.read.operations import Operations


_NAME = rf"{VALUE_ID}(?:#\d++)?"
_SPLIT = pattern(rf"({_NAME})", re.ASCII)
_SPLIT_WITH_LOCATIONS = pattern(rf"({_NAME}|#loc\d*(?=\)))", re.ASCII)
"""Literal, name, literal, name, …, literal."""

_INDENT = 1 << 10
"""How far a line may be indented for its operation to be found among the known."""

_WINDOW = 1 << 18
"""How many characters are split at a time; a longer line is left to the grammar."""

_OPENING, _CLOSING = "{", "}"
"""The last character of lines that open functions, and the only one of lines that close them."""

_GOES_ON = pattern(r'\s*(?:loc\b|attributes\b|//|[^\s%"^}A-Za-z_])')
"""A line that may belong to the operation of the line before."""


_FOLLOWED = pattern(r"[ \t\r]*(?!//)[^ \t\r]")
"""More than a comment after an operation on its line."""


_BARE_NAME = pattern(r"[\w.$]+")
"""An operation of which nothing is there but its name."""


class LineTemplates:
    """The templates that one parse has learnt, by the default dialect where the lines stood."""

    def __init__(self, parser: Operations) -> None:
        self.parser = parser
        text: str = parser.text
        self.by_dialect: dict[str, dict[str, LineTemplate]] = {}
        self.families = Families(parser)
        self.heads = Heads(parser)
        self.copies: Copies | None = None
        self.split = (_SPLIT_WITH_LOCATIONS if "loc(#loc" in text else _SPLIT).split
        self.usable = MARK not in text
        # The window: its lines, the skeleton of each, all their names; and where in it the last call ended.
        self.lines: list[str] = []
        self.skeletons: list[str] = []
        self.names: list[str] = []
        self.line = self.name = self.offset = 0

    def learn(
        self,
        op: Operation,
        state: OperationState,
        names: list[tuple[str, int | None, int]] | None,
        start: int,
        location: Location | None,
    ) -> None:
        """Remembers the line of an operation that the grammar has just parsed, if it is one whole operation."""
        parser = self.parser
        if op.regions:
            self.heads.learn_function(op, location)
        text: str = parser.text
        # No further than a line that is of use is long: there may be very many operations in one.
        line_start = text.rfind("\n", max(start - _INDENT, 0), start) + 1
        if start - line_start > _INDENT or text[line_start:start].strip(" \t"):
            return
        if op.regions and "IsolatedFromAbove" in op.definition.traits:
            self._learn_isolated(op, state, line_start, location)
        line_end = text.find("\n", parser.last_end, line_start + _WINDOW)
        if line_end < 0 or _FOLLOWED.match(text, parser.last_end, line_end):
            return
        if (names is not None and len(names) > 1) or op.successors or text.find("\n", start, line_end) >= 0:
            return
        if not state.operands and _BARE_NAME.fullmatch(text, state.offset, parser.last_end):
            return  # what the next line begins with may be the operand
        regions = [region_template_of(region, op.location) for region in op.regions]
        if None in regions:
            return
        line = text[line_start:line_end]
        parts = self.split(line)
        slots: dict[int, int] = {}
        offset = line_start
        for index, part in enumerate(parts):
            if index & 1:
                slots[offset] = index >> 1
            offset += len(part)
        location_slot = -1
        if location is not None and len(parts) > 1 and parts[-2][0] == "#" and parts[-1].strip() == ")":
            location_slot = slots.popitem()[1]
            location = None
        if not all(text.startswith(use.name, use.offset) for use in state.operands):
            return  # the number of a result stands apart from its name
        operands = [slots.pop(use.offset, None) for use in state.operands]
        result = -1 if names is None else slots.pop(names[0][2], None)
        if result is None or None in operands or slots:
            return
        before = 0 if result < 0 else len(parts[1])
        template = LineTemplate(
            op.signature,
            len(parts) >> 1,
            tuple(operands),  # type: ignore[arg-type]
            op.signature.operand_types,
            result,
            len(op.results) if result >= 0 and len(op.results) > 1 else 0,
            state.offset - line_start - before,
            location,
            location_slot,
            tuple(regions),  # type: ignore[arg-type]
        )
        skeleton = MARK.join(parts[::2])
        self._known_templates()[skeleton] = template
        self.families.learn(parser.default_dialects[-1], skeleton, template, line, line_start)

    def learn_head(self, arguments: Sequence[EntryArgument], start: int, end: int) -> None:
        """Remembers the head, from `start` to `end`, of a region that has these arguments, if it is a function's."""
        if self.usable:
            self.heads.learn(arguments, start, end, self.split)

    def _learn_isolated(self, op: Operation, state: OperationState, start: int, location: Location | None) -> None:
        """Remembers the lines, from `start` on, of an operation that is neither a function nor a table of symbols."""
        parser, definition = self.parser, op.definition
        if location is not None or self.split is _SPLIT_WITH_LOCATIONS.split or not self.usable or len(op.regions) > 1:
            return
        is_small = parser.last_end - start <= _WINDOW >> 2
        if not is_small or not {"SymbolTable", "FunctionOpInterface"}.isdisjoint(definition.traits):
            return
        if self.copies is None:
            self.copies = Copies(parser, self.split)
        inside = self.by_dialect.setdefault(getattr(definition, "default_dialect", None) or "", {})
        self.copies.learn(op, [use.offset for use in state.operands], start, inside)

    def _known_templates(self) -> dict[str, LineTemplate]:
        """The templates that are known where the parser is, by their skeletons."""
        return self.by_dialect.setdefault(self.parser.default_dialects[-1], {})

    def _similar(self, known: dict[str, LineTemplate], line: int, start: int) -> LineTemplate | None:
        """Returns the template of a line that differs from a known one in sizes or attributes alone; keeps it."""
        skeleton = self.skeletons[line]
        template = self.families.find(self.parser.default_dialects[-1], skeleton, self.lines[line], start)
        if template is not None:
            known[skeleton] = template
        return template

    def _find_line(self, line_start: int) -> bool:
        """Moves to the line that begins at `line_start`; gives whether it is whole and not too long."""
        if line_start < self.offset:
            return self._load(line_start)
        lines, skeletons = self.lines, self.skeletons
        while self.offset < line_start and self.line < len(lines):
            self.offset += len(lines[self.line]) + 1
            self.name += skeletons[self.line].count(MARK)
            self.line += 1
        return (self.offset == line_start and self.line < len(lines)) or self._load(line_start)

    def _load(self, line_start: int) -> bool:
        """Splits the lines from `line_start` on."""
        text: str = self.parser.text
        end = text.rfind("\n", line_start, line_start + _WINDOW) + 1
        chunk = text[line_start:end]
        parts = self.split(chunk)
        self.names = parts[1::2]
        self.skeletons = MARK.join(parts[::2]).split("\n")
        self.lines = chunk.split("\n")[:-1]
        self.line = self.name = 0
        self.offset = line_start
        return bool(self.lines)

    def take(self, start: int) -> int | None:
        """Makes operations of the known lines from the one in which an operation starts at `start`.

        Gives the beginning of the first line that was not taken, or None if none was.
        """
        parser = self.parser
        if parser.forward or not self.usable:
            return None
        text: str = parser.text
        # Limited, because a line of a million operands is looked at for each of them.
        line_start = text.rfind("\n", max(start - _INDENT, 0), start) + 1
        if start - line_start > _INDENT or text[line_start:start].strip(" \t") or not self._find_line(line_start):
            return None
        values = parser.values
        op: Operation | None = None
        taken = 0
        while True:
            known = self._known_templates()
            block = parser.block
            lines, skeletons, names = self.lines, self.skeletons, self.names
            line, name, offset = self.line, self.name, self.offset
            last_line = len(lines)
            while line < last_line:
                if (template := known.get(skeletons[line]) or self._similar(known, line, offset)) is None:
                    break
                signature, count, slots, types, result, pack, column, location, location_slot, regions = template
                try:
                    operands = [values[names[name + slot]] for slot in slots]
                except KeyError:
                    break
                for operand, type in zip(operands, types):  # noqa: B905 - of the same length
                    if operand.type is not type:
                        break
                else:
                    if result >= 0:
                        result_name = names[name + result]
                        if result_name in values or "#" in result_name:
                            break
                        if pack and any(f"{result_name}#{index}" in values for index in range(pack)):
                            break
                        place: Location | int = offset + column + len(result_name)
                    else:
                        place = offset + column
                    if location is not None:
                        place = location
                    elif location_slot >= 0:
                        alias = names[name + location_slot]
                        if alias[0] != "#":
                            break
                        said = self.parser.attribute_aliases.get(alias[1:])
                        place = said if isinstance(said, Location) else self._later(alias[1:], offset)
                    op = Operation(
                        signature, operands, place, [region.make(place) for region in regions] if regions else ()
                    )
                    if result >= 0:
                        if pack:
                            for index, value in enumerate(op.results):
                                values[f"{result_name}#{index}"] = value
                        values[result_name] = op.results[0]
                    op.parent = block
                    last = op.previous = block.last
                    if last is None:
                        block.first = op
                    else:
                        last.next = op
                    block.last = op
                    taken += 1
                    name += count
                    offset += len(lines[line]) + 1
                    line += 1
                    continue
                break
            self.line, self.name, self.offset = line, name, offset
            if line < last_line:
                if not self._take_copy() and not self._take_brace(skeletons[line], offset, offset + len(lines[line])):
                    break
                op = None
                taken += 1
            elif not self._load(offset):
                break
        if op is not None and self._goes_on(offset):
            # What looked like a whole operation goes on in the next line: the grammar must read it.
            op.erase()
            while values and next(reversed(values.values())) in op.results:
                values.popitem()
            offset = text.rfind("\n", 0, offset - 1) + 1
            taken -= 1
        return offset if taken else None

    def _take_copy(self) -> bool:
        """Takes the next lines if they are an isolated operation that is like one before."""
        copies, line = self.copies, self.line
        if copies is None or not self.skeletons[line].endswith(_OPENING):
            return False
        if (found := copies.find(self.skeletons, line)) is None:
            return False
        known, name, count = found
        end = self.offset + sum(map(len, self.lines[line : line + count])) + count
        names = self.names[self.name : self.name + len(known.slots)]
        if self._goes_on(end) or not copies.take(known, name, names, self.offset):
            return False
        self.line += count
        self.name += len(names)
        self.offset = end
        return True

    def _take_brace(self, skeleton: str, start: int, end: int) -> bool:
        """Takes the next line, from `start` to `end`, if it opens or closes a function in a known way."""
        if skeleton.endswith(_OPENING):
            names = self.names[self.name : self.name + skeleton.count(MARK)]
            if not self.heads.open(skeleton, names, start):
                return False
            self.name += len(names)
        elif skeleton.strip(" \t\r") != _CLOSING or self._goes_on(end + 1) or not self.heads.close():
            return False
        self.line += 1
        self.offset = end + 1
        return True

    def _goes_on(self, offset: int) -> bool:
        """Whether what looked like a whole operation may go on at `offset`, in the next line."""
        text: str = self.parser.text
        return _GOES_ON.match(text, offset) is not None or offset >= len(text)

    def _later(self, alias: str, line_start: int) -> Location:
        text: str = self.parser.text
        self.parser.alias_uses.setdefault(alias, text.rindex("#", line_start, text.index("\n", line_start)))
        return OpaqueLoc(alias)


# Isolated operations that hold the same as one before are taken without creating what they hold.

_NAMED = pattern(r'([^"]*<")([\w.$-]+)(?=">\()')
"""The beginning of a line that opens the region of an operation with a name of its own: `%0 = sdy.x<"name">(`."""

_MAX_LINES = 1 << 10
"""How many lines such an operation may have."""

_MAX_IN_VAIN = 1 << 8
"""After so many operations of which none is like one before, no more are looked at."""


class _Lines(NamedTuple):
    """The lines of an operation, without the names of values and its own name."""

    dialect: str
    """The default dialect where they stand."""
    before: str
    """The first line up to the name; all of it if there is none."""
    behind: str
    rest: tuple[str, ...]


class _Known(NamedTuple):
    """The properties of operations with the same lines. Slots count the names of values in these from 0."""

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


class _Unexamined(NamedTuple):
    """An operation that has been parsed, the first one with its lines."""

    op: Operation
    offsets: list[int]
    """The places of its operands."""
    start: int
    """Where its lines begin, and end."""
    end: int
    inside: Mapping[str, LineTemplate]
    """The templates of lines where the default dialect is that inside the operation."""


class Copies:
    """The isolated operations that one parse has met. `split` takes a text apart into names and what is between."""

    def __init__(self, parser: Operations, split: Callable[[str], list[Any]]) -> None:
        self.parser = parser
        self.split = split
        self._in_vain = 0
        """How many have been remembered since one was taken."""
        self._met: set[str] = set()
        """The first lines up to a name."""
        self._known: dict[_Lines, _Known | _Unexamined | None] = {}
        """None for lines that are not to be taken; whether they are is found out when they occur again."""

    def learn(self, op: Operation, offsets: list[int], start: int, inside: Mapping[str, LineTemplate]) -> None:
        """Remembers the lines, from `start` on, of an operation that has been parsed.

        The operands are at `offsets`; `inside` has what is known of lines inside it.
        """
        if self._in_vain > _MAX_IN_VAIN:
            return
        text, end = self.parser.text, self.parser.last_end
        first = MARK.join(self.split(text[start : text.find("\n", start)])[::2])
        before, *_ = _around_name(first)
        if before not in self._met:
            self._met.add(before)
            return
        skeletons = MARK.join(self.split(text[start:end])[::2]).split("\n")
        lines, _ = _lines(self.parser.default_dialects[-1], skeletons, 0)
        if lines is not None and len(lines.rest) + 1 == len(skeletons) and text.startswith("\n", end):
            self._known.setdefault(lines, _Unexamined(op, offsets, start, end, inside))
            self._in_vain += 1

    def _known_of(self, lines: _Lines) -> _Known | None:
        """Returns what is known of operations with these lines."""
        if isinstance(known := self._known.get(lines), _Unexamined):
            known = self._known[lines] = self._examined(known)
        return known

    def _examined(self, read: _Unexamined) -> _Known | None:
        """Returns what is known of operations with the lines of this one, and gives it a copy of its body.

        None if it is not one of those of which all other lines than the first and the last are known.
        """
        op, offsets, start, end, inside = read
        parts = self.split(self.parser.text[start:end])
        skeletons, names = MARK.join(parts[::2]).split("\n"), parts[1::2]
        _, name, _ = _around_name(skeletons[0])
        dialect = getattr(op.definition, "default_dialect", None) or ""
        content = content_of(op.regions[0]) if self._are_known(skeletons, dialect, inside) else None
        properties = [key for key, value in op.properties.items() if name and value is StringAttr(name)]
        if content is None or len(properties) != bool(name) or len(op.results) > 1:
            return None
        starts = [*accumulate(map(len, parts), initial=start)][1:-1:2]
        places = [place for place in (op.location, *content.locations) if isinstance(place, int)]
        has_result = skeletons[0].lstrip(" ").startswith(MARK)
        head = [*starts[:has_result], *offsets, *content.locations[: len(content.body.block.arguments)]]
        if head != starts[: skeletons[0].count(MARK)] or len(places) <= len(content.locations):
            return None
        slots = _slots(names)
        operands = [starts.index(offset) for offset in offsets]
        new = sorted(set(slots) - {slots[slot] for slot in operands})
        if any("#" in names[slot] for slot in new):
            return None
        op.regions = [CopiedRegion(content)]
        op.regions[0].parent = op
        counts = [bisect_left(starts, place) for place in places]
        ends = [*accumulate(map(len, names), initial=start)]
        return _Known(
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

    def _are_known(self, skeletons: Sequence[str], dialect: str, inside: Mapping[str, LineTemplate]) -> bool:
        """Whether each line between the first and the last is an operation, or the first one of such an operation."""
        line = 1
        while line < len(skeletons) - 1:
            if skeletons[line] in inside:
                line += 1
                continue
            inner, _ = _lines(dialect, skeletons, line)
            if inner is None or self._known_of(inner) is None:
                return False
            line += len(inner.rest) + 1
        return line == len(skeletons) - 1

    def find(self, skeletons: Sequence[str], line: int) -> tuple[_Known, str, int] | None:
        """Returns what is known of the operation that begins in a line, its name, and how many lines it has."""
        parser = self.parser
        if self._in_vain > _MAX_IN_VAIN or _around_name(skeletons[line])[0] not in self._met:
            return None
        lines, name = _lines(parser.default_dialects[-1], skeletons, line)
        known = None if lines is None else self._known_of(lines)
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
        self._in_vain = 0
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
    for last in range(line + 1, min(line + _MAX_LINES, len(skeletons))):
        if skeletons[last].startswith(closing):
            before, name, behind = _around_name(skeleton)
            return _Lines(dialect, before, behind, tuple(skeletons[line + 1 : last + 1])), name
    return None, ""


def _slots(names: Sequence[str]) -> list[int]:
    """Returns for each name the number of the first one like it."""
    first: dict[str, int] = {}
    return [first.setdefault(name, number) for number, name in enumerate(names)]
