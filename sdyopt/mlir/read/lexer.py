"""The tokens of MLIR text: one regular expression; each group is named like the grammar's terminal.

Some tokens are larger than MLIR's own, since Python pays by the token: a tensor type of plain elements is one, and so
is everything between the brackets of `dense<…>` and `sparse<…>`. What MLIR's own tokens would be matters for what is
said about text that is not a module; see `errors`.
"""

from __future__ import annotations

import re

from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.tokens import SKIPPED, STRING, SUFFIX_ID, VALUE_ID

_SIZES = rf"(?:(?:\d+|\?|\[{SKIPPED}\d+{SKIPPED}\]){SKIPPED}x{SKIPPED})*"
SCALAR_TYPE = rf"(?:[su]?i\d+|index|none|token|{'|'.join(sorted(FLOAT_FORMATS, key=len, reverse=True))})"

TOKEN = re.compile(
    rf"""{SKIPPED}(?:
      (?P<VALUE>{VALUE_ID}(?:{SKIPPED}\#\d+)?)
    | (?P<SHAPED>tensor<(?:(?:\d+|\?)x)*(?:{SCALAR_TYPE})>)
    | (?P<PUNCTUATION>->|::|\{{-\#|\#-\}}|[()\[\]{{}}<>,:=?*|/+])
    | (?P<DENSE>(?:dense|sparse){SKIPPED}<(?:"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|//[^\r\n]*+|[^">/]++|/)*+>)
    | (?P<SHAPED_OPEN>(?:tensor|vector|memref){SKIPPED}<{SKIPPED}(?:\*{SKIPPED}x|{_SIZES}){SKIPPED})
    | (?P<ARRAY_OPEN>array{SKIPPED}<)
    | (?P<AFFINE_MAP>affine_(?:map|set){SKIPPED}<)
    | (?P<WORD>[A-Za-z_][\w$.]*)
    | (?P<FLOAT>-?\d+\.\d*(?:[eE][-+]?\d+)?)
    | (?P<INTEGER>-?(?:0x[0-9a-fA-F]+|\d+))
    | (?P<STRING>{STRING})
    | (?P<SYMBOL>@(?:[A-Za-z_][\w$.]*|{STRING}))
    | (?P<HASH>\#{SUFFIX_ID})
    | (?P<BANG>!{SUFFIX_ID})
    | (?P<CARET>\^{SUFFIX_ID})
    | (?P<EOF>\Z)
    | (?P<OTHER>(?s:.))
    )""",
    re.VERBOSE | re.ASCII,
)
"""Blanks and comments are skipped in front of a token. OTHER is a token that no rule has, or none at all."""

SCALAR = pattern(SCALAR_TYPE, re.ASCII)

_BRACKET = pattern(rf'{STRING}|"|->|[<>()\[\]{{}}\0]')
_OPENING = {">": "<", ")": "(", "]": "[", "}": "{"}


class Unbalanced(Exception):
    """The brackets in the body of a dialect's attribute or type do not pair.

    `bracket` is the innermost that is open, and `offset` where MLIR says so: at the last string, or at the beginning.
    If it is a string that does not end, `bracket` is a quote and `offset` where the string begins.
    """

    def __init__(self, bracket: str, offset: int) -> None:
        super().__init__(bracket)
        self.bracket = bracket
        self.offset = offset


def end_of_body(text: str, start: int) -> int:
    """Where the balanced brackets end that open at `start`. Raises Unbalanced."""
    opened: list[str] = []
    place = start
    for match in _BRACKET.finditer(text, start):
        bracket = match[0]
        opening = _OPENING.get(bracket)
        if opening is not None:
            if opened[-1] != opening:
                raise Unbalanced(opened[-1], place)
            opened.pop()
            if not opened:
                return match.end()
        elif bracket == '"':
            raise Unbalanced(bracket, match.start())
        elif bracket[0] == '"':
            place = match.start()
        elif bracket == "\0":
            break
        elif bracket != "->":
            opened.append(bracket)
    raise Unbalanced(opened[-1], place)
