"""The span of a place: the token that begins there, with the brackets that belong to it."""

from __future__ import annotations

from sdyopt.mlir.read.tokens import TOKEN
from sdyopt.mlir.tokens import end_of_brackets

_LONGEST = 4096
"""The number of characters after the place that are searched."""

_OPENING = ("<", "[", "{")


def end_of_span(text: str, offset: int) -> int | None:
    """Returns the end of the token at `offset`: a word, a string, a name, an attribute or a type with its brackets.

    None if no token begins there, or if it does not end in the same line.
    """
    newline = text.find("\n", offset, offset + _LONGEST)
    line = text[offset : offset + _LONGEST if newline < 0 else newline]
    token = TOKEN.match(line)
    kind = None if token is None else token.lastgroup
    if token is None or kind is None or token.start(kind) or kind in ("EOF", "ERROR"):
        return None
    end = token.end()
    if (kind == "VALUE" and line.startswith("#", end)) or (line.startswith("-") and line[end : end + 1].isdigit()):
        further = TOKEN.match(line, end)
        end = end if further is None else further.end()
    if line.startswith(_OPENING):
        end = end_of_brackets(line, 0) or _LONGEST
    elif line.startswith("<", end) and kind in ("WORD", "HASH", "BANG"):
        end = end_of_brackets(line, end) or (_LONGEST if kind == "WORD" else end)
    return offset + end if end < _LONGEST else None
