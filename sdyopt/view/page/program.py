"""The text of a program as a page shows it, with the places of its values and shardings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

from sdyopt.api.module import Module, parse
from sdyopt.diagnostics.rendering import Error
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.builtin import MODULE
from sdyopt.dialects.func.ops import FUNC
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.region import Block
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.read.parser import Spans
from sdyopt.mlir.read.parser import parse as parse_text
from sdyopt.mlir.write.names import ValueNames

# Which lines of a long program a page shows.

MAX_LINES = 20_000
"""Of a program that is shown as a whole."""

_MAX_OF_LONG = 5_000
"""Lines that are shown of a longer one."""

_AROUND = 2
"""Lines before and after one of interest."""


class Lines(NamedTuple):
    """Neighbouring lines of a program."""

    first: int
    """From 1."""
    size: int
    """How many they are."""
    start: int
    """The place in the program where they begin."""
    shown_at: int
    """The place where they begin in the text that is shown."""
    length: int


class PageExcerpt:
    """Lines of a text, one after the other; a page shows them as if they were a text."""

    def __init__(self, text: str, lines: Iterable[tuple[int, int]]) -> None:
        starts = _starts(text)
        self.lines: list[Lines] = []
        """In their order."""
        parts = []
        shown = 0
        for first, last in lines:
            start = starts[first - 1]
            part = text[start : starts[last] - 1] if last < len(starts) - 1 else text[start:]
            self.lines.append(Lines(first, last - first + 1, start, shown, len(part)))
            parts.append(part)
            shown += len(part) + 1
        self.text = "\n".join(parts)
        self._starts = [each.start for each in self.lines]
        self.is_whole = self.text == text.removesuffix("\n") or self.text == text
        """Whether all lines are shown."""

    def place(self, place: int) -> int | None:
        """Returns where a place of the program is in the text that is shown; None if it is not there."""
        index = bisect_right(self._starts, place) - 1
        if index < 0:
            return None
        lines = self.lines[index]
        return None if place > lines.start + lines.length else place - lines.start + lines.shown_at


def excerpt(text: str, wanted: Iterable[int | None], everything: bool) -> PageExcerpt:
    """Returns all lines of a text, or of a long one unless `everything` is, those that are wanted most, with others."""
    count = line_count(text)
    if everything or count <= MAX_LINES:
        return PageExcerpt(text, [(1, count)] if count else [])
    shown: set[int] = set()
    for line in wanted:
        if len(shown) >= _MAX_OF_LONG:
            break
        if line is not None:
            shown.update(range(max(1, line - _AROUND), min(count, line + _AROUND) + 1))
    return PageExcerpt(text, _runs(sorted(shown) or list(range(1, _MAX_OF_LONG + 1))))


def _runs(numbers: list[int]) -> Iterable[tuple[int, int]]:
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


def _starts(text: str) -> list[int]:
    """Returns where the lines begin, and after the last one where another one would."""
    starts = [0]
    for line in text.split("\n")[: line_count(text)]:
        starts.append(starts[-1] + len(line) + 1)
    return starts


# Where a program's text defines the names of values, as far as names alone say what is meant.

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


# Where values stand in a program's text, and which of them is meant there.


class Reference(NamedTuple):
    """A name in the text, from `start` to before `stop`, and where the name stands that defines what it means."""

    start: int
    stop: int
    definition: int


def references(text: str) -> list[Reference]:
    """The names of values in `text`, a program, in its order. Raises CompilationError if it is none."""
    spans = Spans()
    parse_text(text, REGISTRY, allow_unregistered=True, spans=spans)
    meant = {start: start for start in spans.definitions}
    meant.update({start: spans.places[value] for start, value in spans.uses()})
    return [Reference(start, spans.names[start], meant[start]) for start in sorted(meant)]


_UNREAD = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')
"""Strings and comments."""

_SPACE_OR_STRING = re.compile(r'("(?:[^"\\]|\\.)*")|\s+')
_SHARDING = re.compile(r"<(?:@(?:[\w$.-]+| *+)|mesh\s*<[^>]*>)\s*,\s*\[")
"""How a sharding begins, strings blank: `<@mesh, [`, or `<mesh<["x"=2]>, [`."""

_LOCATION = re.compile(r"[ \t]*(?<![\w#$.-])loc\(")
_ALIAS = re.compile(r"#[\w$.-]+\s*=\s*loc\(")
_PARENTHESIS = re.compile(r"[()]")


class ShardingMark(NamedTuple):
    """A sharding in the text, from `start` to before `stop`, and how it is written without spaces."""

    start: int
    stop: int
    key: str


class PageProgram(Record):
    """A module as a text that stands for it."""

    module: Module | None
    """What the text parses to; None if it does not parse, as some attributes do not as MLIR prints them."""
    text: str
    is_as_written: bool
    """Whether that is the input."""
    has_lines_of_input: bool
    """Whether that is the input, or the input without locations, and not what passes have left."""
    readable: str
    """The text with blanks in place of strings and comments."""

    @cached_property
    def values(self) -> list[Reference]:
        """The names of values, with what they mean."""
        return [] if self.module is None else references(self.text)

    @cached_property
    def definitions(self) -> Definitions | None:
        """The definitions of names, as far as they say what names mean; None if only `values` does."""
        return None if self.module is None else definitions(self.readable, self.module.operation)

    def find_names(self) -> None:
        """Finds the names, of which a page shows some, as long as the module is as it is written."""
        if self.definitions is None or self.definitions.repeated or line_count(self.text) > MAX_LINES:
            self.values  # noqa: B018 (it is made when it is first wanted)

    @cached_property
    def shardings(self) -> list[ShardingMark]:
        """The shardings that are written out."""
        return list(_shardings(self.text, self.readable))


def program_of(module: Module, allow_unregistered_dialect: bool = False) -> PageProgram:
    """Returns the program of a module: its input, without locations if it has any, unless passes have changed it.

    What passes have left is shown as sdy-opt prints it: in generic form if only that can be read again, and without
    marks of values if neither can. So is an input with locations in which values have other names than those.
    """
    has_text = module.is_as_written and module.source.is_mlir
    is_as_written = has_text and _is_placed(module)
    stripped = None
    if has_text and not is_as_written:
        stripped = _without_locations(module, allow_unregistered_dialect)
    shown = module if is_as_written else stripped or _printed(module, allow_unregistered_dialect)
    text = str(module) if shown is None else shown.source.text
    return PageProgram(shown, text, is_as_written, is_as_written or stripped is not None, _readable(text))


def _readable(text: str) -> str:
    return _UNREAD.sub(lambda match: " " * len(match[0]), text)


def _without_locations(module: Module, allow_unregistered_dialect: bool) -> Module | None:
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
    return found if _is_placed(found) and all(printed[value] == name for value, name in written) else None


def _printed(module: Module, allow_unregistered_dialect: bool) -> Module | None:
    """What the module's text parses to."""
    for generic in (False, True):
        try:
            return parse(module.to_text(generic), allow_unregistered_dialect)
        except Error:
            continue
    return None


def sharding_key(text: str) -> str:
    """A sharding as it is written, without spaces: the same for all that look alike."""
    return _SPACE_OR_STRING.sub(lambda match: match[1] or "", text)


def _is_placed(module: Module) -> bool:
    """Whether all operations and block arguments know their place in the input, rather than have a location."""
    for op in module.walk():
        if not isinstance(op.location, int):
            return False
        blocks = [block for region in op.regions for block in region.blocks] if op.regions else ()
        if not all(isinstance(argument.location, int) for block in blocks for argument in block.arguments):
            return False
    return True


def _shardings(text: str, readable: str) -> Iterator[ShardingMark]:
    for match in _SHARDING.finditer(readable):
        stop = _closing(readable, match.end())
        if stop is not None:
            yield ShardingMark(match.start(), stop, sharding_key(text[match.start() : stop]))


_BRACKET = re.compile(r"[\[{<>}\]]")


def _closing(readable: str, start: int) -> int | None:
    """Behind the `>` that closes a sharding whose list of dimensions begins at `start`."""
    depth = 2
    for match in _BRACKET.finditer(readable, start):
        depth += 1 if match[0] in "[{<" else -1
        if not depth:
            return match.end()
    return None


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
