"""The text of a program as a page shows it, with the places of its values and shardings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from sdyopt.api.errors import Error
from sdyopt.api.module import Module, parse
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.record import Record
from sdyopt.mlir.write.value_names import ValueNames
from sdyopt.view.page.definitions import Definitions, definitions
from sdyopt.view.page.excerpt import MOST_LINES, line_count
from sdyopt.view.page.references import Reference, references

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
        if self.definitions is None or self.definitions.repeated or line_count(self.text) > MOST_LINES:
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
