"""Diagnostics: errors, warnings, remarks and their notes. Positions are offsets in the parsed text, or Locations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sdyopt.ir.attribute import Location
from sdyopt.ir.errors import SdyOptError
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.write.alias_placeholders import expanded


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


def _unpickled(cls: type[CompilationError], args: tuple[Any, ...], state: dict[str, Any]) -> CompilationError:
    error = cls.__new__(cls, *args)
    error.__dict__.update(state)
    return error


class ToleratedError(CompilationError):
    """What is reported of an operation that is valid all the same."""


class InferenceError(CompilationError):
    """Result types do not follow from the rest of an operation. MLIR says so after what it says of its regions."""

    def __init__(self, name: str, message: str, location: Location | int) -> None:
        failure = Diagnostic("error", f"'{name}' op failed to infer returned types", location)
        super().__init__([Diagnostic("error", message, location), failure])
