"""The text between the brackets of `dense<…>`, taken apart: which elements it lists, and how they are nested.

What the elements mean, and whether they are as many as the type wants, is decided in `dense`.
"""

from __future__ import annotations

import re

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.literals.numbers import LiteralError
from sdyopt.mlir.patterns import pattern, repeated
from sdyopt.mlir.tokens import STRING, before_token, lexical_error

_SPACE = r"(?:[ \t\r\n\0]+|//[^\r\n]*+)*+"
_BLANK = r"[ \t\r\n]*+"
NUMBER = r"(?:0x[0-9a-fA-F]+|[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?)?)"
_BOOLEAN = r"(?:true|false)(?![\w$.])"
_PLAIN = rf"(?:-?{NUMBER}|{_BOOLEAN})"
_PAIR = rf"\({_BLANK}{_PLAIN}{_BLANK},{_BLANK}{_PLAIN}{_BLANK}\)"


def _row(element: str) -> re.Pattern[str]:
    """All of a list of plain elements, without its opening bracket."""
    one = rf"{_BLANK}{element}{_BLANK}"
    return pattern(rf"{one}{repeated(',' + one)}\]", re.ASCII)


_TOKEN = pattern(rf"{_SPACE}({NUMBER}|{_BOOLEAN}|{STRING}|[\[\](),]|-(?!>)|)", re.ASCII)
_PUNCTUATION = frozenset("[](),-")
_NUMBERS = _row(_PLAIN)
_PAIRS = _row(_PAIR)
_NO_BLANKS = str.maketrans("", "", " \t\r\n()]")

_SCALAR = 0
"""The shape of what is not a list, in `_Shapes`."""


class DenseLiteral(NamedTuple):
    """The elements of a literal in their order, each as it is written, a minus included; complex pairs count as two.

    `shape` is that of the nested lists, None where there are none: an empty literal, a single element or a hex string.
    The literal ends at `end`, and the token after it starts at `next`.
    """

    text: str
    start: int
    end: int
    next: int
    leaves: list[str]
    shape: tuple[int, ...] | None

    @property
    def is_empty(self) -> bool:
        """Nothing at all, which an empty list is not."""
        return self.shape is None and not self.leaves

    def offset_of(self, leaf: int) -> int:
        """The offset of an element, without its minus, from the start of the literal."""
        position = self.start
        while True:
            match = _TOKEN.match(self.text, position)
            assert match is not None
            position = match.end()
            if match[1] not in _PUNCTUATION:
                if leaf == 0:
                    return match.start(1) - self.start
                leaf -= 1


class _Shapes:
    """Shapes of nested lists, each known by a number, so that however deep they are, they are compared at once."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int], int] = {}
        self._parts: list[tuple[int, int]] = []

    def of_list(self, length: int, element: int) -> int:
        """The number of the shape of a list of `length` elements of the shape `element`."""
        number = self._numbers.setdefault((length, element), len(self._parts) + 1)
        if number > len(self._parts):
            self._parts.append((length, element))
        return number

    def sizes(self, number: int) -> tuple[int, ...]:
        """The shape itself."""
        sizes = []
        while number != _SCALAR:
            length, number = self._parts[number - 1]
            sizes.append(length)
        return tuple(sizes)


class _List:
    """A list whose end has not been reached: how many elements it has so far, all of one shape."""

    __slots__ = ("element", "length")

    def __init__(self) -> None:
        self.length = 0
        self.element = _SCALAR


class _Pair:
    """A complex number whose end has not been reached."""

    __slots__ = ("complete",)

    def __init__(self) -> None:
        self.complete = False


def read_dense_literal(text: str, start: int = 0) -> DenseLiteral:
    """The literal that starts at `start`, after `dense<`. What follows is the caller's to check.

    Raises LiteralError, with an offset from `start`, where the text cannot go on like that.
    """
    return _DenseReader(text, start).read()


def _hex_string_end(text: str, start: int) -> int | None:
    """Where a hex string ends, found at the speed of memory, since it may have hundreds of megabytes."""
    if not text.startswith('"0x', start):
        return None
    quote = text.find('"', start + 1)
    if quote < 0 or any(text.find(character, start, quote) >= 0 for character in "\\\n\v\f"):
        return None  # then it is none
    return quote + 1


class _DenseReader:
    """Reads one literal. Lists and pairs that are open are kept on a stack of its own, however deep they nest."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.leaves: list[str] = []
        self.shapes = _Shapes()
        self.open: list[_List | _Pair] = []

    def advance(self, position: int) -> None:
        """Makes the token after `position` the current one; it is empty if it is one that no literal has."""
        match = _TOKEN.match(self.text, position)
        assert match is not None
        self.token = match[1]
        self.before = position
        self.at, self.after = match.span(1)
        if not self.token and self.at < len(self.text):
            self.check_token()

    def check_token(self) -> None:
        """Raises LiteralError if what is at the current position is not a token of MLIR at all."""
        found = lexical_error(self.text, self.at)
        if found is not None:
            message, offset = found
            raise LiteralError(message, offset - self.start, token=self.at - self.start)

    def error(self, message: str) -> LiteralError:
        at_end = self.at == len(self.text)  # MLIR shows the last character then
        return LiteralError(message, self.at - at_end - self.start, token=self.at - self.start)

    def missing(self, what: str) -> LiteralError:
        """Something has to follow the token before the current one; this is where MLIR puts the caret, too."""
        place = before_token(self.text, self.at) - self.start
        return LiteralError(f"expected {what}", place, token=self.at - self.start)

    def read(self) -> DenseLiteral:
        hex_string_end = _hex_string_end(self.text, self.start)
        if hex_string_end is not None:
            self.leaves.append(self.text[self.start : hex_string_end])
            self.advance(hex_string_end)
            return self.finished(_SCALAR)
        self.advance(self.start)
        if self.text.startswith(">", self.at) or self.at == len(self.text):
            return self.finished(None)
        shape = self.element()
        while self.open:
            if shape is not None:
                shape = self.closed(shape)
            if shape is None:
                shape = self.element()
        return self.finished(shape)

    def finished(self, shape: int | None) -> DenseLiteral:
        sizes = self.shapes.sizes(shape) if shape else None  # neither of nothing nor of a single element
        return DenseLiteral(self.text, self.start, self.before, self.at, self.leaves, sizes)

    def element(self) -> int | None:
        """Reads an element, or the beginning of a list or pair; the element's shape if it is complete."""
        token = self.token
        inside_pair = bool(self.open) and isinstance(self.open[-1], _Pair)
        if token == "[" and not inside_pair:
            return self.opened_list()
        if token == "(":
            self.open.append(_Pair())
            self.advance(self.after)
            return None
        sign = ""
        if token == "-":
            sign = token
            self.advance(self.after)
            token = self.token
            if not token[:1].isdigit():
                raise self.error("expected integer or floating point literal")
        elif token in _PUNCTUATION or not token:
            raise self.error("expected element literal of primitive type")
        self.leaves.append(sign + token)
        self.advance(self.after)
        return _SCALAR

    def opened_list(self) -> int | None:
        """Goes into a list; its shape if it is empty or a row of plain numbers, and so over already."""
        row = _NUMBERS.match(self.text, self.after)
        per_element = 1
        if row is None:
            row = _PAIRS.match(self.text, self.after)
            per_element = 2
        if row is not None:
            leaves = row[0].translate(_NO_BLANKS).split(",")
            self.leaves += leaves
            self.advance(row.end())
            return self.shapes.of_list(len(leaves) // per_element, _SCALAR)
        self.advance(self.after)
        if self.token == "]":
            self.advance(self.after)
            return self.shapes.of_list(0, _SCALAR)
        self.open.append(_List())
        return None

    def closed(self, shape: int) -> int | None:
        """Adds a complete element to the innermost list or pair; the shape of that if it is complete in turn."""
        around = self.open[-1]
        if isinstance(around, _Pair):
            if around.complete:
                if self.token != ")":
                    raise self.missing("')' after complex elements")
                self.open.pop()
                self.advance(self.after)
                return _SCALAR
            if self.token != ",":
                raise self.missing("',' between complex elements")
            around.complete = True
            self.advance(self.after)
            return None
        if around.length and around.element != shape:
            raise self.error("tensor literal is invalid; ranks are not consistent between elements")
        around.element = shape
        around.length += 1
        if self.token == "]":
            self.open.pop()
            self.advance(self.after)
            return self.shapes.of_list(around.length, shape)
        if self.token != ",":
            raise self.missing("']'")
        self.advance(self.after)
        return None
