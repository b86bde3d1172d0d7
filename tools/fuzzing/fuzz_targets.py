"""What `coverage_fuzz` looks at: the readers, what holds of each, texts to begin with, and words that texts have.

sdyopt is imported only where it is used: what is imported before the run is not seen by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from tools import corpus
from tools.fuzzing.mutation import INTRUDERS

FORMS = {
    "pretty": (False, False),
    "generic": (True, False),
    "locations": (False, True),
    "generic locations": (True, True),
}
"""The forms of `tools.differential`: whether each is generic, and whether it has locations."""


class NotReadBackError(Exception):
    """What is printed of `text` in a form does not read as what prints so; `found` is what becomes of it."""

    def __init__(self, text: str, form: str, printed: str, found: str) -> None:
        super().__init__(f"{form}: {_difference(printed, found)}\n{printed}")
        self.text = text
        self.form = form
        self.printed = printed

    @property
    def kind(self) -> str:
        """The same for what goes wrong in the same way, as far as it is known."""
        return re.sub(r"[\w.]*\d[\w.]*", "_", str(self).partition("\n")[0])


def _difference(printed: str, found: str) -> str:
    """The first line that is another."""
    pairs = zip(printed.split("\n"), [*found.split("\n"), ""], strict=False)
    return next((f"{found_line} for {line}" for line, found_line in pairs if line != found_line), "more lines")


def check_ir(text: str) -> None:
    """A module, if it is one, prints in every form as what reads as it; otherwise sdyopt.Error says so.

    Raises NotReadBackError, or whatever breaks the reader.
    """
    import sdyopt

    try:
        module = sdyopt.parse(text, allow_unregistered_dialect=True)
    except sdyopt.Error:
        return
    for name, form in FORMS.items():
        printed = module.to_text(*form)
        try:
            found = sdyopt.parse(printed, allow_unregistered_dialect=True).to_text(*form)
        except sdyopt.Error as error:
            found = f"{error.diagnostics[0].message}\n{error}"
        if found != printed:
            raise NotReadBackError(text, name, printed, found)


def reference_does_so(error: NotReadBackError) -> bool:
    """Whether the reference prints the same, and makes the same of that: not all that MLIR prints reads back.

    It accepts only UTF-8: other bytes are replaced by a character that no token contains.
    """
    from tools.differential import Run, ours, theirs

    run = Run((), error.form, allow_unregistered=True)
    texts = [text.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for text in (error.text, error.printed)]
    return all(ours(text, run) == theirs(text, run) for text in texts)


def check_shape(text: str) -> None:
    """A shape, if it is one, prints as what reads as it, and can be shown; otherwise ShapeSyntaxError says so.

    Raises NotReadBackError, or whatever breaks the reader.
    """
    from sdyopt import layout
    from sdyopt.layout.summary import summary

    try:
        shape = layout.parse_shape(text)
    except layout.ShapeSyntaxError as error:
        assert 0 <= error.offset <= len(text), f"no place in the text: {error.offset}"
        return
    printed = str(shape)
    try:
        again = layout.parse_shape(printed)
    except layout.LayoutError as error:
        raise NotReadBackError(text, "shape", printed, str(error)) from None
    if again != shape or str(again) != printed:
        raise NotReadBackError(text, "shape", printed, str(again))
    assert summary(shape)


COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
SHAPE = re.compile(r"""(?<=["'])(?:\(|b\()*[a-z]+\d*\w*\[[^"'\n]*""")
"""A text in quotes, in a test of layouts, that begins as a shape does."""

GENERATED = 100
"""Modules of each generator among the seeds."""


def ir_seeds() -> Iterator[str]:
    """The modules of the golden tests without their comments, and generated ones."""
    from tools.generator import sdy, stablehlo

    for part in corpus.golden_parts():
        yield COMMENT.sub("", part)
    for number in range(GENERATED):
        yield sdy.module(number)
        yield stablehlo.module(number)


def shape_seeds() -> Iterator[str]:
    """The shapes in the tests of layouts."""
    tests = corpus.FOLDER.parent
    for file in sorted([*tests.glob("layout/*.test"), *tests.glob("python/layout/test_layout_*.py")]):
        yield from SHAPE.findall(file.read_text(encoding="utf-8"))


PUNCTUATION = ("->", "::", "{-#", "#-}", *"()[]{}<>,:=?*|/+-")
"""That of MLIR."""


def ir_words() -> Iterator[str]:
    """What the grammar has: keywords, punctuation, and the names of operations, attributes and types."""
    from sdyopt.dialects import REGISTRY

    yield from PUNCTUATION
    for dialect in REGISTRY.all_dialects():
        for name, operation in dialect.operation_named.items():
            yield name
            yield from re.findall(r"(?<=`)[a-z_]+(?=`)", operation.format or "")
        yield from (f"#{dialect.namespace}.{name}<" for name in dialect.attribute_named)
        yield from (f"!{dialect.namespace}.{name}<" for name in dialect.type_named)
    yield from INTRUDERS


def shape_words() -> Iterator[str]:
    """The element types, and what a layout has."""
    from sdyopt.layout.element_types import ELEMENT_TYPES

    yield from ELEMENT_TYPES
    yield from ("token", "opaque", "b(", "<=", "?", "*", "/*", "*/", "//")
    yield from (f"{field}(" for field in ("D", "T", "L", "#", "*", "E", "S", "SC", "M", "P"))


class FuzzTarget(NamedTuple):
    """A target. `excuses` returns whether a failing round trip is right; texts have up to `longest` bytes."""

    check: Callable[[str], None]
    excuses: Callable[[NotReadBackError], bool]
    seeds: Callable[[], Iterable[str]]
    words: Callable[[], Iterable[str]]
    longest: int


TARGETS = {
    "ir": FuzzTarget(check_ir, reference_does_so, ir_seeds, ir_words, 4096),
    "shape": FuzzTarget(check_shape, lambda _: False, shape_seeds, shape_words, 512),
}
