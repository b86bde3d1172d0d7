"""Recognizes HLO text."""

from __future__ import annotations

import re

_WORD = re.compile(r"HloModule\b")
_SPACE = re.compile(r"\s*")
_COMMENTS = {"//": "\n", "/*": "*/"}
"""How comments begin, and how they end."""


def is_hlo(text: str) -> bool:
    """Whether a text begins like the HLO text of a module: with `HloModule`, after space and comments."""
    start = 0
    while True:
        start = _SPACE.match(text, start).end()  # type: ignore[union-attr]
        closing = _COMMENTS.get(text[start : start + 2])
        if closing is None:
            return _WORD.match(text, start) is not None
        end = text.find(closing, start + 2)
        if end < 0:
            return False
        start = end + len(closing)
