"""Diagnostics: errors, warnings, remarks and their notes. Positions are offsets in the parsed text, or Locations."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from sdyopt.ir.attribute import Attribute, Location, SdyOptError
from sdyopt.ir.locations import FileLineColRange, Frame, without_offsets
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.tokens import pattern

# Marks: what the text of attributes has in place of attributes, types and locations that may get an alias.


MAX_LENGTH = 1 << 26
"""How long the text of one attribute may be, besides what is long in the program; with aliases within aliases a short
one can ask for any length."""

MAX_EXPANDED_LENGTH = 4 * MAX_LENGTH
"""How long the text may become by what is printed in place of marks."""

MAX_MESSAGE = 1 << 20
"""How long a message may become by what it shows in place of aliases."""


class AliasDefinition(NamedTuple):
    """How values of a class get aliases in printed text: `#map = …`, `#map1 = …`.

    Without a name they get none, but the printer wants to know of them.
    """

    name: str
    define: Callable[[Any], str]
    """The text after the `=`, with marks in it for what has an alias in turn."""
    is_type: bool


DEFINITIONS: dict[type[Attribute], AliasDefinition] = {}

MARK = "\ud800"
"""A mark is this surrogate, which no text has, a number and a semicolon; a location inside another has a tilde, too."""

_MARK = pattern(f"{MARK}(~?)([0-9]+);")

_marked: list[Attribute] = []
"""The attributes of marks, by their numbers."""


def mark(attribute: Attribute, prefix: str = "") -> str:
    """Returns the placeholder of `attribute` in the text of attributes."""
    _marked.append(attribute)
    return f"{MARK}{prefix}{len(_marked) - 1};"


def inner_mark(location: Attribute) -> str:
    """Returns the placeholder of a location inside another."""
    return mark(location, "~")


def has_marks() -> bool:
    """Whether anything has been written as a mark."""
    return bool(_marked)


def marked(text: str) -> list[Attribute]:
    """Returns the values of the marks in the text of attributes, in their order."""
    return [_marked[int(found[2])] for found in _MARK.finditer(text)] if MARK in text else []


def definition_of(attribute: Attribute) -> str:
    """The text of an attribute that a mark stands for, with marks in it."""
    return DEFINITIONS[type(attribute)].define(attribute)


def with_aliases(text: str, aliases: Mapping[Attribute, str]) -> str:
    """The text of attributes with aliases in place of the marks; what has none is written itself."""
    while MARK in text and len(text) <= MAX_EXPANDED_LENGTH:
        text = _MARK.sub(lambda found: aliases.get(_marked[int(found[2])]) or _expansion(found), text)
    return text


def with_marks_replaced(text: str, replace: Callable[[Attribute, bool], str]) -> str:
    """The text of attributes with what `replace` gives in place of each mark, which may have marks in turn.

    Its arguments are what the mark stands for, and whether that is a location inside another.
    """
    while MARK in text and len(text) <= MAX_EXPANDED_LENGTH:
        text = _MARK.sub(lambda found: replace(_marked[int(found[2])], bool(found[1])), text)
    return text


def expanded(text: str) -> str:
    """The text of attributes, with the attributes themselves in place of their marks, as messages show it.

    Where that gets too long, since they hold each other at many places, there is `…` for those further inside.
    """
    longest = max(len(text), MAX_MESSAGE)
    while MARK in text:
        text = _MARK.sub(_expansion if len(text) <= longest else "…", text)
    return text


def _expansion(found: re.Match[str]) -> str:
    text = definition_of(_marked[int(found[2])])
    return text[len("loc(") : -1] if found[1] else text


class UnknownName(NamedTuple):
    """An unknown name, and the known ones, of which a hint suggests the similar ones.

    `among` returns the known names, and is called only where a message is shown. `quote` returns one as it is written.
    If none resembles the name, `listing` lists all of them, in place of its `{}`, where they are few; and
    `otherwise` is the hint where no name is similar.
    """

    name: str
    among: Callable[[], Iterable[str]]
    quote: Callable[[str], str] = str
    listing: str = ""
    otherwise: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the names themselves, in place of the functions."""
        names = tuple(self.among())
        quoted = {name: self.quote(name) for name in (self.name, *names)}
        return _unknown, (self.name, names, quoted, self.listing, self.otherwise)


def _unknown(name: str, names: Sequence[str], quoted: Mapping[str, str], listing: str, otherwise: str) -> UnknownName:
    return UnknownName(name, lambda: names, quoted.__getitem__, listing, otherwise)


Hint = str | UnknownName
"""How to mend what is wrong, where that is plain, or the name that is unknown; it is not part of what MLIR says.

In a text `{pass}` stands for the pass that fails.
"""


def did_you_mean(names: Iterable[str]) -> str:
    """The hint that suggests names, as they stand in text: one, or one of a few."""
    return f"did you mean {listed(names, 'or')}?"


def listed(names: Iterable[str], word: str) -> str:
    """`a, b or c`."""
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last


class Hinted(str):
    """A message that carries a hint from where an error is found to where it is reported."""

    __slots__ = ("hint",)
    hint: Hint

    def __new__(cls, message: str, hint: Hint) -> Hinted:
        made = super().__new__(cls, message)
        made.hint = hint
        return made


def prefixed(prefix: str, message: str) -> str:
    """A message with something before it, and still with its hint."""
    return Hinted(prefix + message, message.hint) if isinstance(message, Hinted) else prefix + message


class Note(NamedTuple):
    """A further remark on an error, with a position of its own."""

    message: str
    location: Location | int


class Diagnostic(NamedTuple):
    """One error, warning or remark, with its notes, and its hint if it has one."""

    severity: str
    message: str
    location: Location | int
    notes: tuple[Note, ...] = ()
    hint: Hint = ""

    def without_marks(self) -> Diagnostic:
        """This one with attributes in its messages instead of their marks."""
        notes = tuple([note._replace(message=expanded(note.message)) for note in self.notes])
        return self._replace(message=expanded(self.message), notes=notes)


def error(message: str, location: Location | int, notes: Sequence[Note] = ()) -> Diagnostic:
    """An error, with the hint that its message has."""
    return Diagnostic(
        "error", str(message), location, tuple(notes), message.hint if isinstance(message, Hinted) else ""
    )


class CompilationError(SdyOptError):
    """The input is invalid, or a pass made it so; `diagnostics` say why."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = [diagnostic.without_marks() for diagnostic in diagnostics]
        super().__init__("; ".join(diagnostic.message for diagnostic in self.diagnostics))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.args, self.__dict__)


def failure(message: str, location: Location | int, notes: tuple[Note, ...] = (), hint: Hint = "") -> CompilationError:
    """Returns the exception for one error."""
    return CompilationError([Diagnostic("error", message, location, notes, hint)])


def _unpickled(cls: type[CompilationError], args: tuple[Any, ...], state: dict[str, Any]) -> CompilationError:
    error = cls.__new__(cls, *args)
    error.__dict__.update(state)
    return error


class ToleratedError(CompilationError):
    """An error of an operation that is valid all the same."""


class InferenceError(CompilationError):
    """Result types do not follow from the rest of an operation. MLIR says so after what it says of its regions."""

    def __init__(self, name: str, message: str, location: Location | int) -> None:
        failure = Diagnostic("error", f"'{name}' op failed to infer returned types", location)
        super().__init__([Diagnostic("error", message, location), failure])


# The text that a module was parsed from: where offsets lie in it.

NO_POSITION = -1
"""The location of what is not in the text, as the module that is put around a text without one."""


class Source:
    """A text, the name that diagnostics call it by, and the line of its file on which it begins (from 1).

    A program in binary form has no text, but `data`.
    """

    is_compiled = False
    """Whether XLA has compiled the program."""
    own_names: Mapping[int, str] | None = None
    """The names of values by the offsets of their definitions, if the text is not MLIR and has names of its own."""
    donations: Mapping[int, int] = {}
    """The arguments of the program whose memory results take, where only the text says it: by their numbers that of the
    result, or -1 for any of the same size."""
    numbered: Callable[[int], Location] | None = None
    """Returns a location of a program in binary form by its number. In the program, number n may be the integer
    -2 - n: most locations are never looked at."""

    def __init__(self, text: str, name: str = "<stdin>", first_line: int = 1, data: bytes | None = None) -> None:
        self.text = text
        self.data = data
        self.name = name
        self.first_line = first_line
        self.frames: dict[Location | int, tuple[Frame, ...]] = {}
        """The call stacks of the locations that have been looked for."""
        self._counted = (0, 0)
        """An offset, and how many bytes of its line are before it."""

    @property
    def file(self) -> str:
        """Returns what locations call the file: its name, or `-` for a text that is from no file."""
        return "-" if self.name.startswith("<") else self.name

    @property
    def is_mlir(self) -> bool:
        """Whether the program is written as MLIR text."""
        return self.data is None and self.own_names is None

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        find = self.text.find
        position = find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = find("\n", position + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of `offset`, both from 1; columns count bytes of UTF-8, as MLIR's do."""
        line = self.line(offset)
        start = self._line_starts[line - self.first_line]
        column = offset - start if self.text.isascii() else self._bytes_between(start, offset)
        return line, column + 1

    def line(self, offset: int) -> int:
        """Returns the number of the line of `offset`, from 1."""
        return bisect_right(self._line_starts, offset) - 1 + self.first_line

    def _bytes_between(self, start: int, offset: int) -> int:
        """How many bytes there are from the start of a line to `offset`. It counts on from where it last counted."""
        counted, before = self._counted
        if not start <= counted <= offset:
            counted, before = start, 0
        before += len(self.text[counted:offset].encode("utf-8", "surrogateescape"))
        self._counted = (offset, before)
        return before

    def line_bounds(self, offset: int) -> tuple[int, int]:
        """Where the line begins in which `offset` lies, and where it ends, before its newline."""
        starts = self._line_starts
        line = bisect_right(starts, offset)
        return starts[line - 1], starts[line] - 1 if line < len(starts) else len(self.text)

    def location(self, offset: int) -> Location:
        """`offset` as MLIR's location."""
        if offset < NO_POSITION and self.numbered is not None:
            return self.numbered(-2 - offset)
        if offset < 0:
            return FileLineColRange(self.file, 0, 0)
        return FileLineColRange(self.file, *self.position(offset))

    def resolve(self, location: Location | int) -> Location:
        """Returns `location` with lines and columns in place of offsets in this text."""
        return without_offsets(location, self.location)

    def known(self, location: Location | int) -> Location | int:
        """Returns `location`, in a program in binary form without numbers; NO_POSITION stays."""
        return location if self.numbered is None or location == NO_POSITION else self.resolve(location)
