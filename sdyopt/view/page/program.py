"""The text of a program as a page shows it: all of its lines, or of a long one those that cost most."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sdyopt.api.module import Module, parse
from sdyopt.diagnostics.rendering import Error
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.write.names import ValueNames

# Which lines of a long program a page shows.

MAX_LINES = 5_000
"""Of a program that is shown as a whole, and those that are shown of a longer one."""

_AROUND = 2
"""Lines before and after one of interest."""

_FUNCTION = re.compile(r"\s*func\.func\b[^@\n]*@\"?([^\s\"(]+)")
_DEFINED = re.compile(r"\s*(%[\w$.-]+)[^=\n]*=")


def shown_lines(text: str, wanted: Iterable[tuple[str, str]], everything: bool) -> list[tuple[int, int]]:
    """Returns the first and the last of the lines that are shown: all, or those that define values of interest.

    `wanted` are the names of functions and values, those that cost most first.
    """
    lines = text.removesuffix("\n").split("\n")
    if everything or len(lines) <= MAX_LINES:
        aliases = next((number for number, line in enumerate(lines) if not _ALIAS.match(line)), 0)
        return [(1 + aliases, len(lines))]
    places, function = dict[tuple[str, str], int](), ""
    for number, line in enumerate(lines, 1):
        if begun := _FUNCTION.match(line):
            function = begun[1]
            places[function, ""] = number
        elif defined := _DEFINED.match(line):
            places.setdefault((function, defined[1]), number)
    shown: set[int] = set()
    for name in wanted:
        if len(shown) >= MAX_LINES:
            break
        place = places.get(name, places.get((name[0], "")))
        if place is not None:
            shown.update(range(max(1, place - _AROUND), min(len(lines), place + _AROUND) + 1))
    return list(_runs(sorted(shown) or list(range(1, MAX_LINES + 1))))


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Yields the first and the last of each run of numbers that follow each other."""
    first = before = numbers[0]
    for number in numbers[1:]:
        if number != before + 1:
            yield first, before
            first = number
        before = number
    yield first, before


def line_count(text: str) -> int:
    """Returns the number of lines of a text."""
    return text.count("\n") + (not text.endswith("\n"))


# The text of a module: its input, without locations, or what passes have left.

_UNREAD = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')
"""Strings and comments."""

_LOCATION = re.compile(r"[ \t]*(?<![\w#$.-])loc\(")
_ALIAS = re.compile(r"#[\w$.-]+\s*=\s*loc\(")
_PARENTHESIS = re.compile(r"[()]")


class PageProgram(NamedTuple):
    """The text that a page shows."""

    text: str
    has_lines_of_input: bool
    """Whether that is the input, or the input without locations, and not what passes have left."""


def program_of(module: Module, allow_unregistered_dialect: bool = False) -> PageProgram:
    """Returns the text of a module: its input, without locations if it has any, unless passes have changed it.

    What passes have left is shown as sdy-opt prints it, and so is an input with locations in which values have other
    names than those.
    """
    if module.is_as_written and module.source.is_mlir:
        if _is_placed(module):
            return PageProgram(module.source.text, True)
        stripped = _without_locations(module, allow_unregistered_dialect)
        if stripped is not None:
            return PageProgram(stripped, True)
    return PageProgram(str(module), False)


def _readable(text: str) -> str:
    return _UNREAD.sub(lambda match: " " * len(match[0]), text)


def _without_locations(module: Module, allow_unregistered_dialect: bool) -> str | None:
    """Returns the input without its locations, if it can be read then, and calls values as tables do.

    Values that have locations of their own are called in tables what sdy-opt calls them.
    """
    text = module.source.text
    try:
        found = parse(without_locations(text, _readable(text)), allow_unregistered_dialect, module.source.name)
    except Error:
        return None
    printed = found.value_names()
    written = ValueNames(found.operation, found.source)
    return found.source.text if _is_placed(found) and all(printed[value] == name for value, name in written) else None


def _is_placed(module: Module) -> bool:
    """Whether all operations and block arguments know their place in the input, rather than have a location."""
    for op in module.walk():
        if not isinstance(op.location, int):
            return False
        blocks = [block for region in op.regions for block in region.blocks] if op.regions else ()
        if not all(isinstance(argument.location, int) for block in blocks for argument in block.arguments):
            return False
    return True


def without_locations(text: str, readable: str) -> str:
    """Returns `text` without the locations of operations and arguments.

    Aliases of locations stay at the beginning, so that each line keeps its number, and go at the end. `readable` is the
    text with blanks in place of comments and strings.
    """
    kept = []
    done = 0
    aliases = {readable.index("loc(", match.start()) for match in _ALIAS.finditer(readable)}
    for match in _LOCATION.finditer(readable):
        start = match.end() - len("loc(")
        if match.start() < done or start in aliases:
            continue
        stop = _after_parenthesis(readable, match.end())
        if stop is None:
            break
        kept.append(text[done : match.start()])
        kept.append("\n" * text.count("\n", match.start(), stop))
        done = stop
    lines = ("".join(kept) + text[done:]).split("\n")
    while lines and (not lines[-1] or _ALIAS.match(lines[-1])):
        lines.pop()
    return "\n".join([*lines, ""])


def _after_parenthesis(readable: str, start: int) -> int | None:
    """Returns the place after the parenthesis that closes the one before `start`."""
    depth = 1
    for match in _PARENTHESIS.finditer(readable, start):
        depth += 1 if match[0] == "(" else -1
        if not depth:
            return match.end()
    return None
