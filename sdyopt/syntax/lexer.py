"""The tokens of MLIR text: one regular expression; each group is named like the grammar's terminal.

Some tokens are larger than MLIR's own, since Python pays by the token: a tensor type of plain elements is one, and so
is everything between the brackets of `dense<…>`.
"""

from __future__ import annotations

import re

VALUE_NAME = r"%(?:\d+|[A-Za-z$._-][\w$.-]*)(?:\#\d+)?"
STRING = r'"(?:[^"\\\n]|\\[^\n])*"'
SCALAR_TYPE = (
    r"(?:[su]?i[1-9]\d*|index|none|bf16|tf32|f16|f32|f64|f80|f128"
    r"|f4E2M1FN|f6E2M3FN|f6E3M2FN|f8E5M2FNUZ|f8E5M2|f8E4M3FNUZ|f8E4M3B11FNUZ|f8E4M3FN|f8E4M3|f8E3M4|f8E8M0FNU)"
)

TOKEN = re.compile(
    rf"""(?:[ \t\r\n]+|//[^\n]*)*(?:
      (?P<VALUE>{VALUE_NAME})
    | (?P<SHAPED>tensor<(?:(?:\d+|\?)x)*(?:{SCALAR_TYPE})>)
    | (?P<PUNCTUATION>->|::|\{{-\#|\#-\}}|[()\[\]{{}}<>,:=?*|/+])
    | (?P<DENSE>dense<(?:"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|[^">]++)*+>)
    | (?P<SHAPED_OPEN>(?:tensor|vector|memref)\s*<\s*(?:\*\s*x|(?:(?:\d+|\?|\[\d+\])\s*x)*)\s*)
    | (?P<ARRAY_OPEN>array\s*<)
    | (?P<AFFINE_MAP>affine_map<\s*\([^)]*\)\s*(?:\[[^\]]*\]\s*)?->\s*\([^>]*\)\s*>)
    | (?P<WORD>[A-Za-z_][\w$.]*)
    | (?P<FLOAT>-?\d+\.\d*(?:[eE][-+]?\d+)?)
    | (?P<INTEGER>-?(?:0x[0-9a-fA-F]+|\d+))
    | (?P<STRING>{STRING})
    | (?P<SYMBOL>@(?:[A-Za-z_0-9$.-][\w$.-]*|{STRING}))
    | (?P<HASH>\#(?:\d+|[A-Za-z$._-][\w$.-]*))
    | (?P<BANG>!(?:\d+|[A-Za-z$._-][\w$.-]*))
    | (?P<CARET>\^(?:\d+|[A-Za-z$._-][\w$.-]*))
    | (?P<EOF>\Z)
    | (?P<BAD>(?s:.))
    )""",
    re.VERBOSE,
)

SCALAR = re.compile(SCALAR_TYPE)

MNEMONIC = re.compile(r"\s*<\s*([A-Za-z_][\w.]*)")
"""After `#dialect`: the mnemonic in `#dialect<mnemonic …>`."""

_BRACKET = re.compile(rf"{STRING}|->|[<>()\[\]{{}}]")
_CLOSING = {"<": ">", "(": ")", "[": "]", "{": "}"}


def end_of_body(text: str, start: int) -> int | None:
    """Where the balanced brackets that open at `start` end; None if they do not."""
    expected: list[str] = []
    for match in _BRACKET.finditer(text, start):
        bracket = match[0]
        if bracket in _CLOSING:
            expected.append(_CLOSING[bracket])
        elif bracket in (">", ")", "]", "}"):
            if not expected or expected.pop() != bracket:
                return None
            if not expected:
                return match.end()
    return None
