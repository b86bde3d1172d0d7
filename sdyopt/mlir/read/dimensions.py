"""The dimensions with which tensors, vectors and memrefs begin: `4x?x` and, in vectors, `[4]x`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sdyopt.ir.types import DYNAMIC
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.tokens import SKIPPED, before_token

_OPENING = pattern(rf"(\w+){SKIPPED}<", re.ASCII)
_DIMENSION = pattern(rf"{SKIPPED}(\[?){SKIPPED}(\d+|\?|\*){SKIPPED}\]?{SKIPPED}x", re.ASCII)
_UNRANKED = pattern(rf"{SKIPPED}\*")


def inside(opening: str) -> int:
    """Where what is between the brackets begins in a text such as `tensor<4x`."""
    found = _OPENING.match(opening)
    assert found is not None
    return found.end()


def is_unranked(opening: str) -> bool:
    """Whether it goes on with `*`."""
    return _UNRANKED.match(opening, inside(opening)) is not None


def is_bare(opening: str) -> bool:
    """Whether nothing has come yet behind the bracket."""
    return _DIMENSION.match(opening, inside(opening)) is None


def sizes(text: str, offset: int = 0, place: int = 0) -> tuple[int, ...]:
    """The sizes, such as `4x?x`, in `text` from `place` on. Raises ParseError for one that is too large, where `offset`
    is that of the text.
    """
    return tuple([_size(match, offset) for match in _dimensions(text, place)])


def _dimensions(text: str, place: int) -> Iterator[re.Match[str]]:
    found = _DIMENSION.match(text, place)
    while found is not None:
        yield found
        found = _DIMENSION.match(text, found.end())


def _size(dimension: re.Match[str], start: int) -> int:
    digits = dimension[2]
    if digits == "?":
        return DYNAMIC
    size = short_integer(digits)
    if size >= 1 << 63:
        raise ParseError("invalid dimension", start + dimension.start(2))
    return size


_KIND = len("tensor")
"""Vectors and memrefs have as many letters."""


class Dimensions:
    """What a type of several dimensions begins with: `opening` up to the type of its elements.

    Raises ParseError for what that kind of type does not have, and sizes that are too large. `text` is all that is
    read, where the opening stands at `offset`.
    """

    def __init__(self, text: str, opening: str, offset: int) -> None:
        self.kind = opening[:_KIND]
        self.is_unranked = is_unranked(opening)
        shape, scalable = [], []
        for match in _dimensions(opening, inside(opening)):
            if match[1] and match[2] == "?":
                raise ParseError("invalid dimension", offset + match.start(2))
            is_strange = match[2] in "*?" if self.kind == "vector" else bool(match[1])
            if is_strange:
                raise ParseError("expected non-function type", before_token(text, offset + match.start(1)))
            if match[2] != "*":
                shape.append(_size(match, offset))
                scalable.append(bool(match[1]))
        self.shape = tuple(shape)
        self.scalable = tuple(scalable) if any(scalable) else ()
