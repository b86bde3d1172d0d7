"""Where a name of a value was given, for notes; only errors ask for it."""

from __future__ import annotations

import re

from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.tokens import VALUE_ID

_RESULTS = rf"\s*(?::\s*\d+\s*)?(?:,\s*{VALUE_ID}\s*(?::\s*\d+\s*)?)*="
"""What follows the name of a result that is defined: the rest of a list of results."""

_BRACKETS = pattern(r'"(?:[^"\\\n]|\\.)*"|->|[()\[\]{}<>]')


def offset_of_definition(text: str, name: str, end: int) -> int | None:
    """The offset of the last place before `end` where `text` gives the name to results or to a block argument.

    For a whole group of results, `%0:2`, it is that of the name; so it is for one of them, `%0#1`.
    """
    group = name.partition("#")[0]
    results = re.compile(re.escape(group) + _RESULTS)
    argument = re.compile(re.escape(group) + r"\s*:")
    at = text.rfind(group, 0, end)
    while at >= 0:
        if results.match(text, at) or (argument.match(text, at) and _opening(text, at) == "("):
            return at
        at = text.rfind(group, 0, at)
    return None


def _opening(text: str, end: int) -> str | None:
    """The bracket that is open at `end`: of block arguments it is a parenthesis, of operations it is a brace."""
    opened: list[str] = []
    for bracket in _BRACKETS.findall(text, 0, end):
        if bracket in "([{<":
            opened.append(bracket)
        elif bracket in ")]}>" and opened:
            opened.pop()
    return opened[-1] if opened else None
