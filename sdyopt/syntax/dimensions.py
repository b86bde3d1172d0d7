"""The dimensions with which tensors, vectors and memrefs begin: `4x?x` and, in vectors, `[4]x`."""

from __future__ import annotations

import re

from sdyopt.ir.types import DYNAMIC
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.numbers import short_integer
from sdyopt.ods.patterns import pattern
from sdyopt.ods.tokens import before_token

_DIMENSION = pattern(r"(\[?)[ \t\r\n\0]*(\d+|\?|\*)[ \t\r\n\0]*\]?[ \t\r\n\0]*x", re.ASCII)


def sizes(text: str, start: int) -> tuple[int, ...]:
    """The sizes in `text`, such as `4x?x`, which begins at `start`. Raises ParseError for one that is too large."""
    return tuple([_size(match, start) for match in _DIMENSION.finditer(text)])


def _size(dimension: re.Match[str], start: int) -> int:
    digits = dimension[2]
    if digits == "?":
        return DYNAMIC
    size = short_integer(digits)
    if size >= 1 << 63:
        raise ParseError("invalid dimension", start + dimension.start(2))
    return size


class Dimensions:
    """What a type of several dimensions begins with: `opening` up to the type of its elements.

    Raises ParseError for what that kind of type does not have, and sizes that are too large. `text` is all that is
    read, where the opening stands at `offset`.
    """

    def __init__(self, text: str, opening: str, offset: int) -> None:
        kind, _, dimensions = opening.partition("<")
        start = offset + len(kind) + 1
        self.kind = kind.rstrip(" \t\r\n\0")
        self.is_unranked = dimensions.startswith("*")
        shape, scalable = [], []
        for match in _DIMENSION.finditer(dimensions):
            if match[1] and match[2] == "?":
                raise ParseError("invalid dimension", start + match.start(2))
            is_strange = match[2] in "*?" if self.kind == "vector" else bool(match[1])
            if is_strange:
                raise ParseError("expected non-function type", before_token(text, start + match.start()))
            if match[2] != "*":
                shape.append(_size(match, start))
                scalable.append(bool(match[1]))
        self.shape = tuple(shape)
        self.scalable = tuple(scalable) if any(scalable) else ()
