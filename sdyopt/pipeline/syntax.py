"""The syntax of textual pipelines, `a{options},b(c,d)`, with MLIR's messages and places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from sdyopt.ir.attribute import SdyOptError
from sdyopt.ir.records import NamedTuple
from sdyopt.rewriting.passes import MODULE, Option, PassPipeline, description_of, options_of

BLANKS = " \t\n\v\f\r"
"""The characters that MLIR trims."""

MAX_NESTING = 100
"""The depth of nested pipelines."""

_TAB = 8


class PipelineError(SdyOptError):
    """An invalid pipeline, with MLIR's message in whole lines.

    `unknown` is the unknown name, if that is the error, and `known` are the known ones.
    """

    def __init__(self, message: str, unknown: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.unknown = unknown
        self.known = known
        if self.hint:
            self.add_note(f"hint: {self.hint}")

    @property
    def hint(self) -> str:
        """A question with the known names that are similar to the unknown one; empty if there are none."""
        return suggestion(self.unknown, self.known) if self.unknown else ""


def suggestion(name: str, known: Iterable[str]) -> str:
    """Returns a question with the `known` names that are similar to `name`; empty if there are none."""
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=2)
    return f"did you mean {' or '.join([repr(other) for other in near])}?" if near else ""


class PipelineElement:
    """An element of a textual pipeline: its name, and its options or nested elements."""

    def __init__(self, name: str, offset: int = 0, options: str = "") -> None:
        self.name = name
        self.offset = offset
        self.options = options
        self.inner: list[PipelineElement] | None = None


def read_elements(text: str) -> list[PipelineElement]:
    """Returns the elements between the parentheses of a pipeline. Raises PipelineError."""
    outermost: list[PipelineElement] = []
    open_lists = [outermost]
    at = 0
    while True:
        end = _first_of(text, ",({)", at)
        name = text[at:end].lstrip(BLANKS)
        open_lists[-1].append(PipelineElement(name.rstrip(BLANKS), end - len(name)))
        if end == len(text):
            break
        at = end
        if text[at] == "(":
            open_lists[-1][-1].inner = []
            open_lists.append(open_lists[-1][-1].inner)
            at += 1
            if len(open_lists) > MAX_NESTING:
                fail(text, at, f"nesting is limited to {MAX_NESTING} levels")
            continue
        if text[at] == "{":
            close = _closing_brace(text, at)
            open_lists[-1][-1].options = text[at + 1 : close]
            at = _after_blanks(text, close + 1)
        while text.startswith(")", at):
            if len(open_lists) == 1:
                fail(text, at, "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline")
            open_lists.pop()
            at = _after_blanks(text, at + 1)
        if at == len(text):
            break
        if text[at] != ",":
            fail(text, at, "expected ',' after parsing pipeline")
        at += 1
    if len(open_lists) > 1:
        fail(text, at, "encountered unbalanced parentheses while parsing pipeline")
    return outermost


def fail(text: str, offset: int, message: str, unknown: str = "", known: tuple[str, ...] = ()) -> NoReturn:
    """Raises PipelineError with the line of `offset` and a caret below it, if each character before has one column."""
    start = text.rfind("\n", 0, offset) + 1
    line = text[start : _first_of(text, "\r\n", offset)]
    number = text.count("\n", 0, offset) + 1
    column = len(text[start:offset].encode("utf-8", "surrogateescape")) + 1
    parts = [f"MLIR Textual PassPipeline Parser:{number}:{column}: error: {message}\n", _expanded(line, line), "\n"]
    if line.isascii():
        caret = "".join(["^" if index == offset - start else " " for index in range(len(line) + 1)])
        parts += [_expanded(line, caret).rstrip(" "), "\n"]
    raise PipelineError("".join(parts), unknown, known)


def _expanded(line: str, shown: str) -> str:
    """Returns `shown` with each character below a tab of `line` repeated up to the next stop; tabs become blanks."""
    parts: list[str] = []
    width = 0
    for index, c in enumerate(shown):
        count = _TAB - width % _TAB if line[index : index + 1] == "\t" else 1
        parts.append(count * (" " if c == "\t" else c))
        width += count
    return "".join(parts)


def _first_of(text: str, wanted: str, start: int) -> int:
    """Returns the offset of the first of the `wanted` characters after `start`, or the end of the text."""
    return min((at for at in [text.find(c, start) for c in wanted] if at >= 0), default=len(text))


def _after_blanks(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip(BLANKS))


def _closing_brace(text: str, opening: int) -> int:
    """Returns the offset of the brace that closes the one at `opening`."""
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if not depth:
            return at
    fail(text, opening, "missing closing '}' while processing pass options")


# Entries of the registry: what is known about a pass before its module is imported.

PassClass = type[Any]
"""A `Pass`, or a class of another package with `name`, `description` and a method `run(module)` that returns whether it
may have changed anything; its options are the keyword arguments of its constructor."""


class BrokenPassError(SdyOptError, ImportError):
    """A pass that a package declares but that cannot be run, for example because it cannot be imported."""


class PassEntry(NamedTuple):
    """A pass by its name; its module is imported when it runs, or when `--help` shows its `description`."""

    name: str
    load: Callable[[], PassClass]
    """Returns the class. Raises BrokenPassError for one of another package that cannot be run."""
    package: str = ""
    """The package of the pass, with its version; empty for a pass of this project."""

    @property
    def description(self) -> str:
        """The description of the pass, or, in parentheses, why it cannot be run."""
        try:
            return description_of(self.load())
        except BrokenPassError as error:
            return f"({error})"

    @property
    def class_name(self) -> str:
        """The name of the pass where MLIR does not show its flag: `InlineMeshesPass`."""
        cls = self.load()
        name: str = getattr(cls, "class_name", f"{cls.__name__}Pass")
        return name

    @property
    def is_pipeline(self) -> bool:
        """Whether this is a named pipeline of several passes."""
        return issubclass(self.load(), PassPipeline)

    @property
    def anchor(self) -> str:
        """The name of the operations that the pass runs on, or ANY."""
        anchor: str = getattr(self.load(), "anchor", MODULE)
        return anchor

    @property
    def options(self) -> Mapping[str, Option]:
        """The options of the pass by their names."""
        return options_of(self.load())
