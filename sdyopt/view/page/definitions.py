"""Where a program's text defines the names of values, as far as names alone say what is meant.

A name that a function defines once means the same wherever it occurs in the function.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from sdyopt.dialects.builtin.ops import MODULE
from sdyopt.dialects.func.ops import FUNC
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.symbols import symbol_name

_NAME = re.compile(r"%[\w$.-]+")
_GROUP = r"%[\w$.-]+(?:[ \t]*:[ \t]*\d+)?"
_DEFINING = re.compile(rf"^[ \t]*({_GROUP}(?:[ \t]*,[ \t]*{_GROUP})*)[ \t]*=", re.MULTILINE)
"""The names of an operation's results, at the beginning of a line."""


class Definitions(NamedTuple):
    """The definitions in a program's text."""

    functions: list[int]
    """Where functions begin, in their order."""
    names: list[str]
    """What they are called."""
    places: list[int]
    """Where the names stand, in their order."""
    once: dict[tuple[int, str], int]
    """The places of the names that are defined once in the function with a number."""
    repeated: frozenset[tuple[int, str]]
    """The names that are defined several times in a function."""

    def function_at(self, place: int) -> int:
        """Returns the number of the function that holds a place; -1 before the first."""
        return bisect_right(self.functions, place) - 1


def definitions(text: str, module: Operation) -> Definitions | None:
    """Returns the definitions in `text`; `module` is what it parses to, located by places in it.

    `text` has blanks in place of comments and strings. None if values are defined outside of functions, or in another
    form than MLIR prints.
    """
    functions: list[tuple[int, str]] = []
    places: list[int] = []
    arguments: list[int] = []
    known: Block | None = None
    parent: Operation | None = None
    for op in module.walk():
        block, location = op.parent, op.location
        if not isinstance(location, int):
            return None
        if block is not known:  # Neighbours are around the same operation.
            known, parent = block, op.parent_op
        if parent is None or parent.signature.definition is MODULE:
            definition = op.signature.definition
            if definition is FUNC:
                functions.append((location, symbol_name(op) or ""))
            elif definition is not MODULE and (op.results or op.regions):
                return None
        if op.results and location >= 0 and (parent is None or parent.location != location):
            places.append(location)
        for region in op.regions if op.regions else ():
            for inner in region.blocks:
                arguments += [each.location for each in inner.arguments if isinstance(each.location, int)]
    lines = [match.span(1) for match in _DEFINING.finditer(text)]
    places.sort()
    if not _alternate(lines, places):
        return None
    named = [place for place in arguments if 0 <= place < len(text) and text[place] == "%"]
    return _definitions(text, sorted(functions), sorted({*named, *_in_groups(text, lines)}))


def _alternate(lines: list[tuple[int, int]], places: list[int]) -> bool:
    """Whether an operation stands after each line's names and before the next line."""
    if len(lines) != len(places) or not lines:
        return not lines and not places
    nexts = [start for start, _ in lines[1:]] + [places[-1] + 1]
    return all(stop <= place < after for (_, stop), place, after in zip(lines, places, nexts, strict=True))


def _in_groups(text: str, lines: list[tuple[int, int]]) -> Iterator[int]:
    """Yields where the names of results stand."""
    for start, stop in lines:
        yield start
        if text.find("%", start + 1, stop) >= 0:
            yield from [name.start() for name in _NAME.finditer(text, start + 1, stop)]


def _definitions(text: str, functions: list[tuple[int, str]], places: list[int]) -> Definitions:
    once: dict[tuple[int, str], int] = {}
    repeated: set[tuple[int, str]] = set()
    starts = [place for place, _ in functions]
    match, number, count = _NAME.match, -1, len(starts)
    for place in places:
        while number + 1 < count and starts[number + 1] <= place:
            number += 1
        name = match(text, place)
        assert name is not None
        key = number, name[0]
        if key in once:
            repeated.add(key)
        once[key] = place
    for key in repeated:
        del once[key]
    return Definitions(starts, [name for _, name in functions], places, once, frozenset(repeated))
