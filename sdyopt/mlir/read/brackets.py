"""What is wrong between brackets whose contents are one token here, or are looked at as a whole by MLIR."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.literals.dense_literal import read_dense_literal
from sdyopt.mlir.literals.numbers import LiteralError
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.lexer import SCALAR_TYPE, TOKEN, Unbalanced, end_of_body
from sdyopt.mlir.tokens import before_token, lexical_error, token_start


def check_token(text: str, start: int) -> None:
    """Raises ParseError if what is at `start` is no token of MLIR."""
    error = lexical_error(text, start)
    if error is not None:
        raise ParseError(*error)


def unbalanced_body(text: str, error: Unbalanced) -> ParseError:
    """The error for `#dialect<…` whose brackets do not pair."""
    if error.bracket == '"':
        check_token(text, error.offset)
    return ParseError(f"unbalanced '{error.bracket}' character in pretty dialect name", error.offset)


def check_body(text: str, offset: int) -> int:
    """Returns where `#dialect<…` or `#dialect.mnemonic<…` ends. Raises ParseError if its brackets do not pair."""
    token = TOKEN.match(text, offset)
    assert token is not None
    if not text.startswith("<", token.end()):
        return token.end()
    try:
        return end_of_body(text, token.end())
    except Unbalanced as unbalanced:
        raise unbalanced_body(text, unbalanced) from None


def error_in_elements(text: str, opening: int, keyword: str) -> Iterator[ParseError]:
    """The error in `dense<…` or `sparse<…`, whose `<` is at `opening`, if what is in the brackets is no such thing."""
    start = opening + 1
    try:
        if keyword.startswith("dense"):
            end = read_dense_literal(text, start).next
        else:
            from sdyopt.mlir.literals.sparse import read_parts

            parts = read_parts(text, start)
            end = start if parts is None else parts[1].next
    except LiteralError as error:
        is_type = keyword.startswith("dense") and _TYPE.match(text, start) and not error.offset
        yield ParseError(_TYPE_FIRST if is_type else error.message, start + (error.offset or 0))
    else:
        if not text.startswith(">", end):
            yield ParseError("expected '>'", before_token(text, end))


_TYPE = pattern(rf"[ \t\r\n\0]*(?:!|(?:{SCALAR_TYPE})(?![\w$.]))", re.ASCII)
_TYPE_FIRST = "expected a shaped type for dense elements"
"""MLIR takes a type in front of the elements, but none of a single number."""


OPENINGS = {
    "tensor": "expected '<' in tensor type",
    "vector": "expected '<' in vector type",
    "memref": "expected '<' in memref type",
    "dense": "expected '<' after 'dense'",
    "array": "expected '<' after 'array'",
    "sparse": "Expected '<' after 'sparse'",
    "affine_map": "expected '<' in affine map",
    "affine_set": "expected '<' in integer set",
}
"""By a word that begins a type or an attribute, what has to come behind it."""

_WORD = pattern(r"[A-Za-z_][\w$.]*", re.ASCII)


def unopened(context: ParseContext, start: int) -> ParseError | None:
    """The error if at `start` is a word that begins a type or an attribute, but no `<` behind it."""
    word = _WORD.match(context.text, start)
    if word is None or word[0] not in OPENINGS:
        return None
    following = token_start(context.text, word.end())
    check_token(context.text, following)
    return None if context.text.startswith("<", following) else context.missing(OPENINGS[word[0]], following)
