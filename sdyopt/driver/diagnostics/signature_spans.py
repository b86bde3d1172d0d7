"""The arguments and results that errors about functions name by their numbers, as spans of the text."""

from __future__ import annotations

import re

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.read.lexer import Unbalanced, end_of_body

_MESSAGE = re.compile(r"'func\.func' op (arg|result) ([0-9]{1,6}) - ")

_LONGEST = 1 << 16
"""The number of characters of a signature that are searched."""

_STEP = re.compile(r'"(?:[^"\\\n]|\\.)*"|[(\[{<,]')

_ARROW = re.compile(r"\s*->\s*(?=\()")


class Span(NamedTuple):
    """The characters of a text from `start` to `end`, which does not count."""

    start: int
    end: int


def named_span(text: str, offset: int, message: str) -> Span | None:
    """Returns where the argument or result stands that `message` names of the function at `offset`; None if unknown."""
    found = _MESSAGE.match(message)
    if found is None or not text.startswith("func.func", offset):
        return None
    text = text[: offset + _LONGEST]
    opening = text.find("(", offset)
    try:
        if found[1] == "result":
            arrow = _ARROW.match(text, end_of_body(text, opening)) if opening >= 0 else None
            opening = -1 if arrow is None else arrow.end()
        if opening < 0:
            return None
        entries = _entries(text, opening)
    except Unbalanced:
        return None
    number = int(found[2])
    return entries[number] if number < len(entries) else None


def _entries(text: str, opening: int) -> list[Span]:
    """Returns the parts between commas of what is in the brackets at `opening`. Raises Unbalanced."""
    close = end_of_body(text, opening) - 1
    entries: list[Span] = []
    start = at = opening + 1
    while found := _STEP.search(text, at, close):
        at = found.end()
        if found[0] == ",":
            entries.append(_trimmed(text, start, found.start()))
            start = at
        elif found[0][0] != '"':
            at = end_of_body(text, found.start())
    entries.append(_trimmed(text, start, close))
    return entries


def _trimmed(text: str, start: int, end: int) -> Span:
    part = text[start:end]
    return Span(start + len(part) - len(part.lstrip()), start + len(part.rstrip()))
