"""What is said when something is wrong. Positions are offsets in the text that was parsed, or Locations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sdyopt.ir.attribute import Location
from sdyopt.ods.marks import expanded


class Unknown(NamedTuple):
    """A name that means nothing where it stands, and what would mean something there; what suggests names looks here.

    `among` gives the names there are, and is called only where a message is shown. `spell` gives one as it stands in
    text. `listing` tells of all of them, in place of its `{}`, if none of a few resembles the name.
    """

    name: str
    among: Callable[[], Iterable[str]]
    spell: Callable[[str], str] = str
    listing: str = ""


class Note(NamedTuple):
    """A further remark on an error, with a position of its own."""

    message: str
    location: Location | int


class Diagnostic(NamedTuple):
    """One error, warning or remark, with its notes.

    `hint` is how to mend it, where that is plain, or the name that is unknown; it is no part of what MLIR says.
    """

    severity: str
    message: str
    location: Location | int
    notes: tuple[Note, ...] = ()
    hint: str | Unknown = ""

    def without_marks(self) -> Diagnostic:
        """This one with attributes in its messages instead of their marks."""
        notes = tuple([note._replace(message=expanded(note.message)) for note in self.notes])
        return self._replace(message=expanded(self.message), notes=notes)


class CompilationError(Exception):
    """The input, or a pass over it, is not in order; `diagnostics` say why."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = [diagnostic.without_marks() for diagnostic in diagnostics]
        super().__init__("; ".join(diagnostic.message for diagnostic in self.diagnostics))


class InferenceError(CompilationError):
    """Result types do not follow from the rest of an operation. MLIR says so after what it says of its regions."""

    def __init__(self, name: str, message: str, location: Location | int) -> None:
        failure = Diagnostic("error", f"'{name}' op failed to infer returned types", location)
        super().__init__([Diagnostic("error", message, location), failure])


class ParseError(CompilationError):
    """The text is not a module. `offset` is where in the text that shows."""

    def __init__(self, message: str, offset: int, notes: Sequence[Note] = (), hint: str | Unknown = "") -> None:
        super().__init__([Diagnostic("error", message, offset, tuple(notes), hint)])
        self.message = message
        self.offset = offset


class UnwantedToken(ParseError):
    """The token at `offset` is refused as it is: MLIR does not take it, and so has not looked at the one behind it."""
