"""The tokens of MLIR text: one regular expression; each group is named like the grammar's terminal.

Some tokens are larger than MLIR's own, since Python pays by the token: a tensor type of plain elements is one, and so
is everything between the brackets of `dense<…>` and `sparse<…>`. What MLIR's own tokens would be matters for what is
said about text that is no module; see `errors`.
"""

from __future__ import annotations

import re

from sdyopt.ods.patterns import pattern
from sdyopt.ods.tokens import SKIPPED, STRING

_NAME = r"(?:\d+|[A-Za-z$._-][\w$.-]*+)"
VALUE_NAME = rf"%{_NAME}(?:\#\d+)?"
_SIZES = rf"(?:(?:\d+|\?|\[{SKIPPED}\d+{SKIPPED}\]){SKIPPED}x{SKIPPED})*"
SCALAR_TYPE = (
    r"(?:[su]?i\d+|index|none|bf16|tf32|f16|f32|f64|f80|f128"
    r"|f4E2M1FN|f6E2M3FN|f6E3M2FN|f8E5M2FNUZ|f8E5M2|f8E4M3FNUZ|f8E4M3B11FNUZ|f8E4M3FN|f8E4M3|f8E3M4|f8E8M0FNU)"
)

TOKEN = re.compile(
    rf"""{SKIPPED}(?:
      (?P<VALUE>%{_NAME}(?:{SKIPPED}\#\d+)?)
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
    | (?P<HASH>\#{_NAME})
    | (?P<BANG>!{_NAME})
    | (?P<CARET>\^{_NAME})
    | (?P<EOF>\Z)
    | (?P<OTHER>(?s:.))
    )""",
    re.VERBOSE | re.ASCII,
)
"""Blanks and comments are skipped in front of a token. OTHER is a token that no rule has, or none at all."""

SCALAR = pattern(SCALAR_TYPE, re.ASCII)

MNEMONIC = pattern(rf"{SKIPPED}([A-Za-z_][\w.$]*)", re.ASCII)
"""Behind `#dialect<`."""

NEGATIVE_NUMBER = pattern(
    rf"-{SKIPPED}(?:(?P<FLOAT>\d+\.\d*(?:[eE][-+]?\d+)?)|(?P<INTEGER>0x[0-9a-fA-F]+|\d+))", re.ASCII
)
"""A number behind a minus; blanks may stand between the two."""

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
