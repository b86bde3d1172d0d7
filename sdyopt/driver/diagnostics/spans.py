"""The span of a place: the token that begins there, with the brackets that belong to it."""

from __future__ import annotations

from sdyopt.mlir.read.lexer import TOKEN, Unbalanced, end_of_body

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
    if token is None or kind is None or token.start(kind) or kind in ("EOF", "OTHER"):
        return None
    end = token.end()
    if kind.endswith("_OPEN") or kind == "AFFINE_MAP":
        end = line.index("<") + 1 if "<" in line[:end] else end
        return _end_of_brackets(line, offset, end - 1)
    if line.startswith(_OPENING) and kind == "PUNCTUATION":
        return _end_of_brackets(line, offset, 0)
    if line.startswith("<", end) and kind in ("WORD", "HASH", "BANG"):
        return _end_of_brackets(line, offset, end) or offset + end
    return offset + end if end < _LONGEST else None


def _end_of_brackets(line: str, offset: int, opening: int) -> int | None:
    try:
        return offset + end_of_body(line, opening)
    except (Unbalanced, IndexError):
        return None
